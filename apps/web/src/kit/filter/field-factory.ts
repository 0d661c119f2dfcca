import type { Endpoint, InputOf } from '@suanpan/contract/endpoint';
import { currencies, isCurrency } from '@suanpan/money/currency';
import { now } from '../../lib/clock.ts';
import { instantsOf, readRange, type RangePreset } from '../../lib/date-range.ts';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { listAt, pagingOf, textAt } from '../../lib/list-paging.ts';
import type { NameSource } from '../../lib/names.ts';
import { asksForNumber, type FilterField } from './filter-field.ts';

type Input<E extends Endpoint> = Required<InputOf<E>>;
type Paging = 'page' | 'paginate' | 'cursor' | 'sort';
type Keys<E extends Endpoint> = Exclude<keyof InputOf<E> & string, Paging>;
/** The inputs of a call that take any text, some of a set, several of a set, a yes or no. */
type TextKey<E extends Endpoint> = { [K in Keys<E>]: string extends Input<E>[K] ? K : never }[Keys<E>];
type ChoiceKey<E extends Endpoint> = { [K in Keys<E>]: Input<E>[K] extends string ? K : never }[Keys<E>];
type ListKey<E extends Endpoint> = {
  [K in Keys<E>]: Input<E>[K] extends readonly string[] ? K : never;
}[Keys<E>];
type FlagKey<E extends Endpoint> = { [K in Keys<E>]: Input<E>[K] extends boolean ? K : never }[Keys<E>];
type ItemOf<List> = List extends readonly (infer Item)[] ? Item & string : never;
/** What stands before `_min` and `_max`, or before `_from` and `_to`. */
type Between<E extends Endpoint, Low extends string, High extends string> = {
  [K in Keys<E>]: K extends `${infer Name}_${Low}`
    ? `${Name}_${High}` extends Keys<E>
      ? Name
      : never
    : never;
}[Keys<E>];

/** A field that belongs to the call of `E`, and to no other. */
export type FieldOf<E extends Endpoint> = FilterField & { readonly of?: (endpoint: E) => void };

interface Options {
  readonly placeholder?: string;
}
interface RangeOptions extends Options {
  readonly fallback: RangePreset | 'all';
  readonly maxDays?: number;
  readonly queueUnless?: readonly string[];
}

/** Nothing for a call that takes this, and no value at all for another. */
type Has<E extends Endpoint, Key extends string> = [Key] extends [Keys<E>] ? unknown : never;

const amount = /^\d{1,12}(\.\d{1,6})?$/;
const id = /^\d{1,19}$/;
const mostNumbers = 200;

/** Many numbers pasted at once, by line, blank or comma. */
function numbersIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter((part) => part !== '');
}

/** The filter fields of a list, made for what its endpoint takes: `fields<typeof searchCollections>()`. */
export function fields<E extends Endpoint>() {
  const made = (field: FilterField): FieldOf<E> => field;
  const one = (key: string, search: FlatSearch, isFit: (text: string) => boolean = () => true) => {
    const text = textAt(search, key);
    return text !== undefined && isFit(text) ? { [key]: text } : {};
  };
  return {
    text: (key: TextKey<E>, label: string, options: Options = {}) =>
      made({ kind: 'text', key, label, ...options, toInput: (search) => one(key, search) }),
    /** One whole number; found whatever its day. */
    number: (key: TextKey<E>, label: string, options: Options = {}) =>
      made({ kind: 'text', key, label, isNumber: true, ...options, toInput: (search) => one(key, search) }),
    /** Whole numbers of an order, one or many; found whatever their day. */
    numbers: (key: ListKey<E>, label: string, options: Options = {}) =>
      made({
        kind: 'text',
        key,
        label,
        isNumber: true,
        ...options,
        toInput(search) {
          const numbers = numbersIn(textAt(search, key) ?? '');
          return numbers.length > 0 ? { [key]: numbers.slice(0, mostNumbers) } : {};
        },
      }),
    /** One of a set; `words` has a word for each, so none is forgotten where the call names its set. */
    choice: <K extends ChoiceKey<E>>(
      key: K,
      label: string,
      words: Readonly<Record<Input<E>[K] & string, string>>,
      fallback?: Input<E>[K] & string,
    ) =>
      made({
        kind: 'choice',
        key,
        label,
        options: optionsOf(words),
        ...(fallback !== undefined && { fallback }),
        toInput(search) {
          const chosen = textAt(search, key) ?? fallback;
          return chosen !== undefined && Object.hasOwn(words, chosen) ? { [key]: chosen } : {};
        },
      }),
    /** Several of a set. */
    choices: <K extends ListKey<E>>(
      key: K,
      label: string,
      words: Readonly<Record<ItemOf<Input<E>[K]>, string>>,
    ) =>
      made({
        kind: 'choices',
        key,
        label,
        options: optionsOf(words),
        toInput(search) {
          const chosen = listAt(search, key)?.filter((value) => Object.hasOwn(words, value)) ?? [];
          return chosen.length > 0 ? { [key]: chosen } : {};
        },
      }),
    /** For a list in which several currencies can stand. */
    currency: (label: string & Has<E, 'currency'>) =>
      made({
        kind: 'choice',
        key: 'currency',
        label,
        options: Object.keys(currencies).map((value) => ({ value, label: value })),
        toInput: (search) => one('currency', search, isCurrency),
      }),
    /** One of several that the call takes in one text, `active,disabled`; without a choice it asks for all of them. */
    listed: (key: TextKey<E>, label: string, words: Readonly<Record<string, string>>, fallback?: string) =>
      made({
        kind: 'choice',
        key,
        label,
        options: optionsOf(words),
        ...(fallback !== undefined && { fallback }),
        toInput(search) {
          const chosen = textAt(search, key) ?? fallback;
          const isOffered = chosen !== undefined && Object.hasOwn(words, chosen);
          return { [key]: isOffered ? chosen : Object.keys(words).join(',') };
        },
      }),
    flag: (key: FlagKey<E>, label: string, words: Readonly<Record<'yes' | 'no', string>>) =>
      made({
        kind: 'choice',
        key,
        label,
        options: optionsOf(words),
        toInput(search) {
          const chosen = textAt(search, key);
          return chosen === 'yes' || chosen === 'no' ? { [key]: chosen === 'yes' } : {};
        },
      }),
    pick: (
      key: TextKey<E>,
      label: string,
      source: NameSource,
      options: Options & { readonly mistake?: string } = {},
    ) =>
      made({
        kind: 'pick',
        key,
        label,
        source,
        ...options,
        toInput: (search) => one(key, search, (text) => id.test(text)),
      }),
    amounts: (key: Between<E, 'min', 'max'>, label: string, options: Options = {}) =>
      made({
        kind: 'amounts',
        key,
        label,
        ...options,
        toInput: (search) => ({
          ...one(`${key}_min`, search, (text) => amount.test(text)),
          ...one(`${key}_max`, search, (text) => amount.test(text)),
        }),
      }),
    /** The list's range of days: `range`, `from` and `to` in the address. */
    dates: (key: Between<E, 'from', 'to'>, label: string, options: RangeOptions) =>
      made({ kind: 'dates', key, label, ...options, toInput: rangeInput(key, options) }),
    /** The list's range of days where the call takes a plain `from` and `to`. */
    days: (label: string, options: Has<E, 'from' | 'to'> & RangeOptions) =>
      made({ kind: 'dates', key: 'range', label, ...options, toInput: rangeInput('', options) }),
    /** A second range beside it, under its own name. */
    moreDates: (key: Between<E, 'from', 'to'>, label: string, options: RangeOptions) =>
      made({
        kind: 'dates',
        key,
        label,
        ...options,
        place: key,
        toInput: rangeInput(key, options, key),
      }),
  };
}

/** A word for each of a set, for a field that chooses among it. */
export function wordsOf<Name extends string>(
  names: readonly Name[],
  wordOf: (name: Name) => string,
): Readonly<Record<Name, string>> {
  return Object.fromEntries(names.map((name) => [name, wordOf(name)])) as Record<Name, string>;
}

function rangeInput(key: string, { fallback, maxDays }: RangeOptions, place?: string) {
  return (search: FlatSearch, nowMs: number) => {
    const choice = readRange(search, fallback, place);
    // A call that takes so many days at most takes no endless range, whatever the address says.
    const isEndless = 'preset' in choice && choice.preset === 'all';
    const span = instantsOf(isEndless && maxDays !== undefined ? { preset: fallback } : choice, nowMs);
    const before = key === '' ? '' : `${key}_`;
    return span === null ? {} : { [`${before}from`]: span.from, [`${before}to`]: span.to };
  };
}

function optionsOf(words: Readonly<Record<string, string>>) {
  return Object.entries(words).map(([value, label]) => ({ value, label }));
}

/** What a call can be sorted by, in the signs of the contract. */
export type SortsOf<E extends Endpoint> =
  InputOf<E> extends { sort?: infer One } ? readonly Exclude<One, undefined>[] : readonly never[];

/**
 * What the fields alone add to the call, for a list without pages: what does not fit the contract is left out instead
 * of refused; while a whole number is asked for, the ranges of days stay out.
 */
export function filterOf<E extends Endpoint>(
  _endpoint: E,
  asked: readonly FieldOf<E>[],
): (search: FlatSearch, nowMs: number) => InputOf<E> {
  return (search, nowMs) => {
    const isByNumber = asksForNumber(asked, search);
    const parts = asked
      .filter((field) => !(isByNumber && field.kind === 'dates'))
      .map((field) => field.toInput?.(search, nowMs) ?? {});
    return Object.assign({}, ...parts) as InputOf<E>;
  };
}

/** From the address to the call of a list with pages. The first sort is the list's own. */
export function inputOf<E extends Endpoint>(
  endpoint: E,
  asked: readonly FieldOf<E>[],
  sorts?: SortsOf<E>,
): (search: FlatSearch, nowMs: number) => InputOf<E> {
  const filter = filterOf(endpoint, asked);
  return (search, nowMs) => {
    const wanted = textAt(search, 'sort');
    const known = (sorts ?? []) as readonly string[];
    const sort = known.find((one) => one === wanted) ?? known[0];
    return {
      ...pagingOf(search),
      ...(sort !== undefined && { sort }),
      ...(filter(search, nowMs) as object),
    } as InputOf<E>;
  };
}

/** The same of a list whose times are the wall's, not those of the business: who came to the door, what went over the wire. */
export const toldByTheWall =
  <Input>(toInput: (search: FlatSearch, nowMs: number) => Input) =>
  (search: FlatSearch): Input =>
    toInput(search, now());
