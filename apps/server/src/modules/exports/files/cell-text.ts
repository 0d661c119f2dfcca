import { regionOffsetMinutes } from '@suanpan/domain/limits';

const offsetMs = regionOffsetMinutes * 60_000;

/** `yyyy-mm-dd HH:mm:ss` in the platform zone, seconds cut. */
export function zoneTime(instant: string | null): string {
  if (instant === null) return '';
  return new Date(Date.parse(instant) + offsetMs).toISOString().slice(0, 19).replace('T', ' ');
}
