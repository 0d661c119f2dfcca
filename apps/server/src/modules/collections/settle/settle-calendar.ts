import type { Kysely } from 'kysely';
import { regionDayOf, regionDayText, startOfRegionDay } from '@suanpan/domain/region-day';
import { parseSettleRule, settleAt } from '@suanpan/domain/settlement';
import { businessNow } from '../../../platform/clock.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { holidaysFrom } from '../collections.queries.ts';
import { insertSettleCalendar } from '../collections.store.ts';

const longestDays = 30;
const numbers = Array.from({ length: longestDays + 1 }, (_, days) => days);

/** Every rule a merchant can have; the table's CHECK allows no other. */
const rules: readonly string[] = [
  ...numbers.flatMap((days) => [`T${days}`, `D${days}`]),
  'weekly',
  'monthly',
  'manual',
];

/**
 * Writes when money that succeeds today is released, for every settle rule; settling reads it and asks for it when the
 * business day is a new one. Safe to repeat and to race: a day's calendar is made once.
 */
export async function makeSettleCalendar(db: Kysely<Tables>): Promise<void> {
  const today = regionDayOf(await businessNow(db));
  const day = regionDayText(today);
  // A rule goes by the day alone. What is free at once is free from its beginning: settled by a batch that began a moment
  // before the calendar was made, it would otherwise have to wait for that moment.
  const at = startOfRegionDay(today);
  const holidays = await holidaysFrom(db, day);
  const releaseAt = rules.map((rule) => releaseTime(rule, at, holidays)?.toISOString() ?? 'infinity');
  await insertSettleCalendar(db, day, rules, releaseAt);
}

/** Null waits for a person. */
function releaseTime(text: string, at: Date, holidays: ReadonlySet<string>): Date | null {
  const rule = parseSettleRule(text);
  if (rule === null) throw new Error(`A merchant has the unknown settle rule ${text}`);
  return settleAt(rule.mode, rule.days, at, holidays);
}
