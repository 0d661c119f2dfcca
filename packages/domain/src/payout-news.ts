import type { ApiVersion } from './callbacks/acknowledgement.ts';
import type { Currency } from '@suanpan/money/currency';
import type { PayoutStage, PayoutStatus } from './states/payout.ts';

/**
 * The payout as it stood when something happened, as SQL's payout_news() writes it. Amounts are minor units as decimal
 * text, times RFC 3339 with offset.
 */
export interface PayoutNews {
  readonly order_id: string;
  readonly order_no: string;
  readonly merchant_order_no: string;
  readonly customer_id: string;
  readonly agent_id: string;
  readonly sub_agent_id: string | null;
  readonly status: PayoutStatus;
  readonly stage: PayoutStage | null;
  readonly failure: string | null;
  readonly currency: Currency;
  readonly amount: string;
  readonly fee: string;
  readonly created_at: string;
  readonly completed_at: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly notify_url: string | null;
  readonly api_version: ApiVersion;
  readonly test: boolean;
  readonly source: string;
}
