import { Refusal } from '@suanpan/domain/errors';
import { sql } from 'kysely';
import type { Vault } from '../../../platform/crypto/vault.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { openCredentials } from '../channel-service.ts';
import type { Channels } from '../channel-service.ts';

/** A contract that is to be in use; its id is null while it is none yet. */
export interface UsedContract {
  readonly id: bigint | null;
  readonly driver: string;
  readonly credentials_sealed: string;
}

/**
 * Refuses `placeInUse` where another contract in use reads one of the same cards or addresses: what came in there would be
 * counted by both; one that was replaced lately is read on. Such contracts follow each other until the end of the transaction.
 */
export async function refuseSharedPlaces(
  tx: Tx,
  { channels, vault }: { readonly channels: Pick<Channels, 'feedOf'>; readonly vault: Vault },
  used: UsedContract,
): Promise<void> {
  const feed = channels.feedOf(used.driver);
  if (feed === undefined) return;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('places of contracts', 0))`.execute(tx);
  const { rows } = await sql<{ credentials_sealed: string }>`
    SELECT s.credentials_sealed FROM channel_account a JOIN provider p ON p.id = a.provider_id
    CROSS JOIN LATERAL (VALUES (a.credentials_sealed),
      (CASE WHEN a.previous_until > now() THEN a.previous_credentials_sealed END)) AS s (credentials_sealed)
    WHERE s.credentials_sealed IS NOT NULL AND p.driver = ${used.driver} AND a.direction = 'collection' AND a.enabled AND a.id IS DISTINCT FROM ${used.id}`.execute(
    tx,
  );
  const readsOf = (sealed: string) => feed.reads({ credentials: openCredentials(vault, sealed) });
  const taken = new Set(rows.flatMap((row) => readsOf(row.credentials_sealed)));
  if (readsOf(used.credentials_sealed).some((place) => taken.has(place))) throw new Refusal('placeInUse');
}
