import type { Currency } from '@suanpan/money/currency';
import type { OrderFilter } from '../../orders/index.ts';

/** What a search asks; every part optional, all parts together. */
export interface PayoutFilter extends OrderFilter {
  readonly providerOrderNo?: string;
  readonly stage?: readonly string[];
  readonly reverseStatus?: readonly string[];
  /** Keyed hashes of the account at each bank that it may be of. */
  readonly cardHashes?: readonly string[];
  readonly accountName?: string;
  readonly bankCode?: string;
  readonly failure?: string;
}

/** The totals of a search in one currency; amounts in minor units. */
export interface PayoutSum {
  readonly currency: Currency;
  readonly count: bigint;
  readonly paid_count: bigint;
  readonly amount: bigint;
  readonly paid_amount: bigint;
  readonly fee: bigint;
}
