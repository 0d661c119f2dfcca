import type { TrialForm, TrialType } from '@suanpan/contract/endpoints/callback-trial';
import type { CollectionNews } from '@suanpan/domain/collection-news';
import type { PayoutNews } from '@suanpan/domain/payout-news';
import type { CollectionStatus } from '@suanpan/domain/states/collection';
import type { PayoutStatus } from '@suanpan/domain/states/payout';
import type { Currency } from '@suanpan/money/currency';
import { parseAmount } from '@suanpan/money/amount';
import { ofCollection, ofPayout } from '../order-news.ts';
import type { OrderNews } from '../order-news.ts';

const collectionEnds: Partial<Record<TrialType, CollectionStatus>> = {
  'collection.succeeded': 'success',
  'collection.expired': 'expired',
  'collection.amount_mismatch': 'amount_mismatch',
  'collection.abnormal': 'abnormal',
};
const payoutEnds: Partial<Record<TrialType, PayoutStatus>> = {
  'payout.paid': 'paid',
  'payout.rejected': 'rejected',
  'payout.failed': 'verify_failed',
};

/** The news of an order that does not exist: no order has the number 0, and `test` says so besides. */
export function trialNews(trial: {
  readonly type: TrialType;
  readonly form: TrialForm;
  readonly customerId: bigint;
  readonly currency: Currency;
  readonly at: Date;
}): OrderNews {
  const { at, currency, customerId, form, type } = trial;
  const minor = (major: string): string => String(parseAmount(major, currency));
  const common = {
    order_id: '0',
    order_no: 'C0000000000000000',
    merchant_order_no: 'TRIAL-1',
    customer_id: String(customerId),
    agent_id: '0',
    sub_agent_id: null,
    currency,
    amount: minor('1500'),
    created_at: new Date(at.getTime() - 60_000).toISOString(),
    completed_at: at.toISOString(),
    metadata: form === 'epay' ? { epay_name: 'TRIAL', epay_type: 'alipay' } : ({} as Record<string, string>),
    notify_url: null,
    api_version: form,
    test: true,
    source: 'api',
  } as const;
  const status = collectionEnds[type];
  if (status === undefined) {
    const payout: PayoutNews = {
      ...common,
      status: payoutEnds[type] ?? 'paid',
      stage: null,
      failure: null,
      fee: minor('15'),
    };
    return ofPayout(payout);
  }
  const isPaid = status === 'success' || status === 'amount_mismatch';
  const collection: CollectionNews = {
    ...common,
    status,
    refund_status: null,
    pay_amount: common.amount,
    paid_amount: isPaid ? minor(status === 'success' ? '1500' : '1450') : null,
    fee: status === 'success' ? minor('30') : null,
    credited_amount: status === 'success' ? minor('1470') : null,
    rate: null,
    method: 'bank_transfer',
    expires_at: new Date(at.getTime() + 840_000).toISOString(),
  };
  return ofCollection(collection);
}
