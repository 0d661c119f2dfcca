import { regionOffsetMinutes } from '@suanpan/domain/limits';
import { regionDayText } from '@suanpan/domain/region-day';
import { writePadded } from './digits.ts';
import type { Ink } from './ink.ts';

const [dayS, zoneS] = [86_400, regionOffsetMinutes * 60];
const colon = 0x3a;

/** Writes seconds since 1970 as `regionTimeText` does. A page has few days. */
export function wallClock(): (ink: Ink, seconds: number) => void {
  const days = new Map<number, Buffer>();
  const textOf = (day: number): Buffer => {
    const text = Buffer.from(`${regionDayText(day)} `);
    days.set(day, text);
    return text;
  };
  return (ink, seconds) => {
    const wall = seconds + zoneS;
    const day = Math.floor(wall / dayS);
    ink.put(days.get(day) ?? textOf(day));
    const second = (wall - day * dayS) | 0;
    const minute = (second / 60) | 0;
    const hour = (minute / 60) | 0;
    writePadded(ink, hour, 2);
    ink.bytes[ink.at++] = colon;
    writePadded(ink, minute - hour * 60, 2);
    ink.bytes[ink.at++] = colon;
    writePadded(ink, second - minute * 60, 2);
  };
}
