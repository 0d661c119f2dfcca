import type { MerchantPayout } from '@suanpan/contract/merchant/v2';
import type { ErrorName } from '@suanpan/domain/errors';
import { payoutFailureCode } from '@suanpan/domain/merchant-errors';
import { publicCallbackStatus } from '@suanpan/domain/states/callback';
import { merchantPayoutStatus } from '@suanpan/domain/states/wire';
import type { Locale } from '@suanpan/messages/locale';
import { translateError } from '@suanpan/messages/translate';
import { formatMerchant } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import type { PayoutRow } from '../../payouts/index.ts';
import { instant } from '../collection.present.ts';

/** A payout as its merchant reads it, the only way out of this module: never more of the account than its last digits. */
export function presentPayout(order: PayoutRow, locale: Locale): MerchantPayout {
  const currency = order.currency as Currency;
  const failure = order.failure as ErrorName | null;
  return {
    id: `pay_${order.id}`,
    order_no: order.merchant_order_no,
    status: merchantPayoutStatus(order.status, order.stage),
    currency,
    amount: formatMerchant(order.amount, currency),
    fee: formatMerchant(order.merchant_fee, currency),
    type: 'bank',
    beneficiary: { name: order.account_name, account_no: order.card_shown, bank_code: order.bank_code },
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
