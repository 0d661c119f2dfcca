import { uuidv7 } from '../../platform/crypto/ids.ts';
import type { WallClock } from '../../platform/clock.ts';

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const characters = 26;

/** The public id of an event, the same on every attempt: `evt_` and a ULID, which sorts by the time of its making. */
export function newEventId(clock: WallClock): string {
  let bits = BigInt(`0x${uuidv7(clock).replaceAll('-', '')}`);
  let text = '';
  for (let place = 0; place < characters; place += 1) {
    text = (crockford[parseInt((bits & 31n).toString(), 10)] ?? '') + text;
    bits >>= 5n;
  }
  return `evt_${text}`;
}
