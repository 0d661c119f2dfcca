import { createHmac, hash } from 'node:crypto';
import { equalText } from './equal-text.ts';
import { isFresh } from './freshness.ts';

/** Seconds X-Sim-Timestamp may differ from the receiver's clock. */
export const simpayToleranceS = 300;

/** A call or a notify of the sandbox bank's dialect. */
export interface SimpayMessage {
  method: string;
  /** The request target as sent: the path, and `?query` when there is one. */
  path: string;
  /** X-Sim-Timestamp: unix seconds as text. */
  timestamp: string;
  body: Uint8Array | string;
}

export type SimpayRefusal = 'missing_header' | 'timestamp_out_of_range' | 'wrong_signature';

export type SimpayVerdict = { verified: true } | { verified: false; reason: SimpayRefusal };

/** Signs a message: lower hex HMAC-SHA256 of method, path, timestamp and the hex SHA-256 of the body, joined by LF. */
export function signSimpay(message: SimpayMessage, secret: string): string {
  const digest = hash('sha256', message.body, 'hex');
  const canonical = `${message.method.toUpperCase()}\n${message.path}\n${message.timestamp}\n${digest}`;
  return createHmac('sha256', secret).update(canonical).digest('hex');
}

/** The three headers of a message, ready to send. */
export function simpayHeaders(
  message: SimpayMessage,
  merchantNo: string,
  secret: string,
): Record<string, string> {
  return {
    'x-sim-merchant': merchantNo,
    'x-sim-timestamp': message.timestamp,
    'x-sim-signature': signSimpay(message, secret),
  };
}

/**
 * Verifies the headers of a received message (names in lower case, as Node delivers them) on its raw body,
 * in constant time. Which secret belongs to `x-sim-merchant` is the caller's look-up.
 */
export function verifySimpay(
  message: Omit<SimpayMessage, 'timestamp'>,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  secret: string,
  nowS: number,
): SimpayVerdict {
  const timestamp = headers['x-sim-timestamp'];
  const signature = headers['x-sim-signature'];
  if (typeof timestamp !== 'string' || typeof signature !== 'string') {
    return { verified: false, reason: 'missing_header' };
  }
  if (!isFresh(timestamp, nowS, simpayToleranceS))
    return { verified: false, reason: 'timestamp_out_of_range' };
  const expected = signSimpay({ ...message, timestamp }, secret);
  return equalText(expected, signature) ? { verified: true } : { verified: false, reason: 'wrong_signature' };
}
