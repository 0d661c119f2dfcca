import { jkopaySandboxStore, signJkopay, verifyJkopay } from '@suanpan/signing/jkopay';
import { formatTaiwanTime } from '@suanpan/signing/taiwan-time';
import { startPeer } from './dialect-peer.ts';
import type { PeerDialect } from './dialect-peer.ts';
import type { Charge, FakeBank } from './fake-bank.ts';

const { apiKey, secretKey, storeId } = jkopaySandboxStore;
const statuses: Readonly<Record<string, number>> = { paid: 0, pending: 101, failed: 100 };

const transactionOf = (orderNo: string, charge: Charge | undefined) => ({
  platform_order_id: orderNo,
  status: charge === undefined ? 102 : (statuses[charge.status] ?? 101),
  tradeNo: charge?.status === 'paid' ? charge.chargeNo : null,
  trans_time: charge?.paidAt ? formatTaiwanTime(charge.paidAt.getTime(), '-') : null,
  currency: charge?.request['currency'],
  final_price: charge?.paidAmount,
});

const dialect: PeerDialect = {
  driver: 'jkopay',
  credentials: { store_id: storeId, api_key: apiKey, secret_key: secretKey },
  refusal: { body: '{"result":"200","message":"Store not found","result_object":null}' },
  read({ body, headers, method, query }) {
    const text = method === 'POST' ? body : query;
    if (headers['api-key'] !== apiKey || !verifyJkopay(text, String(headers['digest']), secretKey))
      return undefined;
    if (method === 'GET')
      return { operation: 'query', orderNo: new URLSearchParams(query).get('platform_order_ids') ?? '' };
    const asked = JSON.parse(body) as { final_price: number; currency: string; platform_order_id: string };
    return {
      operation: 'create',
      orderNo: asked.platform_order_id,
      charge: { amount: String(asked.final_price), currency: asked.currency, body },
    };
  },
  answerCreate: (_orderNo, charge, origin) => ({
    body: JSON.stringify({
      result: '000',
      message: null,
      result_object: { payment_url: `${origin}/pay/${charge.chargeNo}`, qr_timeout: 1_200 },
    }),
  }),
  answerQuery: (orderNo, charge) => ({
    body: JSON.stringify({
      result: '000',
      message: null,
      result_object: { transactions: [transactionOf(orderNo, charge)] },
    }),
  }),
  tell(orderNo, charge, { eventId, secret, status = 'paid' }) {
    const body = JSON.stringify({
      transaction: {
        ...transactionOf(orderNo, charge),
        status: statuses[status] ?? 101,
        tradeNo: eventId ?? charge?.chargeNo ?? 'none',
      },
    });
    return { body, headers: { digest: signJkopay(body, secret ?? secretKey) } };
  },
};

/** JKoPay with a store of our own. */
export const startJkopayPeer = (): Promise<FakeBank> => startPeer(dialect);
