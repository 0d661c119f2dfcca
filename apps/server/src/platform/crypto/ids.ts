import { randomBytes } from 'node:crypto';
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

/** A short random name of one request, quoted in logs, audit rows and error answers. */
export function newRequestId(): string {
  return randomBytes(12).toString('base64url');
}
