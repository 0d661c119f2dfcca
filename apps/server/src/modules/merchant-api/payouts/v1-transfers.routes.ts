import { queryV1Input, transferV1Input } from '@suanpan/contract/merchant/v1';
import { createPayoutInput } from '@suanpan/contract/merchant/v2';
import { Refusal } from '@suanpan/domain/errors';
import type { ErrorName } from '@suanpan/domain/errors';
import { payoutFailureCode } from '@suanpan/domain/merchant-errors';
import { v1PayoutStatus } from '@suanpan/domain/states/wire';
import { formatMerchant } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { findOwnPayout } from '../../payouts/index.ts';
import type { Payouts } from '../../payouts/index.ts';
import type { OwnPayout } from './payout.present.ts';
import { MerchantFault } from '../merchant-fault.ts';
import { parse } from '../parse.ts';
import type { V1Route } from '../v1/serve-v1.ts';
import { knownFields, seconds } from '../v1/text-fields.ts';
import { createPayout } from './create-payout.ts';

/**
 * The calls of the legacy form by which merchants pay others. Whoever has no key that pays out is told that the service is off:
 * its addresses and its daily amount hold here too.
 */
export function v1TransferRoutes(payouts: Payouts): readonly V1Route[] {
  return [
    {
      path: '/transfer/create',
      async handle({ fields, ip, locale, merchant, requestId }) {
        const key = merchant.payoutKey;
        if (key === null) throw new MerchantFault('service_unavailable', { caller: merchant });
        if (!key.mayCallFrom(ip)) throw new MerchantFault('ip_not_allowed', { caller: merchant });
        const sent = parse(transferV1Input, fields, locale);
        const input = parse(
          createPayoutInput,
          {
            order_no: sent.out_trade_no,
            amount: sent.amount,
            currency: sent.currency,
            type: 'bank',
            beneficiary: { name: sent.account_name, account_no: sent.account_no, bank_code: sent.bank_code },
            notify_url: sent.notify_url,
          },
          locale,
        );
        const about = { apiVersion: 'v1', keyId: key.id, ip, requestId } as const;
        const { order } = await createPayout(payouts, merchant, input, about);
        return present(order);
      },
    },
    {
      path: '/transfer/query',
      async handle({ fields, locale, merchant }) {
        const { out_trade_no: merchantOrderNo } = parse(queryV1Input, fields, locale);
        const order = await findOwnPayout(payouts.db.app, merchant, { merchantOrderNo });
        if (order === undefined) throw new Refusal('notFound');
        return present(order);
      },
    },
  ];
}

/** All text, as the form and its signature want it; of the account no more than its last digits. */
function present(order: OwnPayout): Record<string, string> {
  const currency = order.currency as Currency;
  return knownFields({
    merchant_no: String(order.customer_id),
    out_trade_no: order.merchant_order_no,
    trade_no: order.order_no,
    status: v1PayoutStatus(order.status),
    currency,
    amount: formatMerchant(order.amount, currency),
    fee: formatMerchant(order.merchant_fee, currency),
    bank_code: order.bank_code,
    account_no: order.card_shown,
    account_name: order.account_name,
    created_at: seconds(order.created_at),
    paid_at: order.status === 'paid' && order.completed_at !== null ? seconds(order.completed_at) : null,
    reason: order.failure === null ? null : payoutFailureCode(order.failure as ErrorName),
    is_test: order.is_test ? '1' : null,
  });
}
