import { createHash } from 'node:crypto';
import { tronAccountOf } from '@suanpan/signing/tron-address';
import { tronSandbox } from '@suanpan/signing/tron-sandbox';
import { startPeer } from './dialect-peer.ts';
import type { PeerDialect } from './dialect-peer.ts';
import type { Charge, FakeBank } from './fake-bank.ts';

/** The row of a transfer as the chain tells it. */
function rowOf(orderNo: string, { chargeNo, paidAmount, paidAt, request }: Charge) {
  if (orderNo.startsWith(sentBy(''))) return sentRow(orderNo.slice(sentBy('').length), { paidAt, request });
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

/** The operation under which a transaction of our own is kept: `bank.awaits(sentBy(hash), { from, to, value })`, then `bank.pay`. */
export const sentBy = (hash: string): string => `tx ${hash}`;

/** The same of a transaction of our own. */
const sentRow = (hash: string, { paidAt, request }: Pick<Charge, 'paidAt' | 'request'>) => ({
  transaction_id: hash,
  token_info: { symbol: 'USDT', address: request['token'] ?? tronSandbox.token, decimals: 6 },
  block_timestamp: paidAt?.getTime(),
  from: request['from'],
  to: request['to'],
  type: request['failed'] === 'true' ? 'Failed' : 'Transfer',
  value: request['value'],
});

const word = (address = ''): string => (tronAccountOf(address) ?? '').padStart(64, '0');

/** What a node tells of a transaction by its number; `value` is what the coin's log says, in its smallest units. */
function transactionOf(hash: string, { paidAt, request }: Charge) {
  const { from = '', to = '', token = tronSandbox.token, topic = transferTopic, value = '0' } = request;
  const moved = {
    address: tronAccountOf(token),
    topics: [topic, word(from), word(to)],
    data: BigInt(value).toString(16).padStart(64, '0'),
  };
  const hasFailed = request['failed'] === 'true';
  return {
    id: hash,
    blockNumber: 70_000_000,
    blockTimeStamp: paidAt?.getTime(),
    receipt: { result: hasFailed ? 'OUT_OF_ENERGY' : 'SUCCESS' },
    ...(hasFailed ? { result: 'FAILED' } : { log: [moved] }),
  };
}
const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** A node that tells of its chain; a payer's transfer is in a block that stands at once. */
const dialect = (addresses: readonly string[]): PeerDialect => ({
  driver: 'tron',
  credentials: {
    addresses: addresses.join(','),
    token: tronSandbox.token,
    api_key: tronSandbox.apiKey,
  },
  refusal: { status: 400, body: '{}' },
  read({ body, headers, path, query }) {
    if (
      path === '/walletsolidity/gettransactioninfobyid' &&
      headers['tron-pro-api-key'] === tronSandbox.apiKey
    ) {
      const { value } = JSON.parse(body) as { value: string };
      return { operation: 'query', orderNo: sentBy(value), by: 'transaction' };
    }
    const address = /^\/v1\/accounts\/(T\w{33})\/transactions\/trc20$/.exec(path)?.[1];
    const asked = new URLSearchParams(query);
    const isSound =
      asked.get('only_confirmed') === 'true' && asked.get('contract_address') === tronSandbox.token;
    if (headers['tron-pro-api-key'] !== tronSandbox.apiKey || address === undefined || !isSound)
      return undefined;
    return { operation: 'query', orderNo: address };
  },
  answerCreate: () => ({ body: '{}' }),
  answerQuery: (address, charge, by, charges) => ({
    body: JSON.stringify(
      by === 'transaction'
        ? charge?.status === 'paid'
          ? transactionOf(address.slice(sentBy('').length), charge)
          : {}
        : {
            success: true,
            // One with a slip in it is told of by nobody, and one that calls itself so by everybody.
            data: [...charges]
              .filter(
                ([, { request, status }]) =>
                  status === 'paid' && (request['destination'] ?? request['to']) === address,
              )
              .map(([orderNo, charge]) => rowOf(orderNo, charge)),
            meta: { page_size: charges.size },
          },
    ),
  }),
});

/** A chain on which we have a pool of addresses. */
export const startTronPeer = (): Promise<FakeBank> => startPeer(dialect(tronSandbox.addresses));
