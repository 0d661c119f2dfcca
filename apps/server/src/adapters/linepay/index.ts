/**
 * LINE Pay v3. It tells no news: who waits asks, and confirms what a payer has agreed to. Promises: what is confirmed is the sum
 * that was ordered; numbers of transactions keep every digit; an order whose page nobody was given is never asked for twice.
 */
import { formatWhole } from '@suanpan/money/amount';
import type { ChannelAdapter, CollectionRequest } from '../../modules/channels/port.ts';
import { call } from './call.ts';
import { queryPayment } from './query.ts';
import { answer, requested } from './wire.ts';

/** Codes by which it says that it takes no such order: of the merchant, the headers, the sum, the currency, the fields. */
const refusals: ReadonlySet<string> = new Set([
  '1104',
  '1105',
  '1106',
  '1124',
  '1178',
  '2101',
  '2102',
  '2104',
]);

export const linepay: ChannelAdapter = {
  driver: 'linepay',
  sandbox: false,
  capabilities: {
    queryMinDelayMs: 60_000,
    // It finds payments alone; without one, and without the page's number, nobody was ever sent there.
    notFoundIsFinal: true,
    heardFromPayer: false,
    confirmsWithinMs: 0,
    integerOnly: true,
    currencies: ['TWD'],
    countsUnknownOrders: false,
    askedEveryMs: 3_000,
    createIsRepeatable: false,
    testsToldByNotice: false,
  },
  credentialFields: [
    { name: 'channel_id', secret: false },
    { name: 'channel_secret', secret: true },
  ],
  acknowledgement: { status: 200, contentType: 'text/plain; charset=utf-8', body: 'OK' },

  async createCollection(account, request, exchange) {
    const { json, status } = await call(account, exchange, {
      operation: 'create',
      path: '/v3/payments/request',
      body: requestBody(request),
    });
    if (status !== 200) return { outcome: 'unknown', reason: `HTTP ${status}` };
    const page = requested.safeParse(json).data;
    if (page === undefined) {
      const code = answer.safeParse(json).data?.returnCode ?? 'unreadable';
      return { outcome: refusals.has(code) ? 'refused' : 'unknown', reason: code };
    }
    const { paymentUrl, transactionId } = page.info;
    return {
      outcome: 'accepted',
      value: { providerOrderNo: transactionId, payment: { type: 'redirect', url: paymentUrl.web } },
    };
  },

  queryCollection: queryPayment,
};

function requestBody({ amount, checkoutUrl, orderNo }: CollectionRequest): string {
  // Not money: digits that JSON takes as they are.
  const whole = Number(formatWhole(amount, 'TWD'));
  return JSON.stringify({
    amount: whole,
    currency: 'TWD',
    orderId: orderNo,
    packages: [
      { id: orderNo, amount: whole, name: orderNo, products: [{ name: orderNo, quantity: 1, price: whole }] },
    ],
    redirectUrls: { confirmUrl: checkoutUrl, cancelUrl: checkoutUrl },
    options: { payment: { capture: true } },
  });
}
