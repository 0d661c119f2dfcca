import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signSimpay, simpayHeaders, verifySimpay } from './simpay.ts';
import { vectorSimpay } from './vectors.ts';

const { message, merchantNo, secret, signature } = vectorSimpay;
const nowS = Number(message.timestamp);

describe('the dialect of the sandbox bank', () => {
  test('the published vector holds', () => {
    expect(signSimpay(message, secret)).toBe(signature);
    expect(simpayHeaders(message, merchantNo, secret)).toEqual({
      'x-sim-merchant': merchantNo,
      'x-sim-timestamp': message.timestamp,
      'x-sim-signature': signature,
    });
  });

  test('a verdict names what is wrong', () => {
    const headers = simpayHeaders(message, merchantNo, secret);
    expect(verifySimpay(message, headers, secret, nowS)).toEqual({ verified: true });
    expect(verifySimpay(message, headers, secret, nowS + 301)).toEqual({
      verified: false,
      reason: 'timestamp_out_of_range',
    });
    expect(verifySimpay(message, {}, secret, nowS)).toEqual({ verified: false, reason: 'missing_header' });
    expect(verifySimpay(message, headers, 'another', nowS)).toEqual({
      verified: false,
      reason: 'wrong_signature',
    });
    expect(verifySimpay({ ...message, path: `${message.path}?a=1` }, headers, secret, nowS).verified).toBe(
      false,
    );
  });

  test('what is signed is verified, and one altered byte is refused', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (body, where, flip) => {
          const sent = { ...message, body };
          const headers = simpayHeaders(sent, merchantNo, secret);
          const altered = Uint8Array.from(body);
          altered[where % body.length] = (altered[where % body.length] ?? 0) ^ flip;
          return (
            verifySimpay(sent, headers, secret, nowS).verified &&
            !verifySimpay({ ...sent, body: altered }, headers, secret, nowS).verified
          );
        },
      ),
    );
  });
});
