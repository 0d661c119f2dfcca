import { currencies } from './currency.ts';
import type { Currency } from './currency.ts';
import { powerOfTen } from './round.ts';

/** The text is not an amount of that currency. The message names the text, never a secret. */
export class AmountFormatError extends Error {
  override readonly name = 'AmountFormatError';
}

const unsignedAmount = /^(\d{1,12})(?:\.(\d{1,6}))?$/;
const signedLedgerAmount = /^(-?)(\d{1,30})(?:\.(\d{1,6}))?$/;

/**
 * Reads an amount as a merchant or an operator may send it: up to 12 digits, no sign, no separators, no more
 * decimals than the input scale of the currency (merchant API §2).
 * Returns minor units at ledger scale; throws AmountFormatError for anything else.
 */
export function parseAmount(text: string, currency: Currency): bigint {
  const minor = readAmount(text, currency);
  if (minor === null) throw refused(text, currency);
  return minor;
}

/** As `parseAmount`, but null for what is no such amount. */
export function readAmount(text: string, currency: Currency): bigint | null {
  const { inputScale, ledgerScale } = currencies[currency];
  const match = unsignedAmount.exec(text);
  const fraction = match?.[2] ?? '';
  return !match || fraction.length > inputScale ? null : toMinor(match[1] ?? '', fraction, ledgerScale);
}

/** As `readAmount`, but null for nothing too. */
export function readPositiveAmount(text: string, currency: Currency): bigint | null {
  const minor = readAmount(text, currency);
  return minor === 0n ? null : minor;
}

/**
 * Reads a decimal string at ledger scale, with an optional minus, as the database and our own API write it.
 * Returns minor units; throws AmountFormatError for anything else.
 */
export function parseSignedLedger(text: string, currency: Currency): bigint {
  const minor = readSignedLedger(text, currency);
  if (minor === null) throw refused(text, currency);
  return minor;
}

/** As `parseSignedLedger`, but null for what is no such amount. */
export function readSignedLedger(text: string, currency: Currency): bigint | null {
  const { ledgerScale } = currencies[currency];
  const match = signedLedgerAmount.exec(text);
  const fraction = match?.[3] ?? '';
  if (!match || fraction.length > ledgerScale) return null;
  const minor = toMinor(match[2] ?? '', fraction, ledgerScale);
  return match[1] === '-' ? -minor : minor;
}

/** The smallest amount not below this one that a person can type: the ledger knows more decimals than he may send. */
export function inputCeiling(minor: bigint, currency: Currency): bigint {
  const { inputScale, ledgerScale } = currencies[currency];
  const step = powerOfTen(ledgerScale - inputScale);
  return minor <= 0n ? minor : ((minor + step - 1n) / step) * step;
}

/** Writes minor units with all decimals of the ledger scale: `1234.5600`, USDT `1234.560000`. */
export function formatLedger(minor: bigint, currency: Currency): string {
  const { ledgerScale } = currencies[currency];
  const magnitude = minor < 0n ? -minor : minor;
  const digits = magnitude.toString().padStart(ledgerScale + 1, '0');
  const sign = minor < 0n ? '-' : '';
  return `${sign}${digits.slice(0, -ledgerScale)}.${digits.slice(-ledgerScale)}`;
}

/**
 * Writes minor units for merchants: the ledger scale with trailing zeros cut, at least two decimals, so that
 * paid − fee = credited holds exactly in what they read.
 */
export function formatMerchant(minor: bigint, currency: Currency): string {
  const [whole = '', fraction = ''] = formatLedger(minor, currency).split('.');
  return `${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`;
}

/** Minor units of so many millionths of a major unit, rounded down: what is set for several currencies at once is kept so. */
export function fromMillionths(millionths: bigint, currency: Currency): bigint {
  return millionths / powerOfTen(6 - currencies[currency].ledgerScale);
}

/** Whether an amount has no decimals. */
export function isWhole(minor: bigint, currency: Currency): boolean {
  return minor % powerOfTen(currencies[currency].ledgerScale) === 0n;
}

/** Writes a whole amount without a point, as providers do that know no decimals. Throws AmountFormatError for others. */
export function formatWhole(minor: bigint, currency: Currency): string {
  if (minor < 0n || !isWhole(minor, currency)) throw refused(formatLedger(minor, currency), currency);
  return String(minor / powerOfTen(currencies[currency].ledgerScale));
}

function toMinor(whole: string, fraction: string, ledgerScale: number): bigint {
  return BigInt(whole) * powerOfTen(ledgerScale) + BigInt(fraction.padEnd(ledgerScale, '0'));
}

function refused(text: string, currency: Currency): AmountFormatError {
  return new AmountFormatError(`not an amount in ${currency}: ${JSON.stringify(text)}`);
}
