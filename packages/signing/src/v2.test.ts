import { createSecretKey, hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalV2, signResponseV2, signV2, verifyResponseV2, verifyV2 } from './v2.ts';
import type { RequestV2 } from './v2-text.ts';
import { vectorV2Get, vectorV2Post, vectorV2Response } from './vectors.ts';

const requests: fc.Arbitrary<RequestV2> = fc.record({
  method: fc.constantFrom('GET', 'POST'),
  path: fc.stringMatching(/^\/[a-z0-9/_-]{1,30}$/),
  query: fc
    .array(fc.stringMatching(/^[a-z]{1,4}=[a-z0-9%]{0,6}$/), { maxLength: 5 })
    .map((pieces) => pieces.join('&')),
  timestamp: fc.integer({ min: 1, max: 4_000_000_000 }).map(String),
  nonce: fc.stringMatching(/^[A-Za-z0-9-]{8,64}$/),
  body: fc.uint8Array({ maxLength: 200 }),
});

describe('signature of API v2', () => {
  test('the published POST vector holds to the byte', () => {
    const { request, secret } = vectorV2Post;
    expect(Buffer.byteLength(request.body)).toBe(vectorV2Post.bodyBytes);
    expect(hash('sha256', request.body, 'hex')).toBe(vectorV2Post.bodySha256);
    expect(signV2(request, secret)).toBe(vectorV2Post.signature);
    expect(verifyV2(request, vectorV2Post.signature, [secret])).toBe(true);
  });

  test('the published GET vector holds: an empty body is hashed as empty', () => {
    expect(signV2(vectorV2Get.request, vectorV2Get.secret)).toBe(vectorV2Get.signature);
  });

  test('the published answer vector holds', () => {
    const { response, secret, signature } = vectorV2Response;
    expect(signResponseV2(response, secret)).toBe(signature);
    expect(verifyResponseV2(response, signature, secret)).toBe(true);
    expect(verifyResponseV2({ ...response, status: 201 }, signature, secret)).toBe(false);
  });

  test('a key object signs as its text does', () => {
    const key = createSecretKey(Buffer.from(vectorV2Post.secret));
    expect(signV2(vectorV2Post.request, key)).toBe(vectorV2Post.signature);
  });

  test('query pieces are sorted by bytes, repeated names by value, and an empty query leaves an empty line', () => {
    const request = { ...vectorV2Get.request, query: 'b=2&a=9&B=1&a=10' };
    expect(canonicalV2(request).split('\n')[2]).toBe('B=1&a=10&a=9&b=2');
    expect(canonicalV2({ ...request, query: '' }).split('\n')[2]).toBe('');
  });

  test('either of two live secrets is accepted, a retired one is not', () => {
    const { request, secret, signature } = vectorV2Post;
    expect(verifyV2(request, signature, ['sk_new', secret])).toBe(true);
    expect(verifyV2(request, signature, [secret, 'sk_new'])).toBe(true);
    expect(verifyV2(request, signature, ['sk_new'])).toBe(false);
    expect(verifyV2(request, signature, [])).toBe(false);
  });

  test('what is signed is verified, in whatever order the query pieces arrive', () => {
    fc.assert(
      fc.property(requests, fc.string({ minLength: 1 }), (request, secret) => {
        const reordered = { ...request, query: request.query.split('&').reverse().join('&') };
        return verifyV2(reordered, signV2(request, secret), [secret]);
      }),
    );
  });

  test('one altered byte of the body is refused', () => {
    fc.assert(
      fc.property(requests, fc.nat(), fc.integer({ min: 1, max: 255 }), (request, where, flip) => {
        const body = Buffer.from(request.body);
        fc.pre(body.length > 0);
        const index = where % body.length;
        body[index] = (body[index] ?? 0) ^ flip;
        return !verifyV2({ ...request, body }, signV2(request, 'secret'), ['secret']);
      }),
    );
  });

  test('one altered character of the signature, its case included, is refused', () => {
    fc.assert(
      fc.property(
        requests,
        fc.nat(63),
        fc.string({ minLength: 1, maxLength: 1 }),
        (request, index, letter) => {
          const signature = signV2(request, 'secret');
          fc.pre(signature[index] !== letter);
          return !verifyV2(request, signature.slice(0, index) + letter + signature.slice(index + 1), [
            'secret',
          ]);
        },
      ),
    );
    const { request, secret, signature } = vectorV2Post;
    expect(verifyV2(request, signature.toUpperCase(), [secret])).toBe(false);
    expect(verifyV2(request, signature.replaceAll('a', '\u0161'), [secret])).toBe(false);
  });

  test('a changed method, path, query, timestamp or nonce is refused', () => {
    const { request, secret, signature } = vectorV2Post;
    for (const change of [
      { method: 'PUT' },
      { path: '/api/v2/payouts' },
      { query: 'a=1' },
      { timestamp: '1795222801' },
      { nonce: 'b7a1c0de-5f0e-4d0c-9a57-1f3f3a1c2e45' },
    ]) {
      expect(verifyV2({ ...request, ...change }, signature, [secret])).toBe(false);
    }
  });
});
