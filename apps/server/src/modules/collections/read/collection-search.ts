import type { Currency } from '@suanpan/money/currency';
import type { OrderFilter } from '../../orders/index.ts';

/** What a search asks; every part optional, all parts together. */
export interface CollectionFilter extends OrderFilter {
  readonly realName?: string;
  readonly last5?: string;
  readonly requestIp?: string;
}

/** The totals of a search in one currency; amounts in minor units. */
export interface CollectionSum {
  readonly currency: Currency;
  readonly count: bigint;
  readonly success_count: bigint;
  readonly failed_count: bigint;
  readonly amount: bigint;
  readonly actual: bigint;
  readonly accounted: bigint;
  readonly fee: bigint;
}
