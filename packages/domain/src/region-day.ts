import { datePickerFirstYear, datePickerLastYear, regionOffsetMinutes } from './limits.ts';

const dayMs = 24 * 3600 * 1000;
const offsetMs = regionOffsetMinutes * 60 * 1000;

/** Days since the epoch of the business day (UTC+8) that an instant falls on. */
export function regionDayOf(instant: Date): number {
  return Math.floor((instant.getTime() + offsetMs) / dayMs);
}

/** The instant at which a business day begins: midnight in UTC+8. */
export function startOfRegionDay(day: number): Date {
  return new Date(day * dayMs - offsetMs);
}

/** 0 = Sunday, as in the date picker. The epoch fell on a Thursday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** `yyyy-mm-dd` of a business day, as the holiday table writes it. */
export function regionDayText(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** The day number of a `yyyy-mm-dd`. */
export function regionDayFromText(text: string): number {
  return Math.floor(Date.parse(`${text}T00:00:00Z`) / dayMs);
}

/** `yyyy-mm-dd HH:mm:ss` in UTC+8, seconds cut. */
export function regionTimeText(instant: Date): string {
  return new Date(instant.getTime() + offsetMs).toISOString().slice(0, 19).replace('T', ' ');
}

/** The nearest day of the calendar that anybody can pick: years beyond it mean its end, and no database is asked for them. */
export function calendarDay(day: number): number {
  const first = regionDayFromText(`${datePickerFirstYear}-01-01`);
  const last = regionDayFromText(`${datePickerLastYear}-12-31`);
  return Math.min(Math.max(day, first), last);
}

/** Minutes since midnight in UTC+8. */
export function minuteOfRegionDay(instant: Date): number {
  return Math.floor((instant.getTime() + offsetMs - regionDayOf(instant) * dayMs) / 60_000);
}
