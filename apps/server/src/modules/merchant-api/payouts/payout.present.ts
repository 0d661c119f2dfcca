import type { MerchantPayout } from '@suanpan/contract/merchant/v2';
import type { ErrorName } from '@suanpan/domain/errors';
import { payoutFailureCode } from '@suanpan/domain/merchant-errors';
import { isPayoutNetwork } from '@suanpan/domain/payout-networks';
import { publicCallbackStatus } from '@suanpan/domain/states/callback';
import { merchantPayoutStatus } from '@suanpan/domain/states/wire';
import type { Locale } from '@suanpan/messages/locale';
import { translateError } from '@suanpan/messages/translate';
import { formatMerchant } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import type { PayoutRow } from '../../payouts/index.ts';
import { instant } from '../collection.present.ts';

/** What its merchant is told of a payout. */
export type OwnPayout = Pick<
  PayoutRow,
  | 'account_name'
  | 'amount'
  | 'bank_code'
  | 'callback_status'
  | 'card_shown'
  | 'completed_at'
  | 'created_at'
  | 'currency'
  | 'customer_id'
  | 'failure'
  | 'id'
  | 'is_test'
  | 'memo'
  | 'merchant_fee'
  | 'merchant_order_no'
  | 'metadata'
  | 'order_no'
  | 'provider_order_no'
  | 'stage'
  | 'status'
>;

/** Whom it pays; over a chain the merchant can look at the transaction himself. */
function paid(order: OwnPayout): Pick<MerchantPayout, 'type' | 'beneficiary' | 'tx_hash'> {
  const { bank_code: code, card_shown: shown } = order;
  return isPayoutNetwork(code)
    ? {
        type: 'crypto',
        beneficiary: { network: code, address: shown },
        tx_hash: order.status === 'paid' ? order.provider_order_no : null,
      }
    : {
        type: 'bank',
        beneficiary: { name: order.account_name, account_no: shown, bank_code: code },
        tx_hash: null,
      };
}

/** A payout as its merchant reads it, the only way out of this module: never more of the account than its last digits. */
export function presentPayout(order: OwnPayout, locale: Locale): MerchantPayout {
  const currency = order.currency as Currency;
  const failure = order.failure as ErrorName | null;
  return {
    id: `pay_${order.id}`,
    order_no: order.merchant_order_no,
    status: merchantPayoutStatus(order.status, order.stage),
    currency,
    amount: formatMerchant(order.amount, currency),
    fee: formatMerchant(order.merchant_fee, currency),
    ...paid(order),
    memo: order.memo,
    created_at: instant(order.created_at),
    completed_at: order.completed_at === null ? null : instant(order.completed_at),
    callback_status: publicCallbackStatus(order.callback_status),
    failure:
      failure === null
        ? null
        : { code: payoutFailureCode(failure), message: translateError(locale, failure, {}) },
    metadata: order.metadata as Record<string, string>,
    is_test: order.is_test,
  };
}
