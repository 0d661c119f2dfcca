import { balanceV1Input, createV1Input, queryV1Input } from '@suanpan/contract/merchant/v1';
import { createCollectionInput } from '@suanpan/contract/merchant/v2';
import { Refusal } from '@suanpan/domain/errors';
import { v1CollectionStatus } from '@suanpan/domain/states/wire';
import { formatMerchant } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { checkoutUrlOf, findOwnOrder } from '../../collections/index.ts';
import { readBalance } from '../balance.ts';
import type { OwnOrder } from '../collection.present.ts';
import { createCollection } from '../create-collection.ts';
import type { Creation } from '../create-collection.ts';
import { parse } from '../parse.ts';
import type { V1Route } from './serve-v1.ts';
import { knownFields, seconds } from './text-fields.ts';

/** The calls of the legacy form by which merchants collect (merchant API §3). */
export function v1Routes(creation: Creation): readonly V1Route[] {
  const { collections } = creation;

  /** All text, as the form and its signature want it; what is not known is left out. */
  function present(order: OwnOrder, merchantId: bigint): Record<string, string> {
    const currency = order.currency as Currency;
    const known: Record<string, string | null> = {
      merchant_no: String(merchantId),
      out_trade_no: order.merchant_order_no,
      trade_no: order.order_no,
      status: v1CollectionStatus(order.status, order.refund_status),
      currency,
      amount: formatMerchant(order.order_amount, currency),
      paid_amount: order.actual_amount === null ? null : formatMerchant(order.actual_amount, currency),
      fee: order.fee === null ? null : formatMerchant(order.fee, currency),
      credited_amount:
        order.accounted_amount === null ? null : formatMerchant(order.accounted_amount, currency),
      created_at: seconds(order.created_at),
      expires_at: seconds(order.expires_at),
      paid_at:
        order.actual_amount === null || order.completed_at === null ? null : seconds(order.completed_at),
      pay_url: checkoutUrlOf(collections, order.id),
      is_test: order.is_test ? '1' : null,
    };
    return knownFields(known);
  }

  return [
    {
      path: '/pay/create',
      async handle({ fields, ip, locale, merchant, requestId }) {
        const sent = parse(createV1Input, fields, locale);
        const input = parse(
          createCollectionInput,
          {
            order_no: sent.out_trade_no,
            amount: sent.amount,
            currency: sent.currency,
            method: sent.method,
            payer: sent.payer_name === undefined ? undefined : { name: sent.payer_name },
            notify_url: sent.notify_url,
            return_url: sent.return_url,
          },
          locale,
        );
        const about = { apiVersion: 'v1', ip, requestId } as const;
        const { order } = await createCollection(creation, merchant, input, about);
        return present(order, merchant.customerId);
      },
    },
    {
      path: '/pay/query',
      async handle({ fields, locale, merchant }) {
        const { out_trade_no: merchantOrderNo } = parse(queryV1Input, fields, locale);
        const order = await findOwnOrder(collections.db.app, merchant, { merchantOrderNo });
        if (order === undefined) throw new Refusal('notFound');
        return present(order, merchant.customerId);
      },
    },
    {
      path: '/balance',
      async handle({ fields, locale, merchant }) {
        const { currency } = parse(balanceV1Input, fields, locale);
        return readBalance(collections.db, merchant, currency ?? merchant.currency);
      },
    },
  ];
}
