import { sql } from 'kysely';
import type { RoleName } from '@suanpan/domain/access/roles';
import type { Currency } from '@suanpan/money/currency';
import type { Tx } from '../../../platform/db/transact.ts';

export interface BalanceOwner {
  readonly id: bigint;
  readonly kind: RoleName;
  readonly name: string;
  readonly username: string;
  readonly agent_id: bigint | null;
  readonly sub_agent_id: bigint | null;
  readonly middleman_id: bigint | null;
  readonly currency: Currency;
}

/** The owner, locked: edits of his money by hand follow each other. */
export async function lockOwner(tx: Tx, id: bigint): Promise<BalanceOwner | undefined> {
  const { rows } = await sql<BalanceOwner>`
    SELECT id, kind, name, username, agent_id, sub_agent_id, middleman_id, currency
    FROM app_user WHERE id = ${id} AND status <> 'archived' FOR NO KEY UPDATE`.execute(tx);
  return rows[0];
}

export interface NewBalanceEdit {
  readonly userId: bigint;
  readonly kind: 'frozen' | 'settleable';
  readonly currency: Currency;
  /** Minor units; below zero is the way back. */
  readonly change: bigint;
  readonly makerId: bigint;
  readonly checkerId: bigint | null;
  readonly reason: string;
}

/** Keeps the edit; its id is the reference of its journal. */
export async function insertBalanceEdit(tx: Tx, edit: NewBalanceEdit): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO balance_edit (user_id, kind, currency, change, maker_id, checker_id, reason, created_at)
    VALUES (${edit.userId}, ${edit.kind}, ${edit.currency}, ${edit.change}, ${edit.makerId}, ${edit.checkerId},
            ${edit.reason}, business_now())
    RETURNING id`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('The edit was not stored');
  return id;
}
