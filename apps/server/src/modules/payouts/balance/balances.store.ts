import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';

export interface Checked {
  readonly currency: Currency;
  readonly balance: bigint | null;
  readonly low_water: bigint | null;
  /** It is below its mark now, and was not when it was asked before. */
  readonly fell: boolean;
}

/** Keeps what a provider said, null where it did not; undefined where the account is gone. */
export async function keepBalance(tx: Tx, id: bigint, balance: bigint | null): Promise<Checked | undefined> {
  const { rows } = await sql<Checked>`
    UPDATE channel_account a SET balance = ${balance}, balance_checked_at = now()
    FROM (SELECT id, balance FROM channel_account WHERE id = ${id} FOR NO KEY UPDATE) was
    WHERE a.id = was.id
    RETURNING a.currency, a.balance, a.low_water,
      coalesce(a.balance < a.low_water AND (was.balance IS NULL OR was.balance >= a.low_water), false) AS fell`.execute(
    tx,
  );
  return rows[0];
}

/** Sets the mark over the version that was read; the new one, or undefined where it had moved on. */
export async function setLowWater(
  tx: Tx,
  id: bigint,
  lowWater: bigint | null,
  version: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    UPDATE channel_account SET low_water = ${lowWater}, low_water_version = low_water_version + 1
    WHERE id = ${id} AND low_water_version = ${version} RETURNING low_water_version AS version`.execute(tx);
  return rows[0]?.version;
}
