import type { Currency } from '@suanpan/money/currency';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { PriceTerms } from './price-change.ts';
import type { Direction } from './prices.queries.ts';

/** The prices that are tried for one channel of one merchant. */
export interface TriedPrice {
  readonly customer_id: string;
  readonly channel_id: string;
  readonly alias: string;
  readonly prices: PriceTerms;
}

/** What the orders of one merchant brought, and would have brought, in minor units. */
export interface SalesOfMerchant {
  readonly customer_id: bigint;
  readonly orders: bigint;
  readonly amount: bigint;
  readonly fee_now: bigint;
  readonly net_now: bigint;
  readonly fee_then: bigint;
  readonly net_then: bigint;
}

/** The mean of the orders of one channel of a merchant, in minor units. */
export interface MeanOfChannel {
  readonly customer_id: bigint;
  readonly channel_id: bigint;
  readonly alias: string;
  readonly mean: bigint;
}

/** What prices have to know of orders, which higher modules keep: handed over when the program is put together. */
export interface Sales {
  /** What succeeded in the last `days`, at its own prices and at those that are tried. */
  under(
    db: Kysely<Tables>,
    tried: readonly TriedPrice[],
    currency: Currency,
    days: number,
  ): Promise<SalesOfMerchant[]>;
  /** Of what was ordered in the last `days`, of the newest orders where there are very many. */
  means(
    db: Kysely<Tables>,
    customerIds: readonly bigint[],
    currency: Currency,
    days: number,
  ): Promise<MeanOfChannel[]>;
}
export type SalesByDirection = Readonly<Record<Direction, Sales>>;
