import { formatMerchant, readAmount } from '@suanpan/money/amount';
import { isCurrency } from '@suanpan/money/currency';
import type { RefundAnswer, RefundSide } from '../../modules/channels/port.ts';
import { readAs } from '../../platform/read-json.ts';
import { call } from './call.ts';
import { refund } from './wire.ts';

/** How the sandbox bank pays payments back. */
export const simpayRefunds: RefundSide = {
  async createRefund(account, request, exchange) {
    const { status, body } = await call(account, exchange, 'refund', 'POST', '/simpay/v1/refunds', {
      refund_no: request.refundNo,
      merchant_order_no: request.orderNo,
      amount: formatMerchant(request.amount, request.currency),
      currency: request.currency,
    });
    if (status !== 200) {
      return { outcome: status >= 400 && status < 500 ? 'refused' : 'unknown', reason: `HTTP ${status}` };
    }
    const parsed = readAs(body, refund);
    if (parsed?.refund_no !== request.refundNo) return { outcome: 'unknown', reason: 'unreadable answer' };
    return { outcome: 'accepted', value: { providerOrderNo: parsed.bank_no } };
  },

  async queryRefund(account, refundNo, exchange) {
    const path = `/simpay/v1/refunds/${encodeURIComponent(refundNo)}`;
    const { status, body } = await call(account, exchange, 'queryRefund', 'GET', path);
    if (status === 404) return { outcome: 'notFound' };
    // Turned away for our key or clock: that says nothing of the refund.
    if (status !== 200) return { outcome: 'unknown', reason: `HTTP ${status}` };
    const parsed = readAs(body, refund);
    return parsed === undefined ? { outcome: 'unknown', reason: 'unreadable answer' } : stateOf(parsed);
  },
};

function stateOf(found: ReturnType<typeof refund.parse>): RefundAnswer {
  if (!isCurrency(found.currency)) return { outcome: 'unknown', reason: 'unknown currency' };
  const amount = readAmount(found.amount, found.currency);
  if (amount === null) return { outcome: 'unknown', reason: 'unreadable amount' };
  return {
    outcome: 'found',
    state: {
      orderNo: found.refund_no,
      providerOrderNo: found.bank_no,
      status: found.status,
      amount,
      currency: found.currency,
    },
  };
}
