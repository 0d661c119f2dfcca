import { parseAmount } from '@suanpan/money/amount';
import {
  checkCode,
  checkValue,
  decryptTradeInfo,
  encryptTradeInfo,
  newebpaySandboxShop as shop,
  tradeSha,
} from '@suanpan/signing/newebpay';
import fc from 'fast-check';
import { NewebpayClient } from 'newebpay-mpg-sdk';
// @ts-expect-error It has no types.
import untypedSdk from 'node-newebpay';
import { describe, expect, test } from 'vitest';
import { BadSignature } from '../../modules/channels/port.ts';
import type { ChannelAccount, CollectionRequest, Exchange } from '../../modules/channels/port.ts';
import { newebpay } from './index.ts';

const account: ChannelAccount = {
  id: 7n,
  driver: 'newebpay',
  name: 'NewebPay',
  agentId: 1n,
  currency: 'TWD',
  baseUrl: 'https://ccore.newebpay.com',
  credentials: { merchant_id: shop.merchantId, hash_key: shop.hashKey, hash_iv: shop.hashIv },
  latePayment: 'credit',
};
const nowMs = Date.parse('2026-11-23T01:05:00Z');
const requestOf = (more: Partial<CollectionRequest> = {}): CollectionRequest => ({
  orderNo: 'C2611230000000017',
  amount: parseAmount('1500', 'TWD'),
  currency: 'TWD',
  methodType: 'bank_transfer',
  notifyUrl: 'https://pay.example/api/notify/7',
  returnUrl: null,
  payerName: null,
  expiresAt: new Date(nowMs + 600_000),
  simulate: null,
  checkoutUrl: 'https://pay.example/pay/#/checkout?t=t',
  formUrl: 'https://pay.example/api/checkout/t/form',
  destination: null,
  ...more,
});
const never: Exchange = () => expect.fail('nobody is asked');
const orderIn = (more?: Partial<CollectionRequest>): Record<string, string> => {
  const form = newebpay.payerForm?.(account, requestOf(more), nowMs);
  expect(form?.fields['TradeSha']).toBe(tradeSha(form?.fields['TradeInfo'] ?? '', shop));
  return Object.fromEntries(
    new URLSearchParams(decryptTradeInfo(form?.fields['TradeInfo'] ?? '', shop) ?? ''),
  );
};

test('the form is the order as NewebPay takes it, of this very moment', () => {
  expect(newebpay.payerForm?.(account, requestOf(), nowMs).action).toBe(
    'https://ccore.newebpay.com/MPG/mpg_gateway',
  );
  expect(orderIn()).toMatchObject({
    MerchantID: shop.merchantId,
    RespondType: 'JSON',
    TimeStamp: String(nowMs / 1000),
    MerchantOrderNo: 'C2611230000000017',
    Amt: '1500',
    NotifyURL: 'https://pay.example/api/notify/7',
    TradeLimit: '600',
    ExpireDate: '20261123',
    VACC: '1',
  });
  expect(orderIn()).not.toHaveProperty('CREDIT');
});

test('a kind that does not take the sum is refused unasked, and left out where others take it', async () => {
  const large = { amount: parseAmount('50000', 'TWD') };
  expect(await newebpay.createCollection(account, requestOf(large), never)).toMatchObject({
    outcome: 'refused',
  });
  const open = requestOf({ ...large, methodType: 'redirect' });
  expect((await newebpay.createCollection(account, open, never)).outcome).toBe('accepted');
  expect(orderIn(open)).toMatchObject({ CREDIT: '1' });
  expect(orderIn(open)).not.toHaveProperty('VACC');
});

const noticeOf = (told: unknown, keys: typeof shop | { hashKey: string; hashIv: string } = shop) => {
  const TradeInfo = encryptTradeInfo(typeof told === 'string' ? told : JSON.stringify(told), shop);
  const form = {
    Status: 'SUCCESS',
    MerchantID: shop.merchantId,
    TradeInfo,
    TradeSha: tradeSha(TradeInfo, keys),
  };
  return {
    method: 'POST',
    path: '/api/notify/7',
    headers: {},
    body: Buffer.from(new URLSearchParams(form).toString()),
  };
};
const toldOf = (result: Record<string, unknown> = {}, Status = 'SUCCESS') => ({
  Status,
  Message: '授權成功',
  Result: { MerchantID: shop.merchantId, MerchantOrderNo: 'C1', TradeNo: '2611', Amt: 1500, ...result },
});
const read = (told: unknown) => newebpay.parseNotice?.(account, noticeOf(told), nowMs);

test.each([
  [toldOf({ PayTime: '2026-11-23 09:06:07' }), { status: 'paid', eventId: '2611-SUCCESS' }],
  // The account that a payer was given.
  [
    toldOf({ BankCode: '017', CodeNo: '9103522175887271' }),
    { status: 'pending', eventId: '2611-SUCCESS-code' },
  ],
  [toldOf({}, 'MPG03009'), { status: 'failed', eventId: '2611-MPG03009' }],
])('a notice is read as what it is', (told, expected) => {
  expect(read(told)).toEqual({ orderNo: 'C1', ...expected });
});

test('what is not signed, not readable or of another shop is no notice', () => {
  const paid = toldOf({ PayTime: '2026-11-23 09:06:07' });
  const another = { ...shop, hashKey: 'x'.repeat(32) };
  expect(() => newebpay.parseNotice?.(account, noticeOf(paid, another), nowMs)).toThrow(BadSignature);
  for (const told of ['no JSON', {}, toldOf({ MerchantID: 'MS1' }), toldOf({ MerchantOrderNo: '' })]) {
    expect(() => read(told)).toThrow(BadSignature);
  }
});

test('an answer counts with NewebPay’s CheckCode alone', async () => {
  const amount = parseAmount('1500', 'TWD');
  const ask = (body: unknown, known = { amount, providerOrderNo: null, isOpen: true }) =>
    newebpay.queryCollection(account, 'C1', async () => ({ status: 200, body: JSON.stringify(body) }), known);
  const order = { merchantId: shop.merchantId, orderNo: 'C1', amount: '1500' };
  const found = {
    MerchantID: shop.merchantId,
    MerchantOrderNo: 'C1',
    Amt: 1500,
    TradeNo: '2611',
    TradeStatus: '1',
    PayTime: '2026-11-23 09:06:07',
    CheckCode: checkCode({ ...order, tradeNo: '2611' }, shop),
  };
  const answer = (more: object) => ({ Status: 'SUCCESS', Message: '', Result: { ...found, ...more } });
  expect(await ask(answer({}))).toMatchObject({
    state: { status: 'paid', paidAmount: amount, paidAt: new Date('2026-11-23T01:06:07Z') },
  });
  expect(await ask(answer({ TradeStatus: '6' }))).toMatchObject({ state: { status: 'reversed' } });
  expect((await ask(answer({ Amt: 15000 }))).outcome).toBe('unknown');
  expect((await ask(answer({ MerchantID: 'MS1' }))).outcome).toBe('unknown');
  expect((await ask(answer({ TradeStatus: '9' }))).outcome).toBe('unknown');
  expect((await ask({ Status: 'TRA10021', Message: '查無交易資料', Result: [] })).outcome).toBe('notFound');
  // A shop that asked too often for what is not there is locked out: nothing is known then.
  expect((await ask({ Status: 'TRA10071', Message: '查詢鎖定', Result: [] })).outcome).toBe('unknown');
  expect((await newebpay.queryCollection(account, 'C1', never)).outcome).toBe('unknown');
});

/** What merchants use instead of us. */
const sdk = untypedSdk as (
  key: string,
  iv: string,
) => {
  TradeInfo(data: unknown): {
    encrypt(): string;
    decrypt(): string;
    TradeSha(): string;
    CheckValue(): string;
    CheckCode(): string;
  };
};
const client = new NewebpayClient({ ...shop, hashIV: shop.hashIv, env: 'sandbox' });

describe('node-newebpay', () => {
  const peer = sdk(shop.hashKey, shop.hashIv);
  test('reads what we encrypt, and we what it does, with its padding of 32', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9=&%+_.-]{1,200}$/), (plain) => {
        expect(decryptTradeInfo(peer.TradeInfo(plain).encrypt(), shop)).toBe(plain);
        const encrypted = encryptTradeInfo(plain, shop);
        expect(peer.TradeInfo(encrypted).TradeSha()).toBe(tradeSha(encrypted, shop));
      }),
    );
  });

  test('makes the same check values', () => {
    const order = { Amt: '100', MerchantID: shop.merchantId, MerchantOrderNo: 'C1' };
    const named = { amount: '100', merchantId: shop.merchantId, orderNo: 'C1' };
    expect(peer.TradeInfo(order).CheckValue()).toBe(checkValue(named, shop));
    expect(peer.TradeInfo({ ...order, TradeNo: '2611' }).CheckCode()).toBe(
      checkCode({ ...named, tradeNo: '2611' }, shop),
    );
  });
});

describe('newebpay-mpg-sdk', () => {
  test('encrypts and signs as we do', () => {
    const plain = 'MerchantID=1&Amt=40';
    expect(client.encryptAESString(plain)).toBe(encryptTradeInfo(plain, shop));
    expect(client.buildTradeSha('abc')).toBe(tradeSha('abc', shop));
  });

  test('strips every space of what it decrypts, which we do not', () => {
    const told = JSON.stringify(toldOf({ PayTime: '2026-11-21 09:04:03' }));
    const encrypted = encryptTradeInfo(told, shop);
    // Should a release of it mend this, these lines go.
    expect(client.parseTradeInfo(encrypted)).toMatchObject({
      Result: { PayTime: '2026-11-2109:04:03' },
    });
    expect(decryptTradeInfo(encrypted, shop)).toContain('"2026-11-21 09:04:03"');
  });
});
