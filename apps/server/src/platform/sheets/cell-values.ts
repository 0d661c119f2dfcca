import { readSignedLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';

const grouped = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d{1,15})(\.\d{1,8})?$/;
/** No line of a statement moves more: beyond it a column was taken for another. */
const amountMost = 10n ** 16n;
const localTime = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?)?$/;
const zonedTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

/** Plain digits, or with commas between thousands; null for anything else, and for more decimals than the ledger has. */
export function readSum(text: string, currency: Currency): bigint | null {
  const match = grouped.exec(text);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  const digits = whole.replaceAll(',', '');
  const minor = readSignedLedger(`${sign === '-' ? '-' : ''}${digits}${fraction}`, currency);
  return minor === null || minor > amountMost || minor < -amountMost ? null : minor;
}

/** RFC 3339, or a day and a time of the platform's zone; null for a day that no calendar has. */
export function readTime(text: string): Date | null {
  if (zonedTime.test(text)) return instantOf(text);
  const match = localTime.exec(text);
  if (match === null) return null;
  const [, year = '', month = '', day = '', hour = '0', minute = '00', second = '00'] = match;
  const two = (digits: string): string => digits.padStart(2, '0');
  return instantOf(`${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}:${second}+08:00`);
}

/** Programs count on from the end of a month; here the thirtieth of February is nothing. */
function instantOf(text: string): Date | null {
  const day = text.slice(0, 10);
  const [at, midnight] = [new Date(text), new Date(`${day}T00:00:00Z`)];
  if (Number.isNaN(at.getTime()) || Number.isNaN(midnight.getTime())) return null;
  return midnight.toISOString().startsWith(day) ? at : null;
}
