import { randomBytes, randomFillSync } from 'node:crypto';
import type { WallClock } from '../clock.ts';

/** A UUID version 7: sorts by time of making, 74 random bits. Made in Node, since PostgreSQL 15 has none. */
export function uuidv7(clock: WallClock): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(clock.now().getTime(), 0, 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

const requestIdBytes = 12;
const drawn = Buffer.alloc(requestIdBytes * 256);
let used = drawn.length;

/**
 * A short random name of one request, quoted in logs, audit rows and error answers. Drawn many at a time: one
 * system call a request would be a noticeable part of a small request's cost.
 */
export function newRequestId(): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += requestIdBytes;
  return drawn.toString('base64url', used - requestIdBytes, used);
}
