import { dailyStatisticsAt } from '@suanpan/domain/limits';
import { regionDayOf } from '@suanpan/domain/region-day';
import { dailyAt, everyMinutes } from '../../../platform/calendar.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { DueWork } from '../../../platform/due-work.ts';
import { findMissingDay, makeReport, takeCorrectedDays } from './make-report.store.ts';

const restateEveryMinutes = 10;
const sinceMidnightMs = (dailyStatisticsAt.hour * 60 + dailyStatisticsAt.minute) * 60_000;

/** Makes the oldest day that is missing as of this instant; answers whether there may be another. */
export async function makeMissingReport(tx: Tx, at: Date): Promise<boolean> {
  const day = await findMissingDay(tx, regionDayOf(new Date(at.getTime() - sinceMidnightMs)) - 1);
  if (day === null) return false;
  await makeReport(tx, day);
  return true;
}

/** At 00:01 (UTC+8) the day before is made, and every day before it that is missing: each of them once. */
export const dailyReportWork: DueWork = {
  name: 'reports.daily',
  next: dailyAt(dailyStatisticsAt),
  missed: 'each',
  run: async (tx, dueAt) => ((await makeMissingReport(tx, dueAt)) ? 'more' : undefined),
};

/** What a correction changes of days that were made stands in a new version of them; the first one stays as it was. */
export const restateWork: DueWork = {
  name: 'reports.restate',
  next: everyMinutes(restateEveryMinutes),
  missed: 'latest',
  async run(tx, dueAt) {
    if (await makeMissingReport(tx, dueAt)) return 'more';
    for (const day of await takeCorrectedDays(tx)) await makeReport(tx, day);
    return undefined;
  },
};
