import type { ExportedList } from '@suanpan/domain/exports/exported-list';
import { exportMaxDays } from '@suanpan/domain/limits';
import { mistakeIn, type RangeMistake } from '../../lib/date-range.ts';
import { addDays, dayMs, dayOf, startOfDay, type Day } from '../../lib/platform-time.ts';

/** The days of an export, both included; what the list asked for is kept to the hour until somebody edits it. */
export interface Span {
  readonly names: readonly [from: string, to: string];
  readonly from: Day;
  readonly to: Day;
  readonly exact: { readonly from: string; readonly to: string } | null;
  /** The list asked for more than an export may hold, or for any time at all. */
  readonly isCut: boolean;
}

/** The span of the list's question that fits an export; else the last days of it. Null for a register. */
export function spanOf(
  { spans }: ExportedList,
  question: Readonly<Record<string, unknown>>,
  nowMs: number,
): Span | null {
  if (spans === undefined) return null;
  const asked = spans.find(([from, to]) => isText(question[from]) && isText(question[to])) ?? spans[0];
  if (asked === undefined) return null;
  const [from, to] = asked.map((name) => question[name]);
  if (!isText(from) || !isText(to)) return lastDays(asked, dayOf(nowMs));
  const days = { from: dayOf(Date.parse(from)), to: dayOf(Date.parse(to) - 1) };
  if (Date.parse(to) - Date.parse(from) > exportMaxDays * dayMs) {
    const today = dayOf(nowMs);
    return lastDays(asked, days.to < today ? days.to : today);
  }
  return { names: asked, ...days, exact: { from, to }, isCut: false };
}

function lastDays(names: Span['names'], to: Day): Span {
  return { names, from: addDays(to, 1 - exportMaxDays), to, exact: null, isCut: true };
}

export function mistakeOf({ from, to }: Span): RangeMistake | null {
  return mistakeIn({ from, to, fromHour: 0, toHour: 24 }, exportMaxDays);
}

/** The question with the days of the export in place of the list's. */
export function withSpan(
  question: Readonly<Record<string, unknown>>,
  span: Span | null,
): Record<string, unknown> {
  if (span === null) return { ...question };
  const [from, to] = span.names;
  return {
    ...question,
    [from]: span.exact?.from ?? startOfDay(span.from),
    [to]: span.exact?.to ?? startOfDay(span.to, 24),
  };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
