import { createHmac } from 'node:crypto';
import type { Vault } from '../../../platform/crypto/vault.ts';
import { constantTimeEqual } from '../../../platform/crypto/tokens.ts';

/**
 * The secret in a payer's link. It is derived from the order with a key of this installation instead of being
 * stored: 128 bits that nobody can guess, the same for every replay of a create call, and nothing to leak from
 * the database (docs/adr/0011).
 */
export interface CheckoutTokens {
  issue(orderId: bigint): string;
  /** The order a token was issued for, or null: forged, cut or foreign. */
  read(token: string): bigint | null;
}

/** The payer's page of an order. */
export function checkoutUrlOf(
  { publicUrl, tokens }: { readonly publicUrl: string; readonly tokens: CheckoutTokens },
  orderId: bigint,
): string {
  return `${publicUrl}/pay/#/checkout?t=${tokens.issue(orderId)}`;
}

const form = /^([0-9a-z]{1,13})_([A-Za-z0-9_-]{22})$/;

export function createCheckoutTokens(vault: Vault): CheckoutTokens {
  const key = vault.deriveKey('checkout token');
  const mark = (orderId: bigint): string =>
    createHmac('sha256', key).update(String(orderId)).digest().subarray(0, 16).toString('base64url');
  return {
    issue: (orderId) => `${orderId.toString(36)}_${mark(orderId)}`,
    read(token) {
      const match = form.exec(token);
      if (match?.[1] === undefined || match[2] === undefined) return null;
      const orderId = readBase36(match[1]);
      return orderId > 0n && constantTimeEqual(match[2], mark(orderId)) ? orderId : null;
    },
  };
}

function readBase36(text: string): bigint {
  let value = 0n;
  for (const character of text) value = value * 36n + BigInt(Number.parseInt(character, 36));
  return value;
}
