import { currencies } from './currency.ts';
import type { Currency } from './currency.ts';
import { RateFormatError, parseRate } from './rate.ts';
import { divideHalfUp, powerOfTen } from './round.ts';

/** Fiat credits round a half up; crypto that leaves the house is cut (domain §3). */
export type ConversionRounding = 'halfUp' | 'down';

const exchangeUnit = powerOfTen(8);

/**
 * Reads an exchange rate, quote units per one base unit (domain §6.17): "32.60" → 3260000000n units of 1e-8.
 * Throws RateFormatError, also for zero, by which nothing can be converted.
 */
export function parseExchangeRate(text: string): bigint {
  const rate = parseRate(text);
  if (rate === 0n) throw new RateFormatError('an exchange rate cannot be zero');
  return rate;
}

/**
 * Converts base units into quote units: amount × rate, each side in its own minor units.
 * `from` is the base currency of the quotation, `to` the quote currency.
 */
export function convert(
  minor: bigint,
  from: Currency,
  to: Currency,
  rateE8: bigint,
  rounding: ConversionRounding,
): bigint {
  const dividend = minor * rateE8 * powerOfTen(currencies[to].ledgerScale);
  return divide(dividend, exchangeUnit * powerOfTen(currencies[from].ledgerScale), rounding);
}

/**
 * Converts quote units back into base units: amount ÷ rate. `from` is the quote currency of the quotation and
 * `to` the base: 32,600 TWD at 32.60 TWD per USDT is 1,000 USDT.
 */
export function convertInverse(
  minor: bigint,
  from: Currency,
  to: Currency,
  rateE8: bigint,
  rounding: ConversionRounding,
): bigint {
  const dividend = minor * exchangeUnit * powerOfTen(currencies[to].ledgerScale);
  return divide(dividend, rateE8 * powerOfTen(currencies[from].ledgerScale), rounding);
}

/** By which base units came to quote units, in units of 1e-8, half up; of nothing there is none. */
export function rateOfExchange(base: bigint, from: Currency, quote: bigint, to: Currency): bigint {
  if (base === 0n) throw new RangeError('nothing was exchanged');
  const dividend = quote * exchangeUnit * powerOfTen(currencies[from].ledgerScale);
  return divideHalfUp(dividend, base * powerOfTen(currencies[to].ledgerScale));
}

/** BigInt division already cuts toward zero, which is what 'down' promises. */
function divide(dividend: bigint, divisor: bigint, rounding: ConversionRounding): bigint {
  return rounding === 'down' ? dividend / divisor : divideHalfUp(dividend, divisor);
}
