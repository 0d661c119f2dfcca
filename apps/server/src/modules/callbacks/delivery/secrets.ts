import { encodeWebhookSecret } from '@suanpan/signing/webhooks';
import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Vault } from '../../../platform/crypto/vault.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { keepFirstSecret } from './delivery.store.ts';
import type { LeasedRow } from './delivery.store.ts';

/** What a recipient's secrets are sealed for (columns of webhook_endpoint). */
export const webhookSecretPurpose = 'webhook_endpoint.secret';
export const v1SecretPurpose = 'webhook_endpoint.v1_secret';

/** By whose secrets, and in which form, something is signed. */
export type Signed = Pick<
  LeasedRow,
  'api_version' | 'recipient_id' | 'secret_sealed' | 'previous_secret_sealed' | 'v1_secret_sealed'
>;

/**
 * The secrets a callback is signed with: the newest first, then the previous one while a rotation lasts. A
 * recipient that has none yet gets one, which he then reads in the back office.
 */
export async function signingSecrets(
  db: Kysely<Tables>,
  vault: Vault,
  leased: Signed,
): Promise<readonly string[]> {
  const kept = keptSecrets(vault, leased);
  if (kept !== undefined) return kept;
  const column = leased.api_version === 'v2' ? 'secret_sealed' : 'v1_secret_sealed';
  return keptSecrets(vault, { ...leased, [column]: await first(db, vault, leased, column) }) ?? [];
}

/** A secret of the v1 and epay forms. */
export function newLegacySecret(): string {
  return `sk_v1_${randomBytes(16).toString('hex')}`;
}

/** A recipient's secrets as they are kept, the newest first; undefined while he has none. */
export function keptSecrets(vault: Vault, row: Omit<Signed, 'recipient_id'>): readonly string[] | undefined {
  if (row.api_version !== 'v2') {
    return row.v1_secret_sealed === null ? undefined : [vault.open(row.v1_secret_sealed, v1SecretPurpose)];
  }
  if (row.secret_sealed === null) return undefined;
  const previous = row.previous_secret_sealed;
  return [row.secret_sealed, ...(previous === null ? [] : [previous])].map((text) =>
    vault.open(text, webhookSecretPurpose),
  );
}

function first(
  db: Kysely<Tables>,
  vault: Vault,
  leased: Signed,
  column: 'secret_sealed' | 'v1_secret_sealed',
): Promise<string> {
  return keepFirstSecret(db, leased.recipient_id, column, {
    v2: vault.seal(encodeWebhookSecret(randomBytes(32)), webhookSecretPurpose),
    v1: vault.seal(newLegacySecret(), v1SecretPurpose),
  });
}
