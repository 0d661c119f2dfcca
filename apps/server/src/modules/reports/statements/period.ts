import { calendarDay, regionDayFromText, regionDayText } from '@suanpan/domain/region-day';

/** The business days of a period, `yyyy-mm-dd` or `yyyy-mm`, both included; null where no calendar has it. */
export function daysOf(period: string): { readonly from: string; readonly to: string } | null {
  if (period.length > 7) {
    const day = regionDayFromText(period);
    return isOfCalendar(day) && regionDayText(day) === period ? { from: period, to: period } : null;
  }
  const [year, month] = period.split('-').map(Number);
  if (year === undefined || month === undefined || month < 1 || month > 12) return null;
  if (!isOfCalendar(regionDayFromText(`${period}-01`))) return null;
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  return { from: `${period}-01`, to: last };
}

const isOfCalendar = (day: number): boolean => !Number.isNaN(day) && calendarDay(day) === day;
