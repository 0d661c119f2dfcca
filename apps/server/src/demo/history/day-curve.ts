import { minuteOfRegionDay, regionDayOf, weekdayOf } from '@suanpan/domain/region-day';

/** Orders an hour of the day in UTC+8, as shops see them: asleep before dawn, lunch, and a long evening. */
const hours = [
  5.2, 3.1, 1.8, 1.1, 0.8, 0.9, 1.6, 2.8, 4.1, 5.2, 6.1, 6.9, 8.4, 7.6, 6.2, 6, 6.3, 7.1, 8.2, 9.4, 10.6,
  11.2, 10.1, 7.7,
];
/** Sunday first. */
const weekdays = [1.18, 0.94, 0.92, 0.95, 0.98, 1.08, 1.22];
const hourMs = 3_600_000;

/** Spreads orders over a stretch of time as a trading day does. */
export interface DayCurve {
  /** The instant by which this share (0 to 1) of all orders has come. Grows with the share. */
  at(share: number): Date;
}

export function createDayCurve(from: Date, to: Date): DayCurve {
  const starts: number[] = [];
  const sums: number[] = [];
  let sum = 0;
  for (let start = from.getTime(); start < to.getTime();) {
    const end = Math.min(to.getTime(), (Math.floor(start / hourMs) + 1) * hourMs);
    starts.push(start);
    sums.push(sum);
    sum += weightAt(new Date(start)) * (end - start);
    start = end;
  }
  starts.push(to.getTime());
  sums.push(sum);

  return {
    at(share) {
      const wanted = share * sum;
      let low = 0;
      let high = sums.length - 1;
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if ((sums[middle] ?? 0) <= wanted) low = middle;
        else high = middle;
      }
      const [start = 0, end = 0] = [starts[low], starts[low + 1]];
      const [before = 0, after = 0] = [sums[low], sums[low + 1]];
      const part = after > before ? (wanted - before) / (after - before) : 0;
      return new Date(Math.round(start + part * (end - start)));
    },
  };
}

function weightAt(at: Date): number {
  const hour = Math.floor(minuteOfRegionDay(at) / 60);
  return (hours[hour] ?? 1) * (weekdays[weekdayOf(regionDayOf(at))] ?? 1);
}
