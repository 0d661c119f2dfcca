import { divideHalfUp, powerOfTen } from './round.ts';

/** The text is not a rate. */
export class RateFormatError extends Error {
  override readonly name = 'RateFormatError';
}

/** Decimals of a rate: numeric(12,8), so one unit is 1e-8 percent (of a fee) or 1e-8 (of an exchange rate). */
const rateScale = 8;
const decimalRate = /^(\d{1,4})(?:\.(\d{1,8}))?$/;

/** Reads a rate in percent: "2.8" → 280000000n units of 1e-8 percent. Throws RateFormatError. */
export function parseRate(text: string): bigint {
  const match = decimalRate.exec(text);
  if (!match) throw new RateFormatError(`not a rate: ${JSON.stringify(text)}`);
  return BigInt(match[1] ?? '') * powerOfTen(rateScale) + BigInt((match[2] ?? '').padEnd(rateScale, '0'));
}

/** Writes a rate without trailing zeros: 280000000n → "2.8". */
export function formatRate(rate: bigint): string {
  const magnitude = rate < 0n ? -rate : rate;
  const digits = magnitude.toString().padStart(rateScale + 1, '0');
  const fraction = digits.slice(-rateScale).replace(/0+$/, '');
  const whole = `${rate < 0n ? '-' : ''}${digits.slice(0, -rateScale)}`;
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/**
 * The percentage of an amount, in the amount's own minor units, a half rounded up (away from zero for a negative
 * base, so that a reversal mirrors its original).
 */
export function percentOf(base: bigint, rate: bigint): bigint {
  return divideHalfUp(base * rate, 100n * powerOfTen(rateScale));
}
