import type { Locale } from '@suanpan/messages/locale';
import type { Area } from '@suanpan/messages/packs';
import i18next, { type TFunction } from 'i18next';
import { createContext, use } from 'react';
import { currentLocale } from './locale.ts';

/** The language whose words are loaded; it changes once, at the root, when a switch is ready. */
export const WordsContext = createContext<Locale>(currentLocale());

const translators = new Map<string, TFunction>();
const loading = new Map<string, Promise<void>>();

function load(area: Area | readonly Area[], key: string): Promise<void> {
  const known = loading.get(key);
  if (known) return known;
  const started = i18next.loadNamespaces(typeof area === 'string' ? area : [...area]);
  loading.set(key, started);
  // A pack that could not be fetched is asked for again by the next try.
  started.catch(() => loading.delete(key));
  return started;
}

/** i18next looks a key up anew each time; a sentence without values is always the same, so it is looked up once. */
function remembering(translate: TFunction): TFunction {
  const known = new Map<string, string>();
  const look = translate as unknown as (key: string, values?: object) => string;
  const remembered = (key: string, values?: object): string => {
    if (values !== undefined) return look(key, values);
    const text = known.get(key) ?? look(key);
    known.set(key, text);
    return text;
  };
  return remembered as unknown as TFunction;
}

/** Suspends until the words of all the areas are there, fetched at once; gives the language they are in. */
export function useAreas(areas: readonly Area[]): Locale {
  const locale = use(WordsContext);
  const key = `${locale} ${areas.join(' ')}`;
  const started = loading.get(key);
  if (started) use(started);
  if (!areas.every((area) => i18next.hasResourceBundle(locale, area))) use(load(areas, key));
  return locale;
}

/**
 * The words of one area in the current language; suspends while they are being loaded. It costs one look into a
 * map, so that a table cell may use it too.
 */
export function useWords<const A extends Area>(area: A): TFunction<A> {
  const locale = use(WordsContext);
  const key = `${locale} ${area}`;
  const started = loading.get(key);
  // Whoever suspended here is rendered again from the top, and React finds the hooks that follow only when it meets
  // the same promise at the same place; one that is fulfilled costs next to nothing.
  if (started) use(started);
  const known = translators.get(key);
  if (known) return known as TFunction<A>;
  if (!i18next.hasResourceBundle(locale, area)) use(load(area, key));
  const made = remembering(i18next.getFixedT(locale, area));
  translators.set(key, made);
  return made as TFunction<A>;
}
