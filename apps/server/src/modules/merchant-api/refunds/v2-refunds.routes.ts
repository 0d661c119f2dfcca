import { hash } from 'node:crypto';
import { createRefundInput, refundQuery } from '@suanpan/contract/merchant/v2';
import { Refusal } from '@suanpan/domain/errors';
import { readPositiveAmount } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { findOwnOrder, listOwnRefunds, refundByMerchant } from '../../collections/index.ts';
import type { Collections, OrderRow } from '../../collections/index.ts';
import { MerchantFault } from '../merchant-fault.ts';
import { parse } from '../parse.ts';
import type { MerchantCall, MerchantRoute } from '../serve-v2.ts';
import { presentOwnRefund } from './refund.present.ts';

/** The calls of API v2 by which a merchant has a collection paid back. The money goes by the way it came, and people send it. */
export function v2RefundRoutes({ db }: Pick<Collections, 'db'>): readonly MerchantRoute[] {
  async function own(call: MerchantCall): Promise<OrderRow> {
    const id = /^col_([1-9]\d{0,17})$/.exec(call.params['id'] ?? '')?.[1];
    const order = id === undefined ? undefined : await findOwnOrder(db.app, call.key, { id: BigInt(id) });
    if (order === undefined) throw new Refusal('notFound');
    return order;
  }

  return [
    {
      method: 'POST',
      path: '/collections/{id}/refunds',
      scope: 'payout',
      async handle(call) {
        const { key, requestId } = call;
        const input = parse(createRefundInput, call.sent, call.locale);
        const order = await own(call);
        if (order.is_test) throw new Refusal('realOrderOnly');
        const amount = amountOf(input.amount, order.currency as Currency);
        const meaning = JSON.stringify([
          String(order.id),
          input.refund_no,
          String(amount),
          input.reason ?? null,
        ]);
        const { outcome, refundId } = await refundByMerchant(db, {
          orderId: order.id,
          refundNo: input.refund_no,
          amount,
          requestHash: hash('sha256', meaning, 'buffer'),
          keyId: key.counterId,
          reason: input.reason ?? input.refund_no,
          requestId,
        });
        if (outcome === 'conflict') throw new MerchantFault('order_no_conflict', { field: 'refund_no' });
        const [refund] = await listOwnRefunds(db.app, key.customerId, order.id, { id: refundId });
        if (refund === undefined) throw new Error(`Refund ${refundId} is gone`);
        const replayed = outcome === 'replayed';
        return { status: replayed ? 200 : 202, body: presentOwnRefund(refund), replayed };
      },
    },
    {
      method: 'GET',
      path: '/collections/{id}/refunds',
      scope: 'read',
      async handle(call) {
        const { refund_no: refundNo } = parse(refundQuery, call.sent, call.locale);
        const order = await own(call);
        const found = await listOwnRefunds(db.app, call.key.customerId, order.id, {
          ...(refundNo !== undefined && { refundNo }),
        });
        return { body: { items: found.map(presentOwnRefund), next_cursor: null } };
      },
    },
  ];
}

/** Refuses what is no amount of this currency, and nothing. */
function amountOf(text: string, currency: Currency): bigint {
  const amount = readPositiveAmount(text, currency);
  if (amount === null) throw new MerchantFault('invalid_request', { field: 'amount' });
  return amount;
}
