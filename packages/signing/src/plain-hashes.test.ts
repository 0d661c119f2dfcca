import { createHmac, hash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainMd5 } from './plain-md5.ts';
import { hexOf, plainHmacSha256, plainSha256 } from './plain-sha256.ts';

const bytes = fc.uint8Array({ maxLength: 300 });

test('what a page computes is what Node computes, whatever the length', () => {
  for (const length of [0, 1, 54, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1_000]) {
    const message = Buffer.alloc(length, 'a');
    expect(plainMd5(message), `MD5 of ${length}`).toBe(hash('md5', message, 'hex'));
    expect(hexOf(plainSha256(message)), `SHA-256 of ${length}`).toBe(hash('sha256', message, 'hex'));
  }
  fc.assert(
    fc.property(bytes, bytes, (key, message) => {
      expect(plainMd5(message)).toBe(hash('md5', message, 'hex'));
      expect(hexOf(plainSha256(message))).toBe(hash('sha256', message, 'hex'));
      expect(hexOf(plainHmacSha256(key, message))).toBe(
        createHmac('sha256', key).update(message).digest('hex'),
      );
    }),
  );
});
