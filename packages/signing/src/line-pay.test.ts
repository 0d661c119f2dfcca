import { expect, test } from 'vitest';
import { linePayHeaders, readLinePay, signLinePay, verifyLinePay } from './line-pay.ts';

const secret = 'a917ab6a2367b536f8e5a6e2977e06f4';
const call = {
  path: '/v3/payments/2018082512345678910/confirm',
  text: '{"amount":250,"currency":"TWD"}',
  nonce: '44453d45-768e-40e8-8349-748e797c450f',
};

test('the vector of the merchant API', () => {
  expect(signLinePay(call, secret)).toBe('LpWlGEfaPGti+huQpqfRCIkp1/Pz7psPKS/AeSwrzAo=');
  expect(linePayHeaders(call, { channelId: '1', channelSecret: secret })).toEqual({
    'x-line-channelid': '1',
    'x-line-authorization-nonce': call.nonce,
    'x-line-authorization': 'LpWlGEfaPGti+huQpqfRCIkp1/Pz7psPKS/AeSwrzAo=',
  });
});

test.each([{ path: '/v3/payments/1/confirm' }, { text: '{"amount":251,"currency":"TWD"}' }, { nonce: '1' }])(
  'what was altered is not believed: %o',
  (altered) => {
    const given = signLinePay(call, secret);
    expect(verifyLinePay(call, given, secret)).toBe(true);
    expect(verifyLinePay({ ...call, ...altered }, given, secret)).toBe(false);
    expect(verifyLinePay(call, undefined, secret)).toBe(false);
  },
);

test('a transaction keeps all nineteen digits, and a text that looks like one stays a text', () => {
  expect(readLinePay('{"info":{"transactionId":2018082512345678919,"n":12}}')).toEqual({
    info: { transactionId: '2018082512345678919', n: 12 },
  });
  expect(readLinePay('{"info":[{"transactionId": 2018082512345678919 }]}')).toEqual({
    info: [{ transactionId: '2018082512345678919' }],
  });
  const text = '{"returnMessage":"\\"transactionId\\":1,","transactionId":"12"}';
  expect(readLinePay(text)).toEqual({ returnMessage: '"transactionId":1,', transactionId: '12' });
  expect(readLinePay('<html>')).toBeUndefined();
});
