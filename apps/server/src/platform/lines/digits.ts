import type { Ink } from './ink.ts';

const [zero, point, minus] = [0x30, 0x2e, 0x2d];
const half = 2 ** 32;
/** Of the upper 32 bits: a whole number below 2^48, or above -2^48. */
const exactHigh = 2 ** 16;
const [eightDigits, eight] = [100_000_000, 8];

/** Whether an int8 with these upper 32 bits is written by `writeWhole` and `writeMinor`; longer ones are written as a bigint is. */
export const isShort = (high: number): boolean => high < exactHigh && high >= -exactHigh;

/** Writes minor units as `formatLedger` does, of an int8's halves. Every step is one of whole numbers below 2^48: nothing is rounded. */
export function writeMinor(ink: Ink, high: number, low: number, { scale, unit }: LedgerScale): void {
  const magnitude = writeSign(ink, high * half + low);
  const major = Math.floor(magnitude / unit);
  writeCount(ink, major);
  ink.bytes[ink.at++] = point;
  writePadded(ink, magnitude - major * unit, scale);
}

/** Decimals of minor units, and how many of these are one of the major. */
export interface LedgerScale {
  readonly scale: number;
  readonly unit: number;
}

/** Writes an int8 of such halves as it is. */
export function writeWhole(ink: Ink, high: number, low: number): void {
  writeCount(ink, writeSign(ink, high * half + low));
}

/** Writes a count below 100,000,000 in so many digits. */
export function writePadded(ink: Ink, count: number, width: number): void {
  const { bytes, at } = ink;
  // An integer of 32 bits is divided much quicker than a number.
  let rest = count | 0;
  for (let place = at + width - 1; place >= at; place -= 1) {
    const next = (rest / 10) | 0;
    bytes[place] = zero + rest - next * 10;
    rest = next;
  }
  ink.at = at + width;
}

function writeSign(ink: Ink, value: number): number {
  if (value >= 0) return value;
  ink.bytes[ink.at++] = minus;
  return -value;
}

function writeCount(ink: Ink, count: number): void {
  if (count < eightDigits) return writePadded(ink, count, widthOf(count));
  const upper = Math.floor(count / eightDigits);
  writePadded(ink, upper, widthOf(upper));
  writePadded(ink, count - upper * eightDigits, eight);
}

function widthOf(count: number): number {
  if (count < 10_000) return count < 100 ? (count < 10 ? 1 : 2) : count < 1_000 ? 3 : 4;
  if (count < 1_000_000) return count < 100_000 ? 5 : 6;
  return count < 10_000_000 ? 7 : eight;
}
