import { randomBytes } from 'node:crypto';
import type { Vault } from '../../../platform/crypto/vault.ts';
import { apiKeySecretPurpose } from '../admission/key-ring.ts';

const worldOf = (isTest: boolean): string => (isTest ? 'test' : 'live');

/** A key's name is no secret; 96 bits keep two from meeting. */
export function newApiKey(isTest: boolean): { readonly key: string; readonly secret: string } {
  return { key: `ak_${worldOf(isTest)}_${randomBytes(12).toString('hex')}`, secret: newKeySecret(isTest) };
}

/** 256 bits. */
export function newKeySecret(isTest: boolean): string {
  return `sk_${worldOf(isTest)}_${randomBytes(32).toString('hex')}`;
}

export function sealKeySecret(vault: Vault, secret: string): string {
  return vault.seal(secret, apiKeySecretPurpose);
}
