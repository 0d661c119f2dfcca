import { createHmac } from 'node:crypto';
import { equalText } from './equal-text.ts';

/** JKoPay's DIGEST: hex HMAC-SHA256 over exactly the body that is sent, or the query as it stands in the address. */
export function signJkopay(text: Uint8Array | string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

export function verifyJkopay(text: Uint8Array | string, given: string | undefined, secret: string): boolean {
  return secret !== '' && equalText(signJkopay(text, secret), (given ?? '').toLowerCase());
}

/** The store of our own sandbox. */
export const jkopaySandboxStore = {
  storeId: '35f12dff-1581-11e9-a054-00505684fd45',
  apiKey: 'jko_SuanpanSandbox000000',
  secretKey: 'jkosecret_SuanpanSandbox000000',
} as const;
