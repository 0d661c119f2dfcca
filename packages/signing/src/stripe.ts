import { createHmac } from 'node:crypto';
import { equalText } from './equal-text.ts';
import { isFresh } from './freshness.ts';

/** Seconds that a notice may be old. */
const stripeToleranceS = 300;

/** The header `Stripe-Signature` of a body: hex HMAC-SHA256 of the time and the raw body, joined by a point. */
export function signStripe(body: Uint8Array | string, timestampS: number, secret: string): string {
  return `t=${timestampS},v1=${mac(body, String(timestampS), secret)}`;
}

/** Whether one of the header's signatures is of this secret over the raw body, and its time is near. */
export function verifyStripe(
  body: Uint8Array | string,
  header: string | undefined,
  secret: string,
  nowS: number,
): boolean {
  const parts = (header ?? '').split(',').map((part) => part.split('=', 2));
  const timestamp = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!isFresh(timestamp, nowS, stripeToleranceS)) return false;
  const expected = mac(body, timestamp, secret);
  // Two secrets sign while one is replaced.
  return parts.filter(([name, given = '']) => name === 'v1' && equalText(expected, given)).length > 0;
}

function mac(body: Uint8Array | string, timestamp: string, secret: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
}

/** The account of our own sandbox. */
export const stripeSandboxAccount = {
  secretKey: 'sk_test_SuanpanSandbox000000',
  webhookSecret: 'whsec_SuanpanSandbox000000',
} as const;
