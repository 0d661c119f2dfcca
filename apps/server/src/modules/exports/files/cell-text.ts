import { regionTimeText } from '@suanpan/domain/region-day';

/** `yyyy-mm-dd HH:mm:ss` in the platform zone, seconds cut. */
export function zoneTime(instant: string | null): string {
  return instant === null ? '' : regionTimeText(new Date(instant));
}
