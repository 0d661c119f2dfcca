import { formatLedger, parseSignedLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';

/** What a column of the shown rows of one currency comes to; what is not known yet counts nothing. */
export function pageSum<Name extends string>(
  rows: readonly { readonly [Key in Name]: string | null }[],
  name: Name,
  currency: Currency,
): string {
  const total = rows.reduce((sum, row) => sum + parseSignedLedger(row[name] ?? '0', currency), 0n);
  return formatLedger(total, currency);
}
