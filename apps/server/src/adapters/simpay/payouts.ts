import { formatMerchant, readAmount, readSignedLedger } from '@suanpan/money/amount';
import { isCurrency } from '@suanpan/money/currency';
import type { PayoutAnswer, PayoutRequest, PayoutSide } from '../../modules/channels/port.ts';
import { BadSignature } from '../../modules/channels/port.ts';
import { readAs, readJson } from '../../platform/read-json.ts';
import { call, verifyNotice } from './call.ts';
import { balance, payout, payoutNotice } from './wire.ts';

const pathOf = (orderNo: string): string => `/simpay/v1/payouts/${encodeURIComponent(orderNo)}`;

/** How the sandbox bank pays others. */
export const simpayPayouts: PayoutSide = {
  async createPayout(account, request, exchange) {
    const fields = fieldsOf(request);
    const { status, body } = await call(account, exchange, 'payout', 'POST', '/simpay/v1/payouts', fields);
    if (status !== 200) {
      return { outcome: status >= 400 && status < 500 ? 'refused' : 'unknown', reason: `HTTP ${status}` };
    }
    const parsed = readAs(body, payout);
    if (parsed?.merchant_order_no !== request.orderNo) {
      return { outcome: 'unknown', reason: 'unreadable answer' };
    }
    return { outcome: 'accepted', value: { providerOrderNo: parsed.payout_no } };
  },

  async queryPayout(account, orderNo, exchange) {
    const { status, body } = await call(account, exchange, 'queryPayout', 'GET', pathOf(orderNo));
    if (status === 404) return { outcome: 'notFound' };
    // Turned away for our key or clock: that says nothing of the payout.
    if (status !== 200) return { outcome: 'unknown', reason: `HTTP ${status}` };
    const parsed = readAs(body, payout);
    return parsed === undefined ? { outcome: 'unknown', reason: 'unreadable answer' } : stateOf(parsed);
  },

  async queryBalance(account, exchange) {
    const path = `/simpay/v1/balance?currency=${account.currency}`;
    const { status, body } = await call(account, exchange, 'balance', 'GET', path);
    if (status !== 200) return { outcome: 'unknown', reason: `HTTP ${status}` };
    const parsed = readAs(body, balance);
    if (parsed?.currency !== account.currency) return { outcome: 'unknown', reason: 'unreadable answer' };
    const available = readSignedLedger(parsed.available, account.currency);
    if (available === null) return { outcome: 'unknown', reason: 'unreadable amount' };
    return { outcome: 'found', available };
  },

  parseNotice(account, raw, nowMs) {
    verifyNotice(account, raw, nowMs);
    const parsed = payoutNotice.safeParse(readJson(raw.body.toString('utf8')));
    if (!parsed.success) throw new BadSignature('unreadable body');
    const { event_id: eventId, merchant_order_no: orderNo, status } = parsed.data;
    return { eventId, orderNo, status };
  },
};

function fieldsOf(request: PayoutRequest): Record<string, string> {
  return {
    merchant_order_no: request.orderNo,
    amount: formatMerchant(request.amount, request.currency),
    currency: request.currency,
    bank_code: request.bankCode,
    account_no: request.accountNo,
    account_name: request.accountName,
    notify_url: request.notifyUrl,
    ...(request.branch !== null && { branch: request.branch }),
    ...(request.memo !== null && { memo: request.memo }),
    ...(request.simulate !== null && { simulate: request.simulate }),
  };
}

function stateOf(found: ReturnType<typeof payout.parse>): PayoutAnswer {
  if (!isCurrency(found.currency)) return { outcome: 'unknown', reason: 'unknown currency' };
  const amount = readAmount(found.amount, found.currency);
  const returnedAmount = readAmount(found.returned_amount ?? '0', found.currency);
  if (amount === null || returnedAmount === null) return { outcome: 'unknown', reason: 'unreadable amount' };
  return {
    outcome: 'found',
    state: {
      orderNo: found.merchant_order_no,
      providerOrderNo: found.payout_no,
      status: found.status,
      amount,
      currency: found.currency,
      returnedAmount,
    },
  };
}
