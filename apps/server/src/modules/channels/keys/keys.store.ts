import { formerCredentialsHours } from '@suanpan/domain/limits';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';
import type { ContractTerms, NewContract } from './contract-terms.ts';

export async function insertContract(tx: Tx, made: NewContract): Promise<void> {
  await sql`
    INSERT INTO channel_account (provider_id, agent_id, name, direction, currency, base_url, credentials_sealed, late_payment,
      notify_networks, created_at)
    VALUES (${BigInt(made.provider_id)}, ${BigInt(made.agent_id)}, ${made.name}, ${made.direction}, ${made.currency},
      ${made.base_url}, ${made.credentials_sealed}, ${made.late_payment}, ${made.notify_networks}::text[], business_now())`.execute(
    tx,
  );
}

/** Saves the terms over the version that was read; false where it had moved on. */
export async function saveContract(
  tx: Tx,
  id: bigint,
  version: number,
  terms: ContractTerms,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE channel_account SET name = ${terms.name}, base_url = ${terms.base_url}, late_payment = ${terms.late_payment},
      notify_networks = ${terms.notify_networks}::text[], enabled = ${terms.enabled}, version = version + 1
    WHERE id = ${id} AND version = ${version}`.execute(tx);
  return numAffectedRows === 1n;
}

/**
 * Puts other credentials in the place of those that stand, over the version that was read; the former ones go on vouching for
 * notices for a while. False where it had moved on.
 */
export async function replaceCredentials(
  tx: Tx,
  id: bigint,
  version: number,
  sealed: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE channel_account SET previous_credentials_sealed = credentials_sealed,
      previous_until = now() + ${formerCredentialsHours} * interval '1 hour',
      credentials_sealed = ${sealed}, tested_at = NULL, test_outcome = NULL, version = version + 1
    WHERE id = ${id} AND version = ${version}`.execute(tx);
  return numAffectedRows === 1n;
}
