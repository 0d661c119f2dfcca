import type { RangePreset } from '../../lib/date-range.ts';
import { rangeNames } from '../../lib/date-range.ts';
import type { FlatSearch } from '../../lib/flat-search.ts';
import type { NameSource } from '../../lib/names.ts';

export interface FilterOption {
  readonly value: string;
  readonly label: string;
}

interface FieldBase {
  /** Its name in the address. */
  readonly key: string;
  readonly label: string;
  /** What the field adds to the call; made by `fields<Endpoint>()`, which knows what the call takes. */
  readonly toInput?: (search: FlatSearch, nowMs: number) => Readonly<Record<string, unknown>>;
}

/** One field of the filter row. */
export type FilterField = FieldBase &
  (
    | {
        readonly kind: 'text';
        readonly placeholder?: string;
        /** Whole numbers: they are looked up whatever their day, so the ranges rest while it is filled. */
        readonly isNumber?: true;
      }
    | {
        readonly kind: 'choice';
        readonly options: readonly FilterOption[];
        /** What holds while the address names nothing; `all` in the address takes it away. */
        readonly fallback?: string;
      }
    | { readonly kind: 'choices'; readonly options: readonly FilterOption[] }
    /** Somebody or something by name; the id stands in the address, and may be typed. */
    | {
        readonly kind: 'pick';
        readonly source: NameSource;
        readonly placeholder?: string;
        /** What is said when the words name nobody. */
        readonly mistake?: string;
      }
    /** Two ends, `<key>_min` and `<key>_max`. */
    | { readonly kind: 'amounts'; readonly placeholder?: string }
    /** `range`, or `from` and `to`; with a place of its own where a screen has two ranges. */
    | {
        readonly kind: 'dates';
        readonly fallback: RangePreset | 'all';
        readonly maxDays?: number;
        readonly placeholder?: string;
        readonly place?: string;
        /** Without a range the list is what is open and what was closed today, until one of these is asked for. */
        readonly queueUnless?: readonly string[];
      }
  );

/** The names under which a field stands in the form and in the address. */
export function namesOf(field: FilterField): readonly string[] {
  if (field.kind === 'amounts') return [`${field.key}_min`, `${field.key}_max`];
  if (field.kind === 'dates') return rangeNames(field.place);
  return [field.key];
}

/** What holds while the address names nothing. */
export function fallbacksOf(fields: readonly FilterField[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    fields.flatMap((field) =>
      field.kind === 'choice' && field.fallback !== undefined ? [[field.key, field.fallback]] : [],
    ),
  );
}

/** Whether a whole number is asked for, which is looked up without dates. */
export function asksForNumber(fields: readonly FilterField[], search: FlatSearch): boolean {
  return fields.some((field) => field.kind === 'text' && field.isNumber && field.key in search);
}
