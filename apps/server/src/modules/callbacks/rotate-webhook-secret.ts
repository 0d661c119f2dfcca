import { randomBytes } from 'node:crypto';
import { encodeWebhookSecret } from '@suanpan/signing/webhooks';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Tx } from '../../platform/db/transact.ts';
import { webhookSecretPurpose } from './delivery/secrets.ts';
import { replaceSecret } from './webhook-secret.store.ts';

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
