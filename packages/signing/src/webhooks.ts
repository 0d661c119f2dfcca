import { createHmac } from 'node:crypto';
import { equalText } from './equal-text.ts';
import { isFresh } from './freshness.ts';

/** Seconds a `webhook-timestamp` may differ from the receiver's clock, as in Standard Webhooks. */
export const webhookToleranceS = 300;

const prefix = 'whsec_';

/** A callback as it travels: the same id on every attempt, a new timestamp and signature each time. */
export interface WebhookMessage {
  id: string;
  /** Unix seconds as text. */
  timestamp: string;
  body: Uint8Array | string;
}

/** Why a callback was not believed. */
export type WebhookRefusal = 'missing_header' | 'timestamp_out_of_range' | 'no_matching_signature';

export type WebhookVerdict = { verified: true } | { verified: false; reason: WebhookRefusal };

/**
 * The bytes of a `whsec_…` secret.
 * @throws Error when the prefix is missing or what follows is not base64.
 */
export function decodeWebhookSecret(secret: string): Buffer {
  const encoded = secret.slice(prefix.length);
  const bytes = Buffer.from(encoded, 'base64');
  const isBase64 = bytes.length > 0 && bytes.toString('base64') === encoded;
  if (!secret.startsWith(prefix) || !isBase64) throw new Error('a webhook secret is whsec_ and base64');
  return bytes;
}

/** Writes random bytes (32 in this product) as a `whsec_…` secret. */
export function encodeWebhookSecret(bytes: Uint8Array): string {
  return prefix + Buffer.from(bytes).toString('base64');
}

function signOne(message: WebhookMessage, secret: string): string {
  const hmac = createHmac('sha256', decodeWebhookSecret(secret));
  hmac.update(`${message.id}.${message.timestamp}.`).update(message.body);
  return `v1,${hmac.digest('base64')}`;
}

/** The `webhook-signature` header: one signature a secret, the newest first, separated by spaces. */
export function signWebhook(message: WebhookMessage, secrets: readonly string[]): string {
  return secrets.map((secret) => signOne(message, secret)).join(' ');
}

/** The three headers of a callback, ready to send. */
export function webhookHeaders(message: WebhookMessage, secrets: readonly string[]): Record<string, string> {
  return {
    'webhook-id': message.id,
    'webhook-timestamp': message.timestamp,
    'webhook-signature': signWebhook(message, secrets),
  };
}

/**
 * Verifies a callback on its raw body: the headers are there, the timestamp is fresh, and one of the listed
 * signatures was made with one of the secrets. Signatures of another version than v1 are passed over.
 * Header names are looked up in lower case, as Node delivers them.
 */
export function verifyWebhook(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: Uint8Array | string,
  secrets: readonly string[],
  nowS: number,
): WebhookVerdict {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signature = headers['webhook-signature'];
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signature !== 'string') {
    return { verified: false, reason: 'missing_header' };
  }
  if (id === '' || signature === '') return { verified: false, reason: 'missing_header' };
  if (!isFresh(timestamp, nowS, webhookToleranceS))
    return { verified: false, reason: 'timestamp_out_of_range' };
  const given = signature.split(' ');
  let matched = false;
  for (const secret of secrets) {
    const expected = signOne({ id, timestamp, body }, secret);
    for (const candidate of given) matched = equalText(expected, candidate) || matched;
  }
  return matched ? { verified: true } : { verified: false, reason: 'no_matching_signature' };
}
