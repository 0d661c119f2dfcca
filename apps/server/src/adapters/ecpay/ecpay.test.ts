import { parseAmount } from '@suanpan/money/amount';
import { ecpayTestShop, signEcpay, verifyEcpay } from '@suanpan/signing/ecpay';
import { expect, test } from 'vitest';
import { BadSignature } from '../../modules/channels/port.ts';
import type { ChannelAccount, CollectionRequest, Exchange } from '../../modules/channels/port.ts';
import { ecpay } from './index.ts';

const account: ChannelAccount = {
  id: 7n,
  driver: 'ecpay',
  name: 'ECPay',
  agentId: 1n,
  currency: 'TWD',
  baseUrl: 'https://payment-stage.ecpay.com.tw',
  credentials: {
    merchant_id: ecpayTestShop.merchantId,
    hash_key: ecpayTestShop.hashKey,
    hash_iv: ecpayTestShop.hashIv,
  },
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
  expiresAt: new Date(nowMs + 900_000),
  simulate: null,
  checkoutUrl: 'https://pay.example/pay/#/checkout?t=t',
  formUrl: 'https://pay.example/api/checkout/t/form',
  destination: null,
  ...more,
});
const formOf = (more?: Partial<CollectionRequest>) => ecpay.payerForm?.(account, requestOf(more), nowMs);
const noticeOf = (fields: Record<string, string>) => ({
  method: 'POST',
  path: '/api/notify/7',
  headers: {},
  body: Buffer.from(
    new URLSearchParams(
      signEcpay(
        {
          MerchantID: ecpayTestShop.merchantId,
          MerchantTradeNo: 'C1',
          TradeNo: '2611',
          CustomField1: '',
          ...fields,
        },
        ecpayTestShop,
      ),
    ).toString(),
  ),
});
const read = (fields: Record<string, string>) => ecpay.parseNotice?.(account, noticeOf(fields), nowMs);

test('the payer is sent to our form, and the form is the order as ECPay takes it', async () => {
  const never: Exchange = () => expect.fail('nobody is asked');
  expect(await ecpay.createCollection(account, requestOf(), never)).toEqual({
    outcome: 'accepted',
    value: { providerOrderNo: null, payment: { type: 'redirect', url: requestOf().formUrl } },
  });
  const form = formOf();
  expect(form?.action).toBe('https://payment-stage.ecpay.com.tw/Cashier/AioCheckOut/V5');
  expect(form?.fields).toMatchObject({
    MerchantID: '3002607',
    MerchantTradeNo: 'C2611230000000017',
    MerchantTradeDate: '2026/11/23 09:05:00',
    PaymentType: 'aio',
    TotalAmount: '1500',
    ReturnURL: 'https://pay.example/api/notify/7',
    PaymentInfoURL: 'https://pay.example/api/notify/7',
    ChoosePayment: 'ATM',
    EncryptType: '1',
    ExpireDate: '1',
  });
  expect(verifyEcpay(form?.fields ?? {}, ecpayTestShop)).toBe(true);
  expect(form?.fields['MerchantTradeNo']?.length).toBeLessThanOrEqual(20);
});

test.each([
  ['cvs', { ChoosePayment: 'CVS', StoreExpireDate: '15' }],
  ['barcode', { ChoosePayment: 'BARCODE', StoreExpireDate: '1' }],
  ['card', { ChoosePayment: 'Credit' }],
  ['qr', { ChoosePayment: 'TWQR' }],
  ['redirect', { ChoosePayment: 'ALL' }],
])('a channel of %s is asked for as ECPay calls it', (methodType, expected) => {
  expect(formOf({ methodType })?.fields).toMatchObject(expected);
});

test('a form is sent where payers reach ECPay, and never carries parts of a dollar', () => {
  const elsewhere = {
    ...account,
    credentials: { ...account.credentials, payer_base_url: 'https://pay.example/sandbox/ecpay' },
  };
  expect(ecpay.payerForm?.(elsewhere, requestOf(), nowMs).action).toBe(
    'https://pay.example/sandbox/ecpay/Cashier/AioCheckOut/V5',
  );
  expect(() => formOf({ amount: parseAmount('1500.50', 'TWD') })).toThrow('1500.5');
});

test.each([
  ['1', 'paid'],
  ['2', 'pending'],
  ['10100073', 'pending'],
  ['10100058', 'failed'],
])('a notice of RtnCode %s is news of an order that is %s', (RtnCode, status) => {
  expect(read({ RtnCode })).toEqual({ eventId: `2611-${RtnCode}`, orderNo: 'C1', status, simulated: false });
});

test('a payment that the shop simulated says so, and is another event than the payment', () => {
  expect(read({ RtnCode: '1', SimulatePaid: '1' })).toMatchObject({
    eventId: '2611-1-simulated',
    simulated: true,
  });
});

test('a notice of another shop is none, whoever signed it', () => {
  expect(() => read({ RtnCode: '1', MerchantID: '2000132' })).toThrow(BadSignature);
});

const answering =
  (fields: Record<string, string>, status = 200): Exchange =>
  async () => ({ status, body: new URLSearchParams(fields).toString() });
const paid = {
  MerchantID: '3002607',
  MerchantTradeNo: 'C1',
  TradeNo: '2611',
  TradeAmt: '1500',
  TradeStatus: '1',
  PaymentDate: '2026/11/23 09:06:07',
};

test('an answer counts with ECPay’s signature alone, and tells when the payer paid', async () => {
  const ask = (exchange: Exchange) => ecpay.queryCollection(account, 'C1', exchange);
  expect(await ask(answering(signEcpay(paid, ecpayTestShop)))).toMatchObject({
    outcome: 'found',
    state: {
      status: 'paid',
      paidAmount: parseAmount('1500', 'TWD'),
      paidAt: new Date('2026-11-23T01:06:07Z'),
    },
  });
  const forged = { ...signEcpay(paid, ecpayTestShop), TradeAmt: '15000' };
  expect((await ask(answering(forged))).outcome).toBe('unknown');
  expect((await ask(answering(signEcpay({ ...paid, MerchantID: '1' }, ecpayTestShop)))).outcome).toBe(
    'unknown',
  );
  const unpaid = signEcpay({ ...paid, TradeStatus: '0', TradeNo: '' }, ecpayTestShop);
  expect(await ask(answering(unpaid))).toMatchObject({ state: { status: 'pending', providerOrderNo: 'C1' } });
  // Asked too fast, ECPay wants to be left alone for half an hour.
  expect((await ask(answering({}, 403))).outcome).toBe('unknown');
  expect((await ask(answering(signEcpay({ ...paid, TradeStatus: '9' }, ecpayTestShop)))).outcome).toBe(
    'unknown',
  );
});
