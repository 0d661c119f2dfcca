import { randomBytes } from 'node:crypto';
import { encodeWebhookSecret } from '@suanpan/signing/webhooks';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Tx } from '../../platform/db/transact.ts';
import { newLegacySecret, v1SecretPurpose, webhookSecretPurpose } from './delivery/secrets.ts';
import { replaceLegacySecret, replaceSecret } from './webhook-secret.store.ts';

export interface RotatedWebhookSecret {
  /** Told once; it is kept sealed. */
  readonly secret: string;
  readonly previousUntil: Date | null;
}

/** Gives a merchant a new callback secret; the one so far signs beside it for a day. Auditing is the caller's. */
export async function rotateWebhookSecret(
  tx: Tx,
  vault: Vault,
  customerId: bigint,
): Promise<RotatedWebhookSecret> {
  const secret = encodeWebhookSecret(randomBytes(32));
  const previousUntil = await replaceSecret(tx, customerId, vault.seal(secret, webhookSecretPurpose));
  return { secret, previousUntil };
}

/**
 * Gives a merchant a new secret of the v1 and epay forms and answers it, told once. Those forms know only one: the one
 * so far ends with the transaction. Auditing is the caller's.
 */
export async function rotateLegacySecret(tx: Tx, vault: Vault, customerId: bigint): Promise<string> {
  const secret = newLegacySecret();
  // A row of this table has a secret of the v2 form too.
  const first = vault.seal(encodeWebhookSecret(randomBytes(32)), webhookSecretPurpose);
  await replaceLegacySecret(tx, customerId, { first, sealed: vault.seal(secret, v1SecretPurpose) });
  return secret;
}
