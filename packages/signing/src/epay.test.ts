import fc from 'fast-check';
import { expect, test } from 'vitest';
import { epayText } from './epay-text.ts';
import { signEpay, verifyEpay } from './epay.ts';
import { signV1 } from './v1.ts';
import { UnsafeParamV1 } from './v1-text.ts';
import { vectorEpayNotify, vectorEpaySubmit } from './vectors.ts';

test('both vectors hold, made by another program, and what is empty or tells of the signature takes no part', () => {
  for (const { params, secret, sign } of [vectorEpaySubmit, vectorEpayNotify]) {
    expect(signEpay(params, secret)).toBe(sign);
    expect(verifyEpay({ ...params, sign }, secret)).toBe(true);
    expect(verifyEpay({ ...params, sign: sign.toUpperCase() }, secret)).toBe(true);
  }
  expect(epayText({ b: '2', a: '1', sign: 'x', sign_type: 'MD5', c: '' })).toBe('a=1&b=2');
});

test('a changed value, another key and no signature are refused', () => {
  const { params, secret, sign } = vectorEpaySubmit;
  expect(verifyEpay({ ...params, money: '0.01', sign }, secret)).toBe(false);
  expect(verifyEpay({ ...params, sign }, `${secret}1`)).toBe(false);
  expect(verifyEpay(params, secret)).toBe(false);
});

test('no signature of the v1 form, which has the same secret, is one of this form', () => {
  const stolen = signV1({ a: '1', b: '2' }, 'secret').toLowerCase();
  expect(verifyEpay({ a: '1', b: '2&key=', sign: stolen }, 'secret')).toBe(false);
  expect(() => epayText({ a: '1', b: '2&key=' })).toThrow(UnsafeParamV1);
});

test('whatever is signed is verified, and with one character more it is not', () => {
  const names = fc.stringMatching(/^[a-z_]{1,8}$/).filter((name) => !name.startsWith('sign'));
  const values = fc.string({ unit: 'grapheme', minLength: 1 }).filter((value) => !value.endsWith('&key='));
  fc.assert(
    fc.property(fc.dictionary(names, values, { minKeys: 1 }), fc.string(), (params, key) => {
      const sign = signEpay(params, key);
      expect(verifyEpay({ ...params, sign }, key)).toBe(true);
      const [name = ''] = Object.keys(params);
      expect(verifyEpay({ ...params, [name]: `${params[name] ?? ''}x`, sign }, key)).toBe(false);
    }),
  );
});
