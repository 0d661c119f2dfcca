/**
 * Times of the platform zone, fixed at +08:00 (specification §9, "UTF+8" shown as UTC+8). A fixed offset needs no
 * time-zone tables: the clock face of the zone is the UTC face of the instant moved by eight hours.
 */
export const platformZone = 'UTC+8';
const offsetMs = 8 * 3_600_000;
export const dayMs = 86_400_000;

/** A day of the platform zone, `yyyy-mm-dd`. */
export type Day = string;

function face(ms: number): string {
  return new Date(ms + offsetMs).toISOString();
}

function toMs(instant: string): number | null {
  const ms = Date.parse(instant);
  return Number.isNaN(ms) ? null : ms;
}

/** `yyyy-mm-dd HH:mm:ss` in the platform zone; empty for nothing or nonsense. */
export function showInstant(instant: string | null | undefined): string {
  const ms = instant ? toMs(instant) : null;
  return ms === null ? '' : face(ms).slice(0, 19).replace('T', ' ');
}

/** As short as it can be told from others: today's `HH:mm:ss`, this year's without its year. */
export function showShort(instant: string, nowMs: number): string {
  const whole = showInstant(instant);
  const today = dayOf(nowMs);
  if (whole.startsWith(today)) return whole.slice(11);
  return whole.slice(0, 4) === today.slice(0, 4) ? whole.slice(5) : whole;
}

/** The instant at which a clock of the platform zone shows this: `yyyy-mm-ddTHH:mm`. */
export function instantOfFace(shown: string): string {
  return new Date(Date.parse(`${shown}Z`) - offsetMs).toISOString();
}

export function showTimeOfDay(instant: string): string {
  return showInstant(instant).slice(11);
}

export function dayOf(ms: number): Day {
  return face(ms).slice(0, 10);
}

/** The instant at which a day of the platform zone begins, moved by whole hours. RFC 3339. */
export function startOfDay(day: Day, hour = 0): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - offsetMs + hour * 3_600_000).toISOString();
}

export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);
}

/** 0 is Sunday: weeks begin there (specification §9). */
export function weekdayOf(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** True for `yyyy-mm-dd` of a real day from 1900 to 2100. */
export function isDay(text: string): boolean {
  const match = /^(\d{4})-\d{2}-\d{2}$/.exec(text);
  if (!match) return false;
  const year = Number(match[1]);
  const isOnTheClock = !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
  return isOnTheClock && year >= 1900 && year <= 2100 && addDays(text, 0) === text;
}
