import { readRange, writeRange } from '../../lib/date-range.ts';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { filtersOf } from '../../lib/list-paging.ts';
import { asksForNumber, namesOf, type FilterField } from './filter-field.ts';

const weekDays = 7;

/**
 * Where a list is asked for today alone: the filters by which it is asked for the last seven days and otherwise the same.
 * Undefined for every other list, and for one that takes no seven days.
 */
export function lastSevenDays(fields: readonly FilterField[], search: FlatSearch): FlatSearch | undefined {
  const field = fields.find((each) => each.kind === 'dates' && each.place === undefined);
  if (field?.kind !== 'dates' || (field.maxDays ?? weekDays) < weekDays) return undefined;
  const choice = readRange(search, field.fallback);
  if (!('preset' in choice) || choice.preset !== 'today' || asksForNumber(fields, search)) return undefined;
  const days = namesOf(field);
  const others = Object.entries(filtersOf(search)).filter(([key]) => !days.includes(key));
  return { ...Object.fromEntries(others), ...writeRange({ preset: 'last7' }, field.fallback) };
}
