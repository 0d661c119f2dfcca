import type { FlatSearch } from './flat-search.ts';
import { addDays, dayOf, isDay, startOfDay, weekdayOf, type Day } from './platform-time.ts';

export const rangePresets = ['today', 'yesterday', 'week', 'last7', 'month'] as const;
export type RangePreset = (typeof rangePresets)[number];

/** Whole days of the platform zone, both included, each end moved by whole hours; `toHour` 24 is the day's end. */
export interface DayRange {
  readonly from: Day;
  readonly to: Day;
  readonly fromHour: number;
  readonly toHour: number;
}
/** A preset stays relative, so that a saved view of "today" is today's tomorrow. `all` sets no limit. */
export type RangeChoice = { readonly preset: RangePreset | 'all' } | { readonly days: DayRange };

export function daysOfPreset(preset: RangePreset, nowMs: number): DayRange {
  const today = dayOf(nowMs);
  const days: Record<RangePreset, readonly [Day, Day]> = {
    today: [today, today],
    yesterday: [addDays(today, -1), addDays(today, -1)],
    week: [addDays(today, -weekdayOf(today)), today],
    last7: [addDays(today, -6), today],
    month: [`${today.slice(0, 8)}01`, today],
  };
  const [from, to] = days[preset];
  return { from, to, fromHour: 0, toHour: 24 };
}

/** The half-open instants that a choice stands for; null for no limit. */
export function instantsOf(choice: RangeChoice, nowMs: number): { from: string; to: string } | null {
  if ('preset' in choice && choice.preset === 'all') return null;
  const days = 'days' in choice ? choice.days : daysOfPreset(choice.preset as RangePreset, nowMs);
  return { from: startOfDay(days.from, days.fromHour), to: startOfDay(days.to, days.toHour) };
}

export type RangeMistake = 'wrongHours' | 'wrongOrder' | 'notADay' | 'tooLong';

/** What is wrong with a range, if anything. Hours are wrong when they end before they begin on one day. */
export function mistakeIn(days: DayRange, maxDays?: number): RangeMistake | null {
  if (!isDay(days.from) || !isDay(days.to)) return 'notADay';
  if (days.to < days.from) return 'wrongOrder';
  if (days.from === days.to && days.toHour <= days.fromHour) return 'wrongHours';
  if (maxDays !== undefined && addDays(days.from, maxDays - 1) < days.to) return 'tooLong';
  return null;
}

const edge = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}))?$/;

/** How a range stands in the address. A screen's second range has its own name before the plain ones. */
export function rangeNames(
  place = '',
): readonly [range: `${string}range`, from: `${string}from`, to: `${string}to`] {
  const before = place === '' ? '' : `${place}_`;
  return [`${before}range`, `${before}from`, `${before}to`];
}

/** Reads `range=last7` or `from=2026-11-01T08&to=2026-11-02`; anything else is `fallback`. */
export function readRange(search: FlatSearch, fallback: RangePreset | 'all', place?: string): RangeChoice {
  const [range, start, end] = rangeNames(place);
  const preset = search[range];
  if (preset === 'all' || rangePresets.some((name) => name === preset))
    return { preset: preset as RangePreset };
  const from = edge.exec(String(search[start] ?? ''));
  const to = edge.exec(String(search[end] ?? ''));
  if (!from?.[1] || !to?.[1]) return { preset: fallback };
  // Not money: hours of a day.
  const days = {
    from: from[1],
    to: to[1],
    fromHour: Number(from[2] ?? 0),
    toHour: Number(to[2] ?? 24),
  };
  return mistakeIn(days) === null ? { days } : { preset: fallback };
}

/** The inverse of `readRange`; a choice equal to the fallback leaves the link clean. */
export function writeRange(choice: RangeChoice, fallback: RangePreset | 'all', place?: string): FlatSearch {
  const [range, start, end] = rangeNames(place);
  if ('preset' in choice) return choice.preset === fallback ? {} : { [range]: choice.preset };
  const at = (day: Day, hour: number, plain: number): string =>
    hour === plain ? day : `${day}T${String(hour).padStart(2, '0')}`;
  const { from, to, fromHour, toHour } = choice.days;
  return { [start]: at(from, fromHour, 0), [end]: at(to, toHour, 24) };
}
