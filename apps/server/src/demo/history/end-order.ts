import { createHash } from 'node:crypto';
import { parseAmount } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import type { CollectionState } from '../../modules/channels/index.ts';
import { confirmCollection, findOrder } from '../../modules/collections/index.ts';
import type { BackfilledOrder, Collections, SettleRequest } from '../../modules/collections/index.ts';
import type { DrawnOrder } from './draw-order.ts';

/** How an order of history ends, noted when it was born. */
export interface End {
  readonly act: 'settle' | 'expire' | 'late' | 'heard';
  readonly drawn: DrawnOrder;
  readonly made: Pick<BackfilledOrder, 'orderId' | 'orderNo' | 'channelAccountId'>;
}

export function toSettle({ drawn, made }: End): SettleRequest {
  return {
    orderId: made.orderId,
    paidAmount: drawn.order.amount,
    channelAccountId: made.channelAccountId ?? 0n,
    providerOrderNo: providerNo(made.orderNo),
    lateAllowed: true,
    requestId: null,
  };
}

/**
 * What the provider of an order says of it, when it says anything but that it was paid as it should be. The product
 * asks, hears and decides as it does of a live order.
 */
export async function hear(collections: Collections, { drawn, made }: End): Promise<void> {
  const order = await findOrder(collections.db.app, made.orderId);
  if (order === undefined) return;
  const currency = order.currency as Currency;
  const difference = drawn.course.end === 'mismatch' ? drawn.course.differenceMajor : 0;
  const minor = parseAmount(String(Math.abs(difference)), currency) * (difference < 0 ? -1n : 1n);
  const paid = order.pay_amount + minor;
  const state: CollectionState = {
    orderNo: made.orderNo,
    providerOrderNo: providerNo(drawn.course.end === 'twice' ? `${made.orderNo} again` : made.orderNo),
    status: drawn.course.end === 'reversed' ? 'reversed' : 'paid',
    amount: order.pay_amount,
    // A sum that would leave nothing was sent twice instead.
    paidAmount: paid > 0n ? paid : order.pay_amount * 2n,
    currency,
    paidAt: null,
    simulated: drawn.course.end === 'simulated',
  };
  const outcome = await confirmCollection(answeredBy(collections, state), made.orderId, null);
  if (outcome === 'unanswered') throw new Error(`Order ${made.orderNo} of the history did not end as drawn`);
}

/** The same, with a provider that answers this whatever it is asked. */
function answeredBy(collections: Collections, state: CollectionState): Collections {
  const { channels } = collections;
  return {
    ...collections,
    channels: {
      ...channels,
      async open(channelAccountId) {
        const { account, adapter } = await channels.open(channelAccountId);
        return {
          account,
          adapter: { ...adapter, queryCollection: async () => ({ outcome: 'found', state }) },
        };
      },
    },
  };
}

/** As the sandbox bank numbers its charges. */
const providerNo = (orderNo: string): string =>
  `SB${createHash('sha256').update(orderNo).digest('hex').slice(0, 18).toUpperCase()}`;
