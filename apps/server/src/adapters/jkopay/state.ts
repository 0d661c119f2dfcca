import { readAmount } from '@suanpan/money/amount';
import { parseTaiwanTime } from '@suanpan/signing/taiwan-time';
import type { QueryAnswer } from '../../modules/channels/port.ts';
import type { Transaction } from './wire.ts';

const [paid, processing, failed, unpaid, noSuchOrder] = [0, 1, 100, 101, 102];

/** What JKoPay says of an order. What is none of its statuses says nothing. */
export function stateOf(told: Transaction, asked: bigint): QueryAnswer {
  const { currency, final_price: price, platform_order_id: orderNo, status, trans_time, tradeNo } = told;
  if (status === noSuchOrder) return { outcome: 'notFound' };
  const none = { orderNo, providerOrderNo: orderNo, amount: asked, paidAmount: 0n, paidAt: null } as const;
  const open = { ...none, currency: 'TWD', simulated: false } as const;
  if (status === unpaid || status === processing)
    return { outcome: 'found', state: { ...open, status: 'pending' } };
  if (status === failed) return { outcome: 'found', state: { ...open, status: 'failed' } };
  if (status !== paid || (currency ?? 'TWD') !== 'TWD' || !tradeNo) {
    return { outcome: 'unknown', reason: `status ${status}` };
  }
  const amount = readAmount(String(price ?? ''), 'TWD');
  if (amount === null) return { outcome: 'unknown', reason: 'unreadable amount' };
  return {
    outcome: 'found',
    state: {
      ...open,
      providerOrderNo: tradeNo,
      status: 'paid',
      paidAmount: amount,
      paidAt: trans_time ? parseTaiwanTime(trans_time) : null,
    },
  };
}
