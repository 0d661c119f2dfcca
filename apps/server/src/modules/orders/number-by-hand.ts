import { randomInt } from 'node:crypto';
import { regionDayOf, regionDayText } from '@suanpan/domain/region-day';

const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A merchant order number that nobody typed: M, the business day and eight characters that are not mixed up. */
export function numberByHand(at: Date): string {
  const day = regionDayText(regionDayOf(at)).replaceAll('-', '').slice(2);
  const tail = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
  return `M${day}-${tail}`;
}
