/**
 * The sandbox bank's dialect. Promises: every call and notice is signed over its raw bytes; an answer that
 * cannot be read is `unknown`; an amount that does not parse exactly is never taken for money.
 */
import { transferQr } from '@suanpan/domain/transfers/twqr';
import { formatMerchant, readAmount } from '@suanpan/money/amount';
import { isCurrency } from '@suanpan/money/currency';
import type {
  ChannelAccount,
  ChannelAdapter,
  CollectionRequest,
  CreatedCollection,
  Exchange,
  ProviderAnswer,
  QueryAnswer,
} from '../../modules/channels/port.ts';
import { BadSignature } from '../../modules/channels/port.ts';
import { readAs, readJson } from '../../platform/read-json.ts';
import { call, verifyNotice } from './call.ts';
import { simpayPayouts } from './payouts.ts';
import { simpayRefunds } from './refunds.ts';
import { charge, createdCharge, notice } from './wire.ts';

const kinds: Readonly<Record<string, string>> = {
  bank_transfer: 'bank_transfer',
  qr: 'qr',
  redirect: 'redirect',
  cvs: 'cvs',
  wechat: 'qr',
};

export const simpay: ChannelAdapter = {
  driver: 'simpay',
  sandbox: true,
  credentialFields: [
    { name: 'merchant_no', secret: false },
    { name: 'secret', secret: true },
  ],
  // A charge is in the bank's books before its create call is answered, and never removed from them.
  capabilities: {
    queryMinDelayMs: 60_000,
    notFoundIsFinal: true,
    heardFromPayer: false,
    confirmsWithinMs: 0,
    integerOnly: false,
    currencies: null,
    countsUnknownOrders: false,
    askedEveryMs: null,
    createIsRepeatable: true,
    testsToldByNotice: false,
  },
  acknowledgement: { status: 200, contentType: 'text/plain; charset=utf-8', body: 'OK' },

  async createCollection(account, request, exchange) {
    const fields = chargeRequest(request);
    const { status, body } = await call(account, exchange, 'create', 'POST', '/simpay/v1/charges', fields);
    if (status !== 200) {
      return { outcome: status >= 400 && status < 500 ? 'refused' : 'unknown', reason: `HTTP ${status}` };
    }
    const parsed = readAs(body, createdCharge);
    if (parsed?.merchant_order_no !== request.orderNo) {
      return { outcome: 'unknown', reason: 'unreadable answer' };
    }
    const payment: CreatedCollection['payment'] =
      parsed.payment.type === 'bank_account'
        ? { ...parsed.payment, qr: qrOf(parsed.payment, request) }
        : parsed.payment;
    return { outcome: 'accepted', value: { providerOrderNo: parsed.charge_no, payment } };
  },

  async queryCollection(account, orderNo, exchange) {
    const path = `/simpay/v1/charges/${encodeURIComponent(orderNo)}`;
    const { status, body } = await call(account, exchange, 'query', 'GET', path);
    if (status === 404) return { outcome: 'notFound' };
    // Turned away for our key or clock: that says nothing of the order.
    if (status !== 200) return { outcome: 'unknown', reason: `HTTP ${status}` };
    const parsed = readAs(body, charge);
    if (parsed === undefined) return { outcome: 'unknown', reason: 'unreadable answer' };
    return stateOf(parsed);
  },

  parseNotice(account, raw, nowMs) {
    verifyNotice(account, raw, nowMs);
    const parsed = notice.safeParse(readJson(raw.body.toString('utf8')));
    if (!parsed.success) throw new BadSignature('unreadable body');
    const { event_id, merchant_order_no, status } = parsed.data;
    return {
      eventId: event_id,
      orderNo: merchant_order_no,
      status: status === 'expired' ? 'failed' : status,
    };
  },

  payouts: simpayPayouts,
  refunds: simpayRefunds,

  simulateCollection: (account, orderNo, scenario, amount, exchange) =>
    simulate(account, exchange, `/simpay/v1/charges/${encodeURIComponent(orderNo)}/simulate`, {
      scenario,
      ...(amount !== null && { amount }),
    }),
  simulatePayout: (account, orderNo, scenario, exchange) =>
    simulate(account, exchange, `/simpay/v1/payouts/${encodeURIComponent(orderNo)}/simulate`, { scenario }),
};

async function simulate(
  account: ChannelAccount,
  exchange: Exchange,
  path: string,
  wanted: Readonly<Record<string, string>>,
): Promise<ProviderAnswer<null>> {
  const { status } = await call(account, exchange, 'simulate', 'POST', path, wanted);
  // What the bank is asked to let happen it answers with 202: it happens after the answer.
  if (status === 200 || status === 202) return { outcome: 'accepted', value: null };
  return { outcome: status >= 400 && status < 500 ? 'refused' : 'unknown', reason: `HTTP ${status}` };
}

function chargeRequest(request: CollectionRequest): Record<string, string> {
  return {
    merchant_order_no: request.orderNo,
    amount: formatMerchant(request.amount, request.currency),
    currency: request.currency,
    kind: kinds[request.methodType] ?? 'redirect',
    notify_url: request.notifyUrl,
    expires_at: request.expiresAt.toISOString(),
    ...(request.returnUrl !== null && { return_url: request.returnUrl }),
    ...(request.payerName !== null && { payer_name: request.payerName }),
    ...(request.simulate !== null && { simulate: request.simulate }),
  };
}

function stateOf(found: ReturnType<typeof charge.parse>): QueryAnswer {
  if (!isCurrency(found.currency)) return { outcome: 'unknown', reason: 'unknown currency' };
  const amount = readAmount(found.amount, found.currency);
  const paidAmount = readAmount(found.paid_amount ?? '0', found.currency);
  if (amount === null || paidAmount === null) return { outcome: 'unknown', reason: 'unreadable amount' };
  return {
    outcome: 'found',
    state: {
      orderNo: found.merchant_order_no,
      providerOrderNo: found.charge_no,
      status: found.status === 'expired' ? 'failed' : found.status,
      amount,
      paidAmount,
      currency: found.currency,
      paidAt: found.paid_at === null ? null : new Date(found.paid_at),
      simulated: found.simulated,
    },
  };
}

function qrOf(
  to: { readonly bank_code: string; readonly account_no: string },
  { amount, currency, orderNo }: CollectionRequest,
): string | null {
  if (currency !== 'TWD') return null;
  return transferQr({
    bankCode: to.bank_code,
    accountNo: to.account_no,
    amount,
    memo: orderNo.slice(-19),
  });
}
