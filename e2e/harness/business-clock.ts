import { moveClock, readClock } from '@suanpan/contract/endpoints/demo';
import { enterAs } from './back-office.ts';

/** Moves the business clock forward to an instant; one that has passed already is no move. */
export async function moveClockTo(url: string, at: Date): Promise<Date> {
  const office = await enterAs(url, 'admin.lin');
  const before = Date.parse((await office.call(readClock, {})).now);
  const byMs = at.getTime() - before;
  if (byMs <= 0) return new Date(before);
  return new Date((await office.call(moveClock, { by_ms: Math.ceil(byMs) })).now);
}

/** Moves the business clock forward; answers what it shows then. */
export async function moveClockBy(url: string, byMs: number): Promise<Date> {
  const office = await enterAs(url, 'admin.lin');
  return new Date((await office.call(moveClock, { by_ms: byMs })).now);
}
