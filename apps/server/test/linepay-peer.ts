import { linePaySandboxChannel, verifyLinePay } from '@suanpan/signing/line-pay';
import { startPeer } from './dialect-peer.ts';
import type { PeerDialect } from './dialect-peer.ts';
import type { Charge, FakeBank } from './fake-bank.ts';

const { channelId, channelSecret } = linePaySandboxChannel;
const first = 2_026_112_300_000_000_000n;
const transactionOf = (charge: Charge): string => String(first + BigInt(charge.chargeNo.slice(2)));
/** An answer of LINE Pay: its transactions are numbers of nineteen digits. */
const answering = (returnCode: string, info?: unknown) => ({
  body: JSON.stringify({ returnCode, returnMessage: 'OK', info }).replaceAll(
    /"transactionId":"(\d+)"/g,
    '"transactionId":$1',
  ),
});
const numberOf = (text: string | null): unknown => (/^\d+$/.test(text ?? '') ? Number(text) : text);

/** Which numbers it has, and what of them was confirmed: a payer's agreement alone is no payment. */
const dialect = (made: Set<string>, confirmed: Set<string>): PeerDialect => ({
  driver: 'linepay',
  credentials: { channel_id: channelId, channel_secret: channelSecret },
  refusal: answering('1104'),
  read({ body, headers, method, path, query }, charges) {
    const nonce = String(headers['x-line-authorization-nonce']);
    const call = { path, text: method === 'POST' ? body : query, nonce };
    const given = headers['x-line-authorization'];
    if (headers['x-line-channelid'] !== channelId || !verifyLinePay(call, String(given), channelSecret))
      return undefined;
    if (path === '/v3/payments/request') {
      const asked = JSON.parse(body) as { amount: number; currency: string; orderId: string };
      return {
        operation: 'create',
        orderNo: asked.orderId,
        charge: { amount: String(asked.amount), currency: asked.currency, body },
      };
    }
    const wanted = new URLSearchParams(query);
    const transaction = /\/(\d+)\/(check|confirm)$/.exec(path);
    const number = transaction?.[1] ?? wanted.get('transactionId');
    const named = [...charges].find(([, charge]) => transactionOf(charge) === number);
    const orderNo = named?.[0] ?? wanted.get('orderId') ?? 'none';
    if (transaction?.[2] !== 'confirm')
      return { operation: 'query', orderNo, by: transaction?.[2] ?? 'details' };
    const asked = JSON.parse(body) as { amount: number; currency: string };
    const isWhole = String(asked.amount) === named?.[1].request['amount'] && asked.currency === 'TWD';
    return { operation: 'query', orderNo, by: isWhole ? 'confirm' : 'wrong' };
  },
  answerCreate(orderNo, charge, origin) {
    // A number that it has is refused, whoever asks and for what.
    if (made.has(orderNo)) return answering('1172');
    made.add(orderNo);
    return answering('0000', {
      transactionId: transactionOf(charge),
      paymentUrl: { web: `${origin}/web/${charge.chargeNo}`, app: 'line://pay' },
    });
  },
  answerQuery(orderNo, charge, by) {
    if (charge === undefined) return answering('1150');
    const isPaid = charge.status === 'paid';
    if (by === 'wrong') return answering('1124');
    if (by === 'confirm') {
      if (!isPaid || confirmed.has(orderNo)) return answering('1198');
      confirmed.add(orderNo);
      return answering('0000', { orderId: orderNo, transactionId: transactionOf(charge) });
    }
    if (by === 'check') {
      if (!isPaid) return answering(charge.status === 'failed' ? '0121' : '0000');
      return answering(confirmed.has(orderNo) ? '0123' : '0110');
    }
    if (!confirmed.has(orderNo)) return answering('1150');
    return answering('0000', [
      {
        transactionId: transactionOf(charge),
        transactionDate: charge.paidAt?.toISOString(),
        transactionType: 'PAYMENT',
        payStatus: 'CAPTURE',
        currency: charge.request['currency'],
        orderId: orderNo,
        payInfo: [{ method: 'CREDIT_CARD', amount: numberOf(charge.paidAmount) }],
      },
    ]);
  },
});

/** LINE Pay with a channel of our own. */
export const startLinePayPeer = (): Promise<FakeBank> => startPeer(dialect(new Set(), new Set()));
