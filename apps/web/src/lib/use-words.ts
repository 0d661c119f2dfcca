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

/** The words that a sentence was made of. */
export interface Origin {
  readonly area: Area;
  readonly key: string;
  readonly values: object | undefined;
}

/** Sentences without values, by what they say; there are no more of them than words. */
const saidPlainly = new Map<string, Origin>();
/** The last ones with values, so that what is still in sight can be said in another language. */
const saidLast = new Map<string, Origin>();
const most = 200;

function remember(text: string, origin: Origin): void {
  saidLast.delete(text);
  saidLast.set(text, origin);
  if (saidLast.size > most) saidLast.delete(saidLast.keys().next().value ?? '');
}

/** Undefined for what nobody here has said: a name, a number, a sentence of the server. */
export function originOf(text: string): Origin | undefined {
  return saidLast.get(text) ?? saidPlainly.get(text);
}

/** The same sentence in another language, or as it was said where it has no words of ours. */
export function sayAnew(text: string, origin: Origin | undefined, locale: Locale): string {
  if (origin === undefined || !i18next.hasResourceBundle(locale, origin.area)) return text;
  const look = i18next.getFixedT(locale, origin.area) as unknown as (key: string, values?: object) => string;
  return look(origin.key, origin.values);
}

/** i18next looks a key up anew each time; a sentence without values is always the same, so it is looked up once. */
function remembering(area: Area, translate: TFunction): TFunction {
  const known = new Map<string, string>();
  const look = translate as unknown as (key: string, values?: object) => string;
  const say = (key: string, values?: object): string => {
    if (values !== undefined) {
      const filled = look(key, values);
      remember(filled, { area, key, values });
      return filled;
    }
    const text = known.get(key) ?? look(key);
    if (!known.has(key)) saidPlainly.set(text, { area, key, values });
    known.set(key, text);
    return text;
  };
  return say as unknown as TFunction;
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
  const made = remembering(area, i18next.getFixedT(locale, area));
  translators.set(key, made);
  return made as TFunction<A>;
}
