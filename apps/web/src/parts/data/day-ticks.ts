import { regionDayFromText, regionDayText } from '@suanpan/domain/region-day';
import type { Tick } from './scaled.tsx';

const [mostTicks, hoursOfDay] = [5, 24];

/** The hours of one day, or the days of more of them, from the beginning of `from` to the end of `to` (`yyyy-mm-dd`). */
export function dayTicks(from: string, to: string): readonly Tick[] {
  const first = regionDayFromText(from);
  const days = regionDayFromText(to) - first + 1;
  if (days === 1)
    return [0, 6, 12, 18, hoursOfDay].map((hour) => ({
      at: hour / hoursOfDay,
      text: `${String(hour).padStart(2, '0')}:00`,
    }));
  const step = Math.ceil(days / mostTicks);
  return Array.from({ length: Math.ceil(days / step) }, (_, n) => ({
    at: (n * step) / days,
    text: regionDayText(first + n * step).slice(5),
  }));
}
