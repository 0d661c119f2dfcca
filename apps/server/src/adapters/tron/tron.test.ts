import { createHash } from 'node:crypto';
import { tronSandbox } from '@suanpan/signing/tron-sandbox';
import { parseAmount } from '@suanpan/money/amount';
import { describe, expect, test } from 'vitest';
import type { ChannelAccount, Exchange } from '../../modules/channels/port.ts';
import { tronAccountOf } from '@suanpan/signing/tron-address';
import { tron } from './index.ts';

const [address, neighbour] = tronSandbox.addresses;
const account: ChannelAccount = {
  id: 7n,
  driver: 'tron',
  name: 'Wallet',
  agentId: 1n,
  currency: 'USDT',
  baseUrl: 'https://api.trongrid.example',
  credentials: { addresses: address, token: tronSandbox.token, api_key: 'key' },
  latePayment: 'credit',
};
const since = new Date('2026-11-23T01:00:00Z');
const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const row = (more: object = {}) => ({
  transaction_id: hash('1'),
  token_info: { symbol: 'USDT', address: tronSandbox.token, decimals: 6, name: 'Tether USD' },
  block_timestamp: since.getTime() + 60_000,
  from: tronSandbox.fakeToken,
  to: address,
  type: 'Transfer',
  value: '25500000',
  ...more,
});
const asked: URL[] = [];
/** A node that answers page by page. */
const answering = (...pages: { rows: object[]; fingerprint?: string }[]): Exchange => {
  const left = [...pages];
  return async ({ headers, url }) => {
    asked.push(new URL(url));
    expect(headers['tron-pro-api-key']).toBe('key');
    const { fingerprint, rows = [] } = left.shift() ?? {};
    return { status: 200, body: JSON.stringify({ success: true, data: rows, meta: { fingerprint } }) };
  };
};
const list = async (exchange: Exchange, of = account) => {
  const answer = await tron.feed?.list(of, since, exchange);
  if (answer?.outcome !== 'found') throw new Error(answer?.reason ?? 'no feed');
  return answer.transfers;
};

test('what came in is asked for in blocks that stand, of the one contract, since the order was placed', async () => {
  const transfers = await list(answering({ rows: [row()] }));
  expect(transfers).toEqual([
    {
      ref: `${hash('1')}-${tronSandbox.fakeToken}-${address.slice(-8)}-25500000`,
      destination: address,
      at: new Date('2026-11-23T01:01:00Z'),
      amount: parseAmount('25.5', 'USDT'),
      payerName: null,
      payerAccount: tronSandbox.fakeToken,
      memo: null,
    },
  ]);
  const { pathname, searchParams } = asked.at(-1) ?? new URL('https://none.example');
  expect(pathname).toBe(`/v1/accounts/${address}/transactions/trc20`);
  expect(Object.fromEntries(searchParams)).toEqual({
    contract_address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    only_confirmed: 'true',
    min_timestamp: String(since.getTime()),
    limit: '50',
  });
  // A page that is cut off says nothing, and would be asked for again without end.
  const full = {
    data: Array.from({ length: Number(searchParams.get('limit')) }, () => row({ value: '9'.repeat(19) })),
    success: true,
  };
  expect(JSON.stringify({ ...full, meta: { fingerprint: 'f'.repeat(500) } }).length).toBeLessThan(64 * 1024);
});

test.each([
  ['a coin that only calls itself USDT', { token_info: { address: tronSandbox.fakeToken, decimals: 6 } }],
  ['one that counts otherwise', { token_info: { address: tronSandbox.token, decimals: 18 } }],
  ['an approval', { type: 'Approval' }],
  ['what was sent on from us', { from: address, to: neighbour }],
  ['what went to a neighbour', { to: neighbour }],
  ['dust', { value: '9999' }],
  ['nothing at all, as those send who want their address to be copied', { value: '0' }],
  ['more than there is', { value: '9'.repeat(40) }],
])('%s is no money of ours', async (_, more) => {
  expect(await list(answering({ rows: [row(more)] }))).toEqual([]);
});

test('a page that begins with the end of the one before counts it once', async () => {
  const other = row({ transaction_id: hash('2'), value: '10001' });
  const transfers = await list(
    answering({ rows: [row(), other], fingerprint: 'next' }, { rows: [other, row({ value: '10002' })] }),
  );
  expect(transfers.map(({ amount }) => amount)).toEqual([25_500_000n, 10_001n, 10_002n]);
  expect(asked.at(-1)?.searchParams.get('fingerprint')).toBe('next');
});

test('one transaction that pays two of our addresses the same is two payments', async () => {
  const both = { ...account, credentials: { ...account.credentials, addresses: `${address},${neighbour}` } };
  const transfers = await list(answering({ rows: [row()] }, { rows: [row({ to: neighbour })] }), both);
  expect(transfers.map(({ destination }) => destination)).toEqual([address, neighbour]);
  expect(new Set(transfers.map(({ ref }) => ref)).size).toBe(2);
});

test.each([
  ['what is no JSON', async () => ({ status: 200, body: '<html>' })],
  ['an error', async () => ({ status: 429, body: '{}' })],
  ['a value that is no number', answering({ rows: [row({ value: '1e6' })] })],
  ['a page without an end', async () => ({ status: 200, body: '{"data":[],"meta":{"fingerprint":"x"}}' })],
] as [string, Exchange][])('of %s nothing is concluded', async (_, exchange) => {
  expect((await tron.feed?.list(account, since, exchange))?.outcome).toBe('unknown');
});

test('an address with a slip in it is given to nobody', () => {
  const addresses = [address, `${neighbour.slice(0, -1)}1`, ` ${neighbour} `, address].join(',');
  const places = (named: string) =>
    tron.feed?.places({ ...account, credentials: { ...account.credentials, addresses: named } }, 1n);
  expect(places(addresses)).toEqual({ destinations: [address, neighbour], shared: false });
  // A single one is shared, and told apart by the sum.
  expect(places(address)).toEqual({ destinations: [address], shared: true });
});

describe('a transaction that was named for a payout', () => {
  const named = { hash: hash('paid'), to: neighbour, amount: 25_500_000n, since };
  const word = (of: string): string => (tronAccountOf(of) ?? '').padStart(64, '0');
  const line = (more: object = {}) => ({
    address: tronAccountOf(tronSandbox.token),
    topics: [
      'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
      word(address),
      word(neighbour),
    ],
    data: (25_500_000).toString(16).padStart(64, '0'),
    ...more,
  });
  const told = (more: object = {}) => ({
    id: named.hash,
    blockTimeStamp: since.getTime() + 60_000,
    receipt: { result: 'SUCCESS' },
    log: [line()],
    ...more,
  });
  const read = (body: unknown, status = 200) =>
    tron.watched?.readTransfer(account, named, async ({ body: sent, method, url }) => {
      expect([method, url, sent]).toEqual([
        'POST',
        'https://api.trongrid.example/walletsolidity/gettransactioninfobyid',
        JSON.stringify({ value: named.hash }),
      ]);
      return { status, body: typeof body === 'string' ? body : JSON.stringify(body) };
    });

  test('pays when the coin itself tells of exactly it, among whatever else it did', async () => {
    expect(await read(told())).toEqual({ outcome: 'paid' });
    const others = [line({ data: '1'.padStart(64, '0') }), line({ topics: [] }), line()];
    expect(await read(told({ log: others }))).toEqual({ outcome: 'paid' });
    // Some nodes write the byte of the network before an address.
    expect(await read(told({ log: [line({ address: `41${tronAccountOf(tronSandbox.token)}` })] }))).toEqual({
      outcome: 'paid',
    });
  });

  test.each([
    ['failed', { result: 'FAILED', receipt: { result: 'OUT_OF_ENERGY' }, log: [] }],
    ['failed', { receipt: { result: 'REVERT' } }],
    ['otherToken', { log: [line({ address: tronAccountOf(tronSandbox.fakeToken) })] }],
    ['otherToken', { log: [] }],
    [
      'otherSender',
      { log: [line({ topics: [line().topics[0], word(tronSandbox.sender), word(neighbour)] })] },
    ],
    ['otherPayee', { log: [line({ topics: [line().topics[0], word(address), word(tronSandbox.sender)] })] }],
    ['otherAmount', { log: [line({ data: (25_500_001).toString(16).padStart(64, '0') })] }],
    ['earlier', { blockTimeStamp: since.getTime() - 3_600_000 }],
  ])('is refused as %s: %j', async (why, more) => {
    expect(await read(told(more))).toEqual({ outcome: 'refused', why });
  });

  test('that is in no block that stands is not there yet, and of what is unclear nothing is concluded', async () => {
    expect(await read({})).toEqual({ outcome: 'notFound' });
    for (const body of [
      '<html>',
      '[]',
      'null',
      told({ id: hash('another') }),
      told({ receipt: undefined }),
    ]) {
      expect((await read(body))?.outcome).toBe('unknown');
    }
    expect((await read(told(), 503))?.outcome).toBe('unknown');
  });

  test('what there is at our addresses is read in the one coin alone', async () => {
    const holding = (tokens: object[]) => async () => ({
      status: 200,
      body: JSON.stringify({ data: [{ trc20: tokens }], success: true }),
    });
    const coins = [{ [tronSandbox.fakeToken]: '9' }, { [tronSandbox.token]: '25500000' }];
    expect(await tron.watched?.queryBalance(account, holding(coins))).toEqual({
      outcome: 'found',
      available: 25_500_000n,
    });
    const nothing = async () => ({ status: 200, body: '{"data":[],"success":true}' });
    expect(await tron.watched?.queryBalance(account, nothing)).toEqual({ outcome: 'found', available: 0n });
    const odd = holding([{ [tronSandbox.token]: '1e6' }]);
    expect((await tron.watched?.queryBalance(account, odd))?.outcome).toBe('unknown');
  });
});
