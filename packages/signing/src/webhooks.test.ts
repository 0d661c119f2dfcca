import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test, vi } from 'vitest';
import { vectorWebhook } from './vectors.ts';
import {
  decodeWebhookSecret,
  encodeWebhookSecret,
  signWebhook,
  verifyWebhook,
  webhookHeaders,
} from './webhooks.ts';

const nowS = Number(vectorWebhook.message.timestamp);
const otherSecret = encodeWebhookSecret(Buffer.alloc(32, 7));
const secrets = fc.uint8Array({ minLength: 24, maxLength: 64 }).map(encodeWebhookSecret);
const messages = fc.record({
  id: fc.stringMatching(/^evt_[A-Z0-9]{4,26}$/),
  timestamp: fc.constant(vectorWebhook.message.timestamp),
  body: fc.json(),
});

describe('callbacks as Standard Webhooks', () => {
  test('the published vector holds and the public library signs the same', () => {
    const { message, secret, signature } = vectorWebhook;
    expect(Buffer.byteLength(message.body)).toBe(vectorWebhook.bodyBytes);
    expect(signWebhook(message, [secret])).toBe(signature);
    expect(new Webhook(secret).sign(message.id, new Date(nowS * 1000), message.body)).toBe(signature);
  });

  test('the public library verifies what we sign, and we verify what it signs', () => {
    vi.useFakeTimers({ now: nowS * 1000 });
    try {
      fc.assert(
        fc.property(messages, secrets, (message, secret) => {
          const peer = new Webhook(secret);
          const headers = webhookHeaders(message, [secret]);
          peer.verify(message.body, headers);
          const theirs = peer.sign(message.id, new Date(nowS * 1000), message.body);
          return verifyWebhook({ ...headers, 'webhook-signature': theirs }, message.body, [secret], nowS)
            .verified;
        }),
      );
    } finally {
      vi.useRealTimers();
    }
  });

  test('during a rotation both secrets sign, and a receiver with either one believes', () => {
    const { message, secret } = vectorWebhook;
    const headers = webhookHeaders(message, [otherSecret, secret]);
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    expect(verifyWebhook(headers, message.body, [secret], nowS)).toEqual({ verified: true });
    expect(verifyWebhook(headers, message.body, [otherSecret], nowS)).toEqual({ verified: true });
  });

  test('signatures of an unknown version are passed over', () => {
    const { message, secret, signature } = vectorWebhook;
    const headers = { ...webhookHeaders(message, [secret]), 'webhook-signature': `v1a,AAAA ${signature}` };
    expect(verifyWebhook(headers, message.body, [secret], nowS).verified).toBe(true);
    headers['webhook-signature'] = signature.replace('v1,', 'v2,');
    expect(verifyWebhook(headers, message.body, [secret], nowS).verified).toBe(false);
  });

  test('a timestamp is believed for 300 seconds to both sides and not one longer', () => {
    const { message, secret } = vectorWebhook;
    const headers = webhookHeaders(message, [secret]);
    const at = (second: number) => verifyWebhook(headers, message.body, [secret], second);
    expect(at(nowS + 300).verified).toBe(true);
    expect(at(nowS - 300).verified).toBe(true);
    expect(at(nowS + 301)).toEqual({ verified: false, reason: 'timestamp_out_of_range' });
    expect(at(nowS - 301)).toEqual({ verified: false, reason: 'timestamp_out_of_range' });
    const lenient = { ...headers, 'webhook-timestamp': `${message.timestamp} ` };
    expect(verifyWebhook(lenient, message.body, [secret], nowS).verified).toBe(false);
  });

  test('each missing header is named as such', () => {
    const { message, secret } = vectorWebhook;
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
      const headers = { ...webhookHeaders(message, [secret]), [name]: undefined };
      expect(verifyWebhook(headers, message.body, [secret], nowS)).toEqual({
        verified: false,
        reason: 'missing_header',
      });
    }
  });

  test('one altered byte of the body is refused, raw bytes included', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (body, where, flip) => {
          const headers = webhookHeaders({ id: 'evt_1', timestamp: String(nowS), body }, [otherSecret]);
          const altered = Uint8Array.from(body);
          altered[where % body.length] = (altered[where % body.length] ?? 0) ^ flip;
          return (
            verifyWebhook(headers, body, [otherSecret], nowS).verified &&
            !verifyWebhook(headers, altered, [otherSecret], nowS).verified
          );
        },
      ),
    );
  });

  test('a secret keeps its bytes and a malformed one is not used', () => {
    fc.assert(fc.property(secrets, (secret) => encodeWebhookSecret(decodeWebhookSecret(secret)) === secret));
    for (const wrong of ['', 'whsec_', 'AAECAw==', 'whsec_not base64', 'whsec_AAECAw']) {
      expect(() => decodeWebhookSecret(wrong)).toThrow();
    }
  });
});
