import { compareByteOrder } from './byte-order.ts';

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

/** What of an answer is signed, but its body. */
export interface ResponseHeadV2 {
  /** X-Timestamp of the answer: unix seconds. */
  timestamp: string;
  status: number;
}

const sortQuery = (query: string): string =>
  query.includes('&') ? query.split('&').sort(compareByteOrder).join('&') : query;

/**
 * The text under the signature: method, path, query pieces in byte order, timestamp, nonce and the lower hex
 * SHA-256 of the body (`digest`), joined by LF. An empty query is an empty line.
 */
export function requestText(request: Omit<RequestV2, 'body'>, digest: string): string {
  return `${request.method.toUpperCase()}\n${request.path}\n${sortQuery(request.query)}\n${request.timestamp}\n${request.nonce}\n${digest}`;
}

/** The text under the signature of an answer: timestamp, status and the lower hex SHA-256 of the body, joined by LF. */
export function responseText(response: ResponseHeadV2, digest: string): string {
  return `${response.timestamp}\n${response.status}\n${digest}`;
}
