import { createHmac, hash } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { compareByteOrder } from './byte-order.ts';
import { equalText } from './equal-text.ts';

/** What a merchant signs in API v2. */
export interface RequestV2 {
  method: string;
  /** The path exactly as sent, percent-encoding kept, without the query. */
  path: string;
  /** The query exactly as sent, without `?`; empty when there is none. */
  query: string;
  /** X-Timestamp: unix seconds as sent. */
  timestamp: string;
  /** X-Nonce as sent. */
  nonce: string;
  /** The raw body before any parsing; empty when there is none. */
  body: Uint8Array | string;
}

/** What the platform signs in an answer of API v2. */
export interface ResponseV2 {
  /** X-Timestamp of the answer: unix seconds. */
  timestamp: string;
  status: number;
  body: Uint8Array | string;
}

/** A secret as text, or as a KeyObject made once from its UTF-8 bytes, which saves its import on the hot path. */
export type SecretV2 = string | KeyObject;

const sortQuery = (query: string): string =>
  query.includes('&') ? query.split('&').sort(compareByteOrder).join('&') : query;

/**
 * The text under the signature: method, path, query pieces in byte order, timestamp, nonce and the lower hex
 * SHA-256 of the body, joined by LF. An empty query is an empty line.
 */
export function canonicalV2(request: RequestV2): string {
  const digest = hash('sha256', request.body, 'hex');
  return `${request.method.toUpperCase()}\n${request.path}\n${sortQuery(request.query)}\n${request.timestamp}\n${request.nonce}\n${digest}`;
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

const canonicalResponse = (response: ResponseV2): string =>
  `${response.timestamp}\n${response.status}\n${hash('sha256', response.body, 'hex')}`;

/** Signs an answer: lower hex HMAC-SHA256 of timestamp, status and the hex SHA-256 of the body, joined by LF. */
export function signResponseV2(response: ResponseV2, secret: SecretV2): string {
  return hmacHex(secret, canonicalResponse(response));
}

/** Verifies X-Signature of an answer in constant time. */
export function verifyResponseV2(response: ResponseV2, signature: string, secret: SecretV2): boolean {
  return equalText(signResponseV2(response, secret), signature);
}
