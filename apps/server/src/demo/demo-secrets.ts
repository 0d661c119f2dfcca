import { encodeWebhookSecret } from '@suanpan/signing/webhooks';
import type { Vault } from '../platform/crypto/vault.ts';

/**
 * Secrets of the demo. They are derived from the installation's own key, so they differ from one installation to
 * the next and the sandbox programs can be started before there is a row that holds them.
 */
export interface DemoSecrets {
  /** The secret of one of our contracts with the sandbox bank. */
  bank(merchantNo: string): string;
  /** `whsec_…` of a shop, and the key of its v1 callbacks. */
  webhook(shop: string): string;
  webhookV1(shop: string): string;
  /** The first API key of a merchant and its secret. */
  apiKey(username: string, mode: KeyMode): string;
  apiSecret(username: string, mode: KeyMode): string;
  /** The key by which a merchant's program pays others, and its secret. */
  payoutKey(username: string): string;
  payoutSecret(username: string): string;
  /** The password of a demo account, in groups that can be typed. */
  password(username: string): string;
  /** What the same account is asked for at money and secrets. */
  paymentPassword(username: string): string;
  /** The login of a sandbox program on its own database. */
  database(name: string): string;
  /** Not secret: tells the sandbox programs of one installation from those of another on the same machine. */
  installation(name: string): string;
}

export type KeyMode = 'live' | 'test';

/** No 0, o, 1, l, i: nothing that looks like something else. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

export function createDemoSecrets(vault: Vault): DemoSecrets {
  return {
    bank: (merchantNo) => vault.deriveKey(`demo bank ${merchantNo}`).toString('hex'),
    webhook: (shop) => encodeWebhookSecret(vault.deriveKey(`demo webhook ${shop}`)),
    webhookV1: (shop) => `sk_v1_${vault.deriveKey(`demo webhook v1 ${shop}`).toString('hex', 0, 16)}`,
    apiKey: (username, mode) =>
      `ak_${mode}_${vault.deriveKey(`demo api key ${mode} ${username}`).toString('hex', 0, 12)}`,
    apiSecret: (username, mode) =>
      `sk_${mode}_${vault.deriveKey(`demo api secret ${mode} ${username}`).toString('hex', 0, 16)}`,
    payoutKey: (username) =>
      `ak_live_${vault.deriveKey(`demo payout key ${username}`).toString('hex', 0, 12)}`,
    payoutSecret: (username) =>
      `sk_live_${vault.deriveKey(`demo payout secret ${username}`).toString('hex', 0, 16)}`,
    password: (username) => inGroups(vault.deriveKey(`demo password ${username}`)),
    paymentPassword: (username) => inGroups(vault.deriveKey(`demo payment password ${username}`)),
    database: (name) => vault.deriveKey(`demo database ${name}`).toString('base64url'),
    installation: (name) => vault.deriveKey(`demo installation ${name}`).toString('hex', 0, 8),
  };
}

/** Sixteen characters in groups of four. */
function inGroups(key: Buffer): string {
  const text = [...key.subarray(0, 16)].map((byte) => letters[byte % letters.length]).join('');
  return (text.match(/.{4}/g) ?? []).join('-');
}
