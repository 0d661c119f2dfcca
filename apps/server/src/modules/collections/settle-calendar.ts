import type { Kysely } from 'kysely';
import { regionDayOf, regionDayText } from '@suanpan/domain/region-day';
import { parseSettleRule, settleAt } from '@suanpan/domain/settlement';
import { businessNow } from '../../platform/clock.ts';
import type { Tables } from '../../platform/db/tables.generated.ts';
import { holidaysFrom } from './collections.queries.ts';

const longestDays = 30;
const numbers = Array.from({ length: longestDays + 1 }, (_, days) => days);

/** Every rule a merchant can have; the table's CHECK allows no other. */
const rules: readonly string[] = [
  ...numbers.flatMap((days) => [`T${days}`, `D${days}`]),
  'weekly',
  'monthly',
  'manual',
];

/** When money that succeeds on `day` is released, for every settle rule; null waits for a person. */
export interface SettleCalendar {
  readonly day: string;
  readonly rules: readonly string[];
  readonly releaseAt: readonly (Date | null)[];
}

/**
 * The calendar of the business day, made once and used until the database says that the day is over: a batch
 * pays nothing for it.
 */
export async function makeSettleCalendar(db: Kysely<Tables>): Promise<SettleCalendar> {
  const at = await businessNow(db);
  const day = regionDayText(regionDayOf(at));
  const holidays = await holidaysFrom(db, day);
  return { day, rules, releaseAt: rules.map((rule) => releaseTime(rule, at, holidays)) };
}

function releaseTime(text: string, at: Date, holidays: ReadonlySet<string>): Date | null {
  const rule = parseSettleRule(text);
  if (rule === null) throw new Error(`A merchant has the unknown settle rule ${text}`);
  return settleAt(rule.mode, rule.days, at, holidays);
}
