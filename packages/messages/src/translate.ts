import type { ErrorName } from '@suanpan/domain/errors';
import { displayExact } from '@suanpan/money/display';
import { allWords } from './all-words.ts';
import type { Locale } from './locale.ts';
import type { Words } from './packs.ts';

type Leaves<Node> = Node extends string
  ? never
  : {
      [Key in keyof Node & string]: Node[Key] extends string ? Key : `${Key}.${Leaves<Node[Key]>}`;
    }[keyof Node & string];

/** The path of a word: area, section, key, joined by dots, e.g. `statuses.payout.paid`. */
export type WordKey = Leaves<Words>;

/**
 * The sentence for a key in a language, with `{{name}}` replaced from params. The same form as the browser's
 * i18next, so the packs serve both. A placeholder without a value stays visible instead of vanishing.
 */
export function translate(
  locale: Locale,
  key: WordKey,
  params: Readonly<Record<string, string>> = {},
): string {
  const text = flattened[locale].get(key) ?? key;
  return text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => params[name] ?? placeholder);
}

/** The word of a name of the program in a section of words, `orders.providerLog.outcomes`; a name that has none stands as it is. */
export function wordOfName(locale: Locale, section: string, name: string): string {
  return flattened[locale].get(`${section}.${name}`) ?? name;
}

const isMoney = /^-?\d+\.\d{2,}$/;

/** The message of a refusal, for the envelope. Money, which is refused as it crosses the wire, stands as people write it. */
export function translateError(
  locale: Locale,
  name: ErrorName,
  params: Readonly<Record<string, string>> = {},
): string {
  const told = Object.entries(params).map(([key, value]) => [
    key,
    isMoney.test(value) ? displayExact(value) : value,
  ]);
  return translate(locale, `errors.${name}`, Object.fromEntries(told) as typeof params);
}

const flatten = (locale: Locale): ReadonlyMap<string, string> => new Map(leavesOf(allWords[locale], ''));
const flattened: Readonly<Record<Locale, ReadonlyMap<string, string>>> = {
  'zh-TW': flatten('zh-TW'),
  'zh-CN': flatten('zh-CN'),
  en: flatten('en'),
};

/** Every word of a pack with its path. Route names keep their own dots, so a path is looked up whole. */
export function leavesOf(node: object, prefix: string): [string, string][] {
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'string'
      ? [[`${prefix}${key}`, value] as [string, string]]
      : leavesOf(value as object, `${prefix}${key}.`),
  );
}
