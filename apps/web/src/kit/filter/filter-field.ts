import type { RangePreset } from '../../lib/date-range.ts';

export interface FilterOption {
  readonly value: string;
  readonly label: string;
}

/** One field of a filter card; its key is its name in the address. */
export type FilterField =
  | { readonly kind: 'text'; readonly key: string; readonly label: string; readonly placeholder?: string }
  | {
      readonly kind: 'choice';
      readonly key: string;
      readonly label: string;
      readonly options: readonly FilterOption[];
      /** What holds while the address names nothing; `all` in the address takes it away. */
      readonly fallback?: string;
    }
  | {
      readonly kind: 'choices';
      readonly key: string;
      readonly label: string;
      readonly options: readonly FilterOption[];
    }
  /** Two ends, `<key>_min` and `<key>_max`. */
  | { readonly kind: 'amounts'; readonly key: string; readonly label: string; readonly placeholder?: string }
  /** `range`, or `from` and `to`. */
  | {
      readonly kind: 'dates';
      readonly key: string;
      readonly label: string;
      readonly fallback: RangePreset | 'all';
      readonly maxDays?: number;
      readonly placeholder?: string;
    };

/** The names under which a field stands in the form and in the address. */
export function namesOf(field: FilterField): readonly string[] {
  if (field.kind === 'amounts') return [`${field.key}_min`, `${field.key}_max`];
  if (field.kind === 'dates') return ['range', 'from', 'to'];
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
