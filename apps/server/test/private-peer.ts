import { startPeer } from './dialect-peer.ts';
import type { PeerDialect } from './dialect-peer.ts';
import type { FakeBank } from './fake-bank.ts';

const token = 'a token of an account';
export const privateCard = {
  bank_code: '822',
  bank_name: '中國信託',
  branch: '南港分行',
  account_no: '901560501232',
  holder: '易通支付',
  feed_token: token,
} as const;

/** An account that tells what came in to it: what payers sent who had read their page. */
const dialect: PeerDialect = {
  driver: 'private',
  credentials: privateCard,
  refusal: { status: 400, body: '{}' },
  read({ headers, path }) {
    const accountNo = /^\/accounts\/(\d+)\/transfers$/.exec(path)?.[1];
    if (headers.authorization !== `Bearer ${token}` || accountNo === undefined) return undefined;
    return { operation: 'query', orderNo: accountNo };
  },
  answerCreate: () => ({ body: '{}' }),
  answerQuery: (accountNo, _charge, _by, charges) => ({
    body: JSON.stringify({
      currency: 'TWD',
      transfers: [...charges.values()]
        .filter(({ request, status }) => status === 'paid' && request['destination'] === accountNo)
        .map(({ chargeNo, paidAmount, paidAt, request }) => ({
          id: chargeNo,
          account_no: request['destination'],
          at: paidAt?.toISOString(),
          amount: paidAmount,
          payer_name: request['payer_name'] ?? null,
          payer_account: request['payer_account'] ?? null,
          memo: request['memo'] ?? null,
        })),
      next: null,
    }),
  }),
};

/** A receiving card with an account of our own. */
export const startPrivatePeer = (): Promise<FakeBank> => startPeer(dialect);
