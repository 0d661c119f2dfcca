import { regionDayFromText, regionDayOf, regionDayText, startOfRegionDay, weekdayOf } from './region-day.ts';

/** Domain §7: calendar days, business days, Mondays, firsts of the month, or only by hand. */
export const settleModes = ['D', 'T', 'weekly', 'monthly', 'manual'] as const;
export type SettleMode = (typeof settleModes)[number];

export interface SettleRule {
  readonly mode: SettleMode;
  /** For D and T; 0 for the others. */
  readonly days: number;
}

/** Every rule that may be stored: up to thirty days. */
export const settleRulePattern = /^([DT](\d|[12]\d|30)|weekly|monthly|manual)$/;

/** What a merchant begins with. */
export const defaultSettleRule = 'T1';

const numberedRule = /^([DT])(\d{1,2})$/;

/** Reads a merchant's rule as it is stored: `D0`, `T1`, `weekly`, `monthly`, `manual`; null for anything else. */
export function parseSettleRule(text: string): SettleRule | null {
  const numbered = numberedRule.exec(text);
  // Not money: a number of days.
  if (numbered) return { mode: numbered[1] as 'D' | 'T', days: Number(numbered[2]) };
  const named = (['weekly', 'monthly', 'manual'] as const).find((mode) => mode === text);
  return named ? { mode: named, days: 0 } : null;
}

/**
 * Whether money comes free earlier by the rule `after` than by `before`, on some day at the least; also where one of them
 * cannot be read.
 */
export function mayComeSooner(before: string, after: string): boolean {
  const [was, is] = [parseSettleRule(before), parseSettleRule(after)];
  if (was === null || is === null) return true;
  if (before === after || is.mode === 'manual' || (was.mode === 'D' && was.days === 0)) return false;
  const isNumbered = ({ mode }: SettleRule): boolean => mode === 'D' || mode === 'T';
  // A Monday and a first of the month are the next day at the soonest.
  if (!isNumbered(is)) return !(isNumbered(was) && was.days <= 1);
  // A business day never comes before the calendar day of the same number.
  const isHeldAgainst = was.mode === is.mode || (was.mode === 'D' && is.mode === 'T');
  return !(isHeldAgainst && is.days >= was.days);
}

/**
 * When an order that succeeded at `successAt` is released, fixed on the order by the merchant's mode at that
 * moment. D0 is the instant itself; every other rule ends at the midnight (UTC+8) that begins its day, and the
 * release job follows at 00:05. Null for manual: only "edit settleable" releases it.
 * `holidays` holds `yyyy-mm-dd` days besides Saturdays and Sundays.
 */
export function settleAt(
  mode: SettleMode,
  days: number,
  successAt: Date,
  holidays: ReadonlySet<string>,
): Date | null {
  const today = regionDayOf(successAt);
  switch (mode) {
    case 'D':
      return days === 0 ? successAt : startOfRegionDay(today + days);
    case 'T':
      return businessDays(days, successAt, holidays);
    case 'weekly':
      return startOfRegionDay(today + daysToMonday(today));
    case 'monthly':
      return startOfRegionDay(firstOfNextMonth(today));
    case 'manual':
      return null;
  }
}

/** The n-th business day after the day of success; T0 on a business day is the instant itself. */
function businessDays(days: number, successAt: Date, holidays: ReadonlySet<string>): Date {
  let day = regionDayOf(successAt);
  if (days === 0 && isBusinessDay(day, holidays)) return successAt;
  for (let counted = 0; counted < Math.max(days, 1);) {
    day += 1;
    if (isBusinessDay(day, holidays)) counted += 1;
  }
  return startOfRegionDay(day);
}

function isBusinessDay(day: number, holidays: ReadonlySet<string>): boolean {
  const weekday = weekdayOf(day);
  return weekday !== 0 && weekday !== 6 && !holidays.has(regionDayText(day));
}

/** From a Monday to the next one it is a whole week: an order of Monday waits. */
function daysToMonday(day: number): number {
  return (8 - weekdayOf(day)) % 7 || 7;
}

function firstOfNextMonth(day: number): number {
  const [year = 0, month = 0] = regionDayText(day).split('-').map(Number);
  const next = month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`;
  return regionDayFromText(`${next}-01`);
}
