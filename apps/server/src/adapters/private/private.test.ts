import { parseAmount } from '@suanpan/money/amount';
import { expect, test } from 'vitest';
import { privateCard } from '../../../test/private-peer.ts';
import type { ChannelAccount, CollectionRequest, Exchange } from '../../modules/channels/port.ts';
import { privateTransfer } from './index.ts';

const account: ChannelAccount = {
  id: 7n,
  driver: 'private',
  name: 'Card',
  agentId: 1n,
  currency: 'TWD',
  baseUrl: 'https://bank.example',
  credentials: privateCard,
  latePayment: 'credit',
};
const rangeOf = (account_no: string): ChannelAccount => ({
  ...account,
  credentials: { ...privateCard, account_no },
});
const request = (destination: string | null): CollectionRequest => ({
  orderNo: 'C2611230000000001',
  amount: parseAmount('1500', 'TWD'),
  currency: 'TWD',
  methodType: 'bank_transfer',
  notifyUrl: 'https://pay.example/api/notify/7',
  returnUrl: null,
  payerName: '王小明',
  expiresAt: new Date('2026-11-23T01:20:00Z'),
  simulate: null,
  checkoutUrl: 'https://pay.example/pay/#/checkout?t=t',
  formUrl: 'https://pay.example/api/checkout/t/form',
  destination,
});
const nobody: Exchange = async () => {
  throw new Error('nobody is asked');
};
const feed = privateTransfer.feed;
if (feed === undefined) throw new Error('a card tells what came in');

test('a payer is shown the card, a code for his bank’s app, and what to write', async () => {
  const answer = await privateTransfer.createCollection(account, request('901560501232'), nobody);
  const memo = feed.codeOf('C2611230000000001');
  expect(memo).toMatch(/^[2-9A-HJKMNP-Z]{7}$/);
  expect(feed.codeOf('C2611230000000002')).not.toBe(memo);
  expect(answer).toEqual({
    outcome: 'accepted',
    value: {
      providerOrderNo: null,
      payment: {
        type: 'bank_account',
        bank_code: '822',
        bank_name: '中國信託',
        branch: '南港分行',
        account_no: '901560501232',
        holder: '易通支付',
        qr: `TWQRP://822NTTransfer/158/02/V1?D6=0000901560501232&D5=822&D10=901&D1=150000&D9=${memo}`,
        memo,
      },
    },
  });
});

test.each([null, '', '12', 'abcdefg', '98221{7}/3,7,1/11x'])(
  '%s is no account to send a payer to',
  async (place) => {
    expect((await privateTransfer.createCollection(account, request(place), nobody)).outcome).toBe('refused');
  },
);

test('a card is shared by its orders; a range has a number for each of them', () => {
  expect(feed.places(account, 42n)).toEqual({ destinations: ['901560501232'], shared: true });
  const { destinations, shared } = feed.places(rangeOf('98221{7}/3,7,1/10'), 42n);
  expect(shared).toBe(false);
  expect(destinations.slice(0, 2)).toEqual(['9822100000428', '9822100000439']);
  expect(new Set(destinations).size).toBe(20);
  expect(destinations.every((number) => feed.isPlace(rangeOf('98221{7}/3,7,1/10'), number))).toBe(true);
  // A wrong check digit, another range, and less or more than one of its numbers.
  for (const foreign of ['9822100000429', '9822200000428', '982210000042', '98221000004280', '98221', ''])
    expect(feed.isPlace(rangeOf('98221{7}/3,7,1/10'), foreign)).toBe(false);
  expect([feed.isPlace(account, privateCard.account_no), feed.isPlace(account, '1')]).toEqual([true, false]);
});

const since = new Date('2026-11-23T01:00:00Z');
const row = (more: object = {}) => ({
  id: 'T1',
  account_no: '901560501232',
  at: '2026-11-23T09:05:00+08:00',
  amount: '1500.00',
  payer_name: '王小明',
  payer_account: '12345',
  memo: null,
  ...more,
});
const asked: { url: string; headers: Readonly<Record<string, string>> }[] = [];
const answering = (...pages: object[]): Exchange => {
  const left = [...pages];
  return async ({ headers, url }) => {
    asked.push({ url, headers });
    return { status: 200, body: JSON.stringify(left.shift()) };
  };
};

test('an account is read to its end, page by page, under its token', async () => {
  const answer = await feed.list(
    account,
    since,
    answering(
      { currency: 'TWD', transfers: [row()], next: 'p2' },
      { currency: 'TWD', transfers: [row({ id: 'T2' })], next: null },
    ),
  );
  expect(answer).toMatchObject({
    outcome: 'found',
    transfers: [
      {
        ref: 'T1',
        destination: '901560501232',
        at: new Date('2026-11-23T01:05:00Z'),
        amount: parseAmount('1500', 'TWD'),
        payerName: '王小明',
        payerAccount: '12345',
        memo: null,
      },
      { ref: 'T2' },
    ],
  });
  expect(asked.map(({ url }) => url)).toEqual([
    'https://bank.example/accounts/901560501232/transfers?since=2026-11-23T01%3A00%3A00.000Z',
    'https://bank.example/accounts/901560501232/transfers?since=2026-11-23T01%3A00%3A00.000Z&after=p2',
  ]);
  expect(asked[0]?.headers).toEqual({ authorization: `Bearer ${privateCard.feed_token}` });
});

test.each([
  ['another currency', { currency: 'USD', transfers: [], next: null }],
  ['a sum that is none', { currency: 'TWD', transfers: [row({ amount: '1,500' })], next: null }],
  ['a time that is none', { currency: 'TWD', transfers: [row({ at: 'yesterday' })], next: null }],
  ['a row without its number', { currency: 'TWD', transfers: [row({ id: '' })], next: null }],
  ['something else', { hello: 'world' }],
])('an account that tells %s says nothing', async (_, page) => {
  expect((await feed.list(account, since, answering(page))).outcome).toBe('unknown');
});

test('an account that never comes to its end says nothing', async () => {
  const endless: Exchange = async () => ({
    status: 200,
    body: JSON.stringify({ currency: 'TWD', transfers: [], next: 'more' }),
  });
  expect((await feed.list(account, since, endless)).outcome).toBe('unknown');
});
