/**
 * JKoPay (街口支付): the payer is sent to its page. Promises: each call and notice is signed over its exact bytes; a notice is only a
 * reason to ask; asking for the same order again gives the same page.
 */
import { formatWhole } from '@suanpan/money/amount';
import { signJkopay, verifyJkopay } from '@suanpan/signing/jkopay';
import { formatTaiwanTime } from '@suanpan/signing/taiwan-time';
import { readJson } from '../../platform/read-json.ts';
import type {
  ChannelAccount,
  ChannelAdapter,
  CollectionRequest,
  Notice,
} from '../../modules/channels/port.ts';
import { BadSignature } from '../../modules/channels/port.ts';
import { stateOf } from './state.ts';
import { answer, entered, inquired, notice } from './wire.ts';

const statuses: ReadonlyMap<number, Notice['status']> = new Map([
  [0, 'paid'],
  [100, 'failed'],
]);
const badRequest = '200';

const signed = ({ credentials }: ChannelAccount, text: string): Record<string, string> => ({
  'content-type': 'application/json',
  'api-key': credentials['api_key'] ?? '',
  digest: signJkopay(text, credentials['secret_key'] ?? ''),
});

export const jkopay: ChannelAdapter = {
  driver: 'jkopay',
  sandbox: false,
  capabilities: {
    queryMinDelayMs: 60_000,
    notFoundIsFinal: false,
    heardFromPayer: false,
    confirmsWithinMs: 60_000,
    integerOnly: true,
    currencies: ['TWD'],
    countsUnknownOrders: false,
    // Its documents do not say that notices are signed; whoever sends none that can be believed is asked.
    askedEveryMs: 10_000,
    createIsRepeatable: true,
    testsToldByNotice: false,
  },
  credentialFields: [
    { name: 'store_id', secret: false },
    { name: 'api_key', secret: true },
    { name: 'secret_key', secret: true },
  ],
  acknowledgement: { status: 200, contentType: 'application/json', body: '{}' },

  async createCollection(account, request, exchange) {
    const body = entryBody(account, request);
    const response = await exchange({
      operation: 'create',
      method: 'POST',
      url: `${account.baseUrl}/platform/entry`,
      headers: signed(account, body),
      body,
    });
    if (response.status !== 200) return { outcome: 'unknown', reason: `HTTP ${response.status}` };
    const json = readJson(response.body);
    const page = entered.safeParse(json).data;
    if (page === undefined) {
      const code = answer.safeParse(json).data?.result ?? 'unreadable';
      return { outcome: code === badRequest ? 'refused' : 'unknown', reason: code };
    }
    const { payment_url: url } = page.result_object;
    return { outcome: 'accepted', value: { providerOrderNo: null, payment: { type: 'redirect', url } } };
  },

  async queryCollection(account, orderNo, exchange, known) {
    const query = `platform_order_ids=${encodeURIComponent(orderNo)}`;
    const { body, status } = await exchange({
      operation: 'query',
      method: 'GET',
      url: `${account.baseUrl}/platform/inquiry?${query}`,
      headers: signed(account, query),
    });
    if (status !== 200) return { outcome: 'unknown', reason: `HTTP ${status}` };
    const found = inquired.safeParse(readJson(body)).data?.result_object.transactions;
    const [transaction, ...others] = found ?? [];
    if (transaction === undefined || others.length > 0)
      return { outcome: 'unknown', reason: 'unreadable answer' };
    return stateOf(transaction, known?.amount ?? 0n);
  },

  parseNotice(account, raw) {
    if (!verifyJkopay(raw.body, raw.headers['digest'], account.credentials['secret_key'] ?? '')) {
      throw new BadSignature('DIGEST');
    }
    const told = notice.safeParse(readJson(raw.body.toString('utf8'))).data?.transaction;
    if (told === undefined) throw new BadSignature('unreadable body');
    const status = statuses.get(told.status) ?? 'pending';
    return {
      eventId: `${told.tradeNo ?? told.platform_order_id}-${status}`,
      orderNo: told.platform_order_id,
      status,
    };
  },
};

function entryBody(
  { credentials }: ChannelAccount,
  { amount, checkoutUrl, expiresAt, notifyUrl, orderNo }: CollectionRequest,
): string {
  // Not money: digits that JSON takes as they are.
  const whole = Number(formatWhole(amount, 'TWD'));
  return JSON.stringify({
    platform_order_id: orderNo,
    store_id: credentials['store_id'] ?? '',
    currency: 'TWD',
    total_price: whole,
    final_price: whole,
    valid_time: formatTaiwanTime(expiresAt.getTime(), '-'),
    result_url: notifyUrl,
    result_display_url: checkoutUrl,
  });
}
