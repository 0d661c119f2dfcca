import type { DataSummary } from '@suanpan/contract/endpoints/data-screens';
import { regionDayFromText, regionDayText } from '@suanpan/domain/region-day';
import type { Kysely } from 'kysely';
import { countOf } from '../../../platform/db/count-of.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { DataSource } from './data-screen.ts';
import { groupSums } from './day-sums.queries.ts';
import type { DataQuestion, DataSums } from './day-sums.queries.ts';

type Hour = NonNullable<DataSummary['hours']>[number];

/** Each hour that saw orders, in the range or so many days before it, in the order of time. */
export async function hoursOf(
  db: Kysely<Tables>,
  source: DataSource,
  question: DataQuestion,
  earlier: { readonly question: DataQuestion; readonly days: number } | null,
): Promise<Hour[]> {
  const hours = await sumsByHour(db, source, question);
  const before = earlier && (await sumsByHour(db, source, earlier.question));
  const told = new Map<string, Hour>();
  const at = ({ about }: DataSums, later: number): { day: string; hour: string } => ({
    day: regionDayText(regionDayFromText(about.day ?? '') + later),
    hour: about.hour ?? '',
  });
  for (const one of hours) {
    const place = at(one, 0);
    const count = (column: string): number => countOf(one.sums[column] ?? 0n);
    told.set(`${place.day} ${place.hour}`, {
      ...place,
      orders: count('created_count'),
      success: count('success_count'),
      failed: count('failed_count'),
      ...(before && { before: 0 }),
    });
  }
  for (const one of before ?? []) {
    const place = at(one, earlier?.days ?? 0);
    const key = `${place.day} ${place.hour}`;
    const same = told.get(key) ?? { ...place, orders: 0, success: 0, failed: 0 };
    told.set(key, { ...same, before: countOf(one.sums['created_count'] ?? 0n) });
  }
  return [...told.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, hour]) => hour);
}

/** As many hours as the longest range has, and more. */
const mostHours = 1000;

async function sumsByHour(
  db: Kysely<Tables>,
  source: DataSource,
  question: DataQuestion,
): Promise<readonly DataSums[]> {
  const order = { by: 'created_count', isDescending: true };
  return (await groupSums(db, source, question, ['day', 'hour'], { order, offset: 0, limit: mostHours }))
    .rows;
}
