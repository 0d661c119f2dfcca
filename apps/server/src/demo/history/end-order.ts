import { createHash } from 'node:crypto';
import { parseAmount } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { findOrder, setAside } from '../../modules/collections/index.ts';
import type {
  BackfilledOrder,
  Collections,
  FoundMoney,
  SettleRequest,
} from '../../modules/collections/index.ts';
import type { DrawnOrder } from './draw-order.ts';

/** How an order of history ends, noted when it was born. */
export interface End {
  readonly act: 'settle' | 'expire' | 'mismatch' | 'late';
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

/** Sets money aside that does not fit its order, as the provider would have reported it. */
export async function putAside(
  collections: Collections,
  { drawn, made }: End,
  reason: 'amount_mismatch' | 'abnormal',
): Promise<void> {
  const order = await findOrder(collections.db.app, made.orderId);
  if (order === undefined) return;
  const currency = order.currency as Currency;
  const difference = drawn.course.end === 'mismatch' ? drawn.course.differenceMajor : 0;
  const minor = parseAmount(String(Math.abs(difference)), currency) * (difference < 0 ? -1n : 1n);
  const paid = order.pay_amount + minor;
  const state: FoundMoney['state'] = {
    orderNo: made.orderNo,
    providerOrderNo: providerNo(made.orderNo),
    status: 'paid',
    amount: order.pay_amount,
    // A sum that would leave nothing was sent twice instead.
    paidAmount: paid > 0n ? paid : order.pay_amount * 2n,
    currency,
    paidAt: null,
    simulated: false,
  };
  const channelAccountId = made.channelAccountId;
  if (channelAccountId === null) return;
  await setAside(collections, { order, channelAccountId, state, requestId: null }, reason);
}

/** As the sandbox bank numbers its charges. */
const providerNo = (orderNo: string): string =>
  `SB${createHash('sha256').update(orderNo).digest('hex').slice(0, 18).toUpperCase()}`;
