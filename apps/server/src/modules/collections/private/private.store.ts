import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';
import type { Wire } from './private.queries.ts';

export interface NewTransfer extends Wire {
  readonly agentId: bigint | null;
  readonly customerId: bigint | null;
  readonly realName: string;
  readonly note: string | null;
  readonly madeBy: bigint;
}

/** Keeps it; answers its id. */
export async function insertTransfer(tx: Tx, transfer: NewTransfer): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO private_transfer (agent_id, customer_id, real_name, name_mark, last5, currency, amount, paid_at, note,
      made_by, created_at)
    VALUES (${transfer.agentId}, ${transfer.customerId}, ${transfer.realName}, ${transfer.nameMark}, ${transfer.last5},
            ${transfer.currency}, ${transfer.amount}, ${transfer.paidAt}, ${transfer.note}, ${transfer.madeBy},
            business_now())
    RETURNING id`.execute(tx);
  return rows[0]?.id ?? 0n;
}

/** The caller has found it in his tree. */
export async function deleteTransfer(tx: Tx, id: bigint): Promise<boolean> {
  const { rows } = await sql`DELETE FROM private_transfer WHERE id = ${id} RETURNING id`.execute(tx);
  return rows.length > 0;
}
