import { regionDayOf, startOfRegionDay } from '@suanpan/domain/region-day';
import type { OrderFilter } from './order-filter.queries.ts';

/** Of less than a day the orders are summed up. */
const leastDays = 1;

type Dates = Pick<OrderFilter, 'createdFrom' | 'createdTo'>;

/** Whole business days: from the first instant of one to the first of another. */
export interface WholeDays {
  readonly from: Date;
  readonly to: Date;
}

/** The whole days of a filter where there are enough of them; null where the orders themselves are to be summed up. */
export function wholeDaysOf({ createdFrom, createdTo }: Dates): WholeDays | null {
  if (createdFrom === undefined || createdTo === undefined) return null;
  const first = regionDayOf(new Date(createdFrom.getTime() - 1)) + 1;
  const end = regionDayOf(createdTo);
  return end - first < leastDays ? null : { from: startOfRegionDay(first), to: startOfRegionDay(end) };
}

/** What of the dates lies before the whole days, and what behind them. */
export function endsOf({ createdFrom, createdTo }: Dates, days: WholeDays): WholeDays[] {
  return [
    ...(createdFrom !== undefined && createdFrom < days.from ? [{ from: createdFrom, to: days.from }] : []),
    ...(createdTo !== undefined && days.to < createdTo ? [{ from: days.to, to: createdTo }] : []),
  ];
}
