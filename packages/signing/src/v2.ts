import { createHmac, hash } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { equalText } from './equal-text.ts';
import { requestText, responseText } from './v2-text.ts';
import type { RequestV2, ResponseHeadV2 } from './v2-text.ts';

/** What the platform signs in an answer of API v2. */
export interface ResponseV2 extends ResponseHeadV2 {
  body: Uint8Array | string;
}

/** A secret as text, or as a KeyObject made once from its UTF-8 bytes, which saves its import on the hot path. */
export type SecretV2 = string | KeyObject;

/** The text under the signature of a request, its body digested. */
export function canonicalV2(request: RequestV2): string {
  return requestText(request, hash('sha256', request.body, 'hex'));
}

const hmacHex = (secret: SecretV2, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

/** Signs a request: lower hex HMAC-SHA256 of `canonicalV2`. */
export function signV2(request: RequestV2, secret: SecretV2): string {
  return hmacHex(secret, canonicalV2(request));
}

/**
 * Verifies X-Signature against the live secrets of a key (one, or two while it is rotated) in constant time.
 * Checks nothing else: the timestamp and the nonce are the caller's (`isFresh`, the nonce table).
 */
export function verifyV2(request: RequestV2, signature: string, secrets: readonly SecretV2[]): boolean {
  const canonical = canonicalV2(request);
  let matched = false;
  // Every secret is tried, so that the time does not tell which one matched.
  for (const secret of secrets) matched = equalText(hmacHex(secret, canonical), signature) || matched;
  return matched;
}

/** Signs an answer: lower hex HMAC-SHA256 of `responseText`. */
export function signResponseV2(response: ResponseV2, secret: SecretV2): string {
  return hmacHex(secret, responseText(response, hash('sha256', response.body, 'hex')));
}

/** Verifies X-Signature of an answer in constant time. */
export function verifyResponseV2(response: ResponseV2, signature: string, secret: SecretV2): boolean {
  return equalText(signResponseV2(response, secret), signature);
}
