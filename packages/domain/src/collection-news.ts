import type { ApiVersion } from './callbacks/acknowledgement.ts';
import type { CollectionStatus, RefundStatus } from './states/collection.ts';
import type { Currency } from '@suanpan/money/currency';

/**
 * The order as it stood when something happened, as SQL's collection_news() writes it. Amounts are
 * minor units as decimal text, times RFC 3339 with offset.
 */
export interface CollectionNews {
  readonly order_id: string;
  readonly order_no: string;
  readonly merchant_order_no: string;
  readonly customer_id: string;
  readonly agent_id: string;
  readonly sub_agent_id: string | null;
  readonly status: CollectionStatus;
  readonly refund_status: RefundStatus | null;
  readonly currency: Currency;
  readonly amount: string;
  readonly pay_amount: string;
  readonly paid_amount: string | null;
  readonly fee: string | null;
  readonly credited_amount: string | null;
  readonly rate: string | null;
  readonly method: string | null;
  readonly created_at: string;
  readonly expires_at: string;
  readonly completed_at: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly notify_url: string | null;
  readonly api_version: ApiVersion;
  readonly test: boolean;
  readonly source: string;
}

/** The refund, or the charge-back, of which the news are. */
export interface RefundNews {
  readonly id: string;
  /** The merchant's own number of it; null where people made it. */
  readonly refund_no: string | null;
  /** Minor units. */
  readonly amount: string;
  readonly status: RefundStatus;
}
