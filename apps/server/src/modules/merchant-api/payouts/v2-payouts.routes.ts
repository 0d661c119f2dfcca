import { createPayoutInput, noQuery, payoutQuery, simulatePayoutInput } from '@suanpan/contract/merchant/v2';
import { Refusal } from '@suanpan/domain/errors';
import { cancelPayout, findOwnPayout, listOwnPayouts } from '../../payouts/index.ts';
import type { PayoutRow, Payouts } from '../../payouts/index.ts';
import { parse } from '../parse.ts';
import type { MerchantCall, MerchantRoute } from '../serve-v2.ts';
import { createPayout } from './create-payout.ts';
import { presentPayout } from './payout.present.ts';
import { simulatePayout } from './simulate-payout.ts';

/** The calls of API v2 by which merchants pay others. */
export function v2PayoutRoutes(payouts: Payouts): readonly MerchantRoute[] {
  const { db } = payouts;

  async function own(call: MerchantCall): Promise<PayoutRow> {
    const id = /^pay_([1-9]\d{0,17})$/.exec(call.params['id'] ?? '')?.[1];
    const order = id === undefined ? undefined : await findOwnPayout(db.app, call.key, { id: BigInt(id) });
    if (order === undefined) throw new Refusal('notFound');
    return order;
  }

  return [
    {
      method: 'POST',
      path: '/payouts',
      scope: 'payout',
      admitsItself: true,
      async handle({ admission, ip, key, locale, requestId, sent }) {
        const input = parse(createPayoutInput, sent, locale);
        const { order, replayed } = await createPayout(payouts, key, input, {
          apiVersion: 'v2',
          keyId: key.counterId,
          ip,
          requestId,
          admission,
        });
        return { status: replayed ? 200 : 202, body: presentPayout(order, locale), replayed };
      },
    },
    {
      method: 'GET',
      path: '/payouts',
      scope: 'read',
      async handle({ key, locale, sent }) {
        const { cursor, limit, order_no: merchantOrderNo } = parse(payoutQuery, sent, locale);
        if (merchantOrderNo !== undefined) {
          const order = await findOwnPayout(db.app, key, { merchantOrderNo });
          if (order === undefined) throw new Refusal('notFound');
          return { body: presentPayout(order, locale) };
        }
        const after = cursor === undefined ? null : BigInt(cursor.slice('pay_'.length));
        // One more than asked for tells whether another page follows.
        const found = await listOwnPayouts(db.app, key, { after, limit: limit + 1 });
        const items = found.slice(0, limit).map((order) => presentPayout(order, locale));
        return { body: { items, next_cursor: found.length > limit ? (items.at(-1)?.id ?? null) : null } };
      },
    },
    {
      method: 'GET',
      path: '/payouts/{id}',
      scope: 'read',
      async handle(call) {
        parse(noQuery, call.sent, call.locale);
        return { body: presentPayout(await own(call), call.locale) };
      },
    },
    {
      method: 'POST',
      path: '/payouts/{id}/cancel',
      scope: 'payout',
      async handle(call) {
        parse(noQuery, call.sent, call.locale);
        const order = await own(call);
        await cancelPayout(payouts, order.id, { actorId: call.key.customerId, requestId: call.requestId });
        return { body: presentPayout(await own(call), call.locale) };
      },
    },
    {
      method: 'POST',
      path: '/simulate/payouts/{id}',
      scope: 'payout',
      async handle(call) {
        const { scenario } = parse(simulatePayoutInput, call.sent, call.locale);
        await simulatePayout(payouts, await own(call), scenario);
        return { status: 202, body: presentPayout(await own(call), call.locale) };
      },
    },
  ];
}
