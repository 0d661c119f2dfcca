import { minuteOfRegionDay, regionDayOf, weekdayOf } from '../region-day.ts';

/** A stretch of the day in UTC+8. `to` before `from` crosses midnight and belongs to the day it began on. */
export interface TimeWindow {
  /** Weekdays, 0 = Sunday; left out or empty means every day. */
  readonly days?: readonly number[];
  /** `HH:mm`. */
  readonly from: string;
  readonly to: string;
}

const timeOfDay = /^([01]\d|2[0-3]):([0-5]\d)$/;

/** No windows mean always open (specification §5: unset availability period means unlimited). */
export function isOpenAt(windows: readonly TimeWindow[], at: Date): boolean {
  if (windows.length === 0) return true;
  const minute = minuteOfRegionDay(at);
  const today = weekdayOf(regionDayOf(at));
  const yesterday = (today + 6) % 7;
  return windows.some((window) => {
    const from = minuteOf(window.from);
    const to = minuteOf(window.to);
    const isOn = (day: number) => !window.days?.length || window.days.includes(day);
    if (from < to) return isOn(today) && minute >= from && minute < to;
    return (isOn(today) && minute >= from) || (isOn(yesterday) && minute < to);
  });
}

/**
 * Whether an hour range can be saved. Only one end, or equal ends, is "Wrong hour range selection" everywhere; a
 * range that ends before it begins is wrong in search pickers and crosses midnight in channel windows.
 */
export function isHourRange(
  from: string | null,
  to: string | null,
  options: { mayCrossMidnight: boolean },
): boolean {
  if (from === null && to === null) return true;
  if (from === null || to === null || !timeOfDay.test(from) || !timeOfDay.test(to)) return false;
  return options.mayCrossMidnight ? from !== to : from < to;
}

function minuteOf(time: string): number {
  const [hour = '0', minute = '0'] = time.split(':');
  // Not money: hours and minutes of a day.
  return Number(hour) * 60 + Number(minute);
}
