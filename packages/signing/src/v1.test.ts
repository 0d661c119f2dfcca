import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signV1, verifyV1 } from './v1.ts';
import { canonicalV1, UnsafeParamV1 } from './v1-text.ts';
import { vectorV1Create, vectorV1Notify } from './vectors.ts';

const names = fc
  .stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,9}$/)
  .filter((name) => name !== 'sign' && name !== 'key');
const values = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('&key='));
const params = fc.dictionary(names, values, { minKeys: 1 });

describe('signature of the v1 form', () => {
  test('the published create vector holds and skips the empty return_url', () => {
    expect(canonicalV1(vectorV1Create.params)).toBe(
      'amount=1500.00&currency=TWD&merchant_no=100001&method=BANK_CARD&nonce=9f86d081884c7d65&notify_url=https://shop.example/notify?a=1&b=2&out_trade_no=T20261121000001&payer_name=王小明&timestamp=1795222800',
    );
    expect(signV1(vectorV1Create.params, vectorV1Create.secret)).toBe(vectorV1Create.sign);
  });

  test('the published notify vector holds', () => {
    expect(signV1(vectorV1Notify.params, vectorV1Notify.secret)).toBe(vectorV1Notify.sign);
    expect(verifyV1({ ...vectorV1Notify.params, sign: vectorV1Notify.sign }, vectorV1Notify.secret)).toBe(
      true,
    );
  });

  test('names are sorted by bytes: capitals first, and never as UTF-16 units', () => {
    expect(canonicalV1({ b: '1', B: '2', a: '3' })).toBe('B=2&a=3&b=1');
    expect(canonicalV1({ '\u{1f9ee}': '1', '\uff5a': '2' })).toBe('\uff5a=2&\u{1f9ee}=1');
  });

  test('a value with &key= is not signed and never verified', () => {
    const unsafe = { amount: '1.00', memo: 'x&key=y' };
    expect(() => signV1(unsafe, 'secret')).toThrow(UnsafeParamV1);
    expect(verifyV1({ ...unsafe, sign: vectorV1Create.sign }, 'secret')).toBe(false);
  });

  test('a parameter named key, or a name with a separator in it, is not signed', () => {
    expect(() => signV1({ key: '1' }, 'secret')).toThrow(UnsafeParamV1);
    expect(() => signV1({ 'a=1&b': '1' }, 'secret')).toThrow(UnsafeParamV1);
  });

  test('a missing, empty or lower-case sign is refused', () => {
    const { params: create, secret, sign } = vectorV1Create;
    expect(verifyV1(create, secret)).toBe(false);
    expect(verifyV1({ ...create, sign: '' }, secret)).toBe(false);
    expect(verifyV1({ ...create, sign: sign.toLowerCase() }, secret)).toBe(false);
  });

  test('what is signed is verified, and one altered value is refused', () => {
    fc.assert(
      fc.property(params, fc.string({ minLength: 1 }), fc.nat(), (given, secret, pick) => {
        const signed = { ...given, sign: signV1(given, secret) };
        const name = Object.keys(given)[pick % Object.keys(given).length] ?? '';
        return verifyV1(signed, secret) && !verifyV1({ ...signed, [name]: `${given[name]}!` }, secret);
      }),
    );
  });
});
