import { createCipheriv } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkCode, checkValue, decryptTradeInfo, encryptTradeInfo, tradeSha } from './newebpay.ts';

const keys = { hashKey: '12345678901234567890123456789012', hashIv: '1234567890123456' };
const plain =
  'MerchantID=3430112&RespondType=JSON&TimeStamp=1485232229&Version=1.4&MerchantOrderNo=S_1485232229&Amt=40&ItemDesc=UnitTest';
const encrypted =
  'ff91c8aa01379e4de621a44e5f11f72e4d25bdb1a18242db6cef9ef07d80b0165e476fd1d9acaa53170272c82d122961e1a0700a7427cfa1cf90db7f6d6593bbc93102a4d4b9b66d9974c13c31a7ab4bba1d4e0790f0cbbbd7ad64c6d3c8012a601ceaa808bff70f94a8efa5a4f984b9d41304ffd879612177c622f75f4214fa';

test('the example of NewebPay’s manual', () => {
  expect(encryptTradeInfo(plain, keys)).toBe(encrypted);
  expect(decryptTradeInfo(encrypted, keys)).toBe(plain);
  expect(tradeSha(encrypted, keys)).toBe('EA0A6CC37F40C1EA5692E7CBB8AE097653DF3E91365E6A9CD7E91312413C7BB8');
});

test('the check values of its examples', () => {
  const order = { amount: '100', merchantId: '1422967', orderNo: '840f022' };
  const short = { hashKey: 'abcdefg', hashIv: '1234567' };
  expect(checkValue(order, short)).toBe('379BF1DB8948EE79D8ED77A1EBCB2F57B0FD45D0376B6DA9CF85F539CEF1C127');
  expect(checkCode({ ...order, tradeNo: '14061313541640927' }, short)).toBe(
    '62C687AF6409E46E79769FAF54F54FE7E75AAE50BAF0767752A5C337670B8EDB',
  );
});

test('padding to blocks of 32 bytes is taken off too, and what is no padding is none', () => {
  const sealed = (bytes: Buffer): string => {
    const cipher = createCipheriv('aes-256-cbc', keys.hashKey, keys.hashIv).setAutoPadding(false);
    return cipher.update(bytes, undefined, 'hex') + cipher.final('hex');
  };
  expect(decryptTradeInfo(sealed(Buffer.from('abcdefghijkl'.padEnd(32, '\u0014'))), keys)).toBe(
    'abcdefghijkl',
  );
  expect(decryptTradeInfo(sealed(Buffer.from('abcdefghijklmnop'.padEnd(32, '\u0010'))), keys)).toBe(
    'abcdefghijklmnop',
  );
  expect(decryptTradeInfo(sealed(Buffer.alloc(32)), keys)).toBeNull();
  expect(decryptTradeInfo(sealed(Buffer.from('x'.repeat(32))), keys)).toBeNull();
  for (const none of ['', 'ff', 'zz'.repeat(16), `${encrypted}0`]) {
    expect(decryptTradeInfo(none, keys)).toBeNull();
  }
});

test('whatever is encrypted comes back, spaces and all', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(decryptTradeInfo(encryptTradeInfo(text, keys), keys)).toBe(text);
    }),
  );
});
