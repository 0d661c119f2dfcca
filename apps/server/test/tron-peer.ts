import { createHash } from 'node:crypto';
import { tronSandbox } from '@suanpan/signing/tron-sandbox';
import { startPeer } from './dialect-peer.ts';
import type { PeerDialect } from './dialect-peer.ts';
import type { Charge, FakeBank } from './fake-bank.ts';

/** The row of a transfer as the chain tells it. */
function rowOf({ chargeNo, paidAmount, paidAt, request }: Charge) {
  const [whole = '', fraction = ''] = (paidAmount ?? '').split('.');
  return {
    transaction_id: createHash('sha256').update(chargeNo).digest('hex'),
    token_info: { symbol: 'USDT', address: request['token'] ?? tronSandbox.token, decimals: 6 },
    block_timestamp: paidAt?.getTime(),
    from: tronSandbox.sender,
    to: request['destination'],
    type: request['type'] ?? 'Transfer',
    value: /^\d+$/.test(whole) ? `${whole}${fraction.padEnd(6, '0')}`.replace(/^0+(?=\d)/, '') : paidAmount,
  };
}

/** A node that tells of its chain; a payer's transfer is in a block that stands at once. */
const dialect = (addresses: readonly string[]): PeerDialect => ({
  driver: 'tron',
  credentials: {
    addresses: addresses.join(','),
    token: tronSandbox.token,
    api_key: tronSandbox.apiKey,
  },
  refusal: { status: 400, body: '{}' },
  read({ headers, path, query }) {
    const address = /^\/v1\/accounts\/(T\w{33})\/transactions\/trc20$/.exec(path)?.[1];
    const asked = new URLSearchParams(query);
    const isSound =
      asked.get('only_confirmed') === 'true' && asked.get('contract_address') === tronSandbox.token;
    if (headers['tron-pro-api-key'] !== tronSandbox.apiKey || address === undefined || !isSound)
      return undefined;
    return { operation: 'query', orderNo: address };
  },
  answerCreate: () => ({ body: '{}' }),
  answerQuery: (address, _charge, _by, charges) => ({
    body: JSON.stringify({
      success: true,
      // One with a slip in it is told of by nobody, and one that calls itself so by everybody.
      data: [...charges.values()]
        .filter(({ request, status }) => status === 'paid' && request['destination'] === address)
        .map(rowOf),
      meta: { page_size: charges.size },
    }),
  }),
});

/** A chain on which we have a pool of addresses. */
export const startTronPeer = (): Promise<FakeBank> => startPeer(dialect(tronSandbox.addresses));
