import type { Currency } from '@suanpan/money/currency';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Scope } from '../../platform/http/actor.ts';
import type { PaidBefore } from './pick-channel.ts';

/** An order of a past day as routing looked at it. */
export interface PastRow {
  readonly id: bigint;
  readonly order_no: string;
  readonly customer_id: bigint;
  readonly agent_id: bigint;
  readonly has_sub_agent: boolean;
  readonly has_middleman: boolean;
  readonly currency: Currency;
  /** What its channel was asked for, in minor units. */
  readonly amount: bigint;
  readonly method: string | null;
  /** Whom a merchant's rules are held against: the payer, or the payee of a payout. */
  readonly name: string | null;
  /** As its route kept it. */
  readonly paid_before: PaidBefore | null;
  readonly created_at: Date;
  readonly channel_id: bigint | null;
  readonly endpoint_fee: bigint | null;
  /** Where a page ends that ends with it. */
  readonly place: string;
}

export interface PastDay {
  readonly from: Date;
  readonly to: Date;
  readonly customerId: bigint | null;
}

/** Where a page of orders ended. */
export interface Place {
  readonly at: string;
  readonly id: bigint;
}

/** The next orders of a day in the caller's tree, oldest first, without test orders, which spread over nothing. */
export type PastOrders = (
  db: Kysely<Tables>,
  scope: Scope,
  day: PastDay,
  after: Place | null,
  most: number,
) => Promise<readonly PastRow[]>;
