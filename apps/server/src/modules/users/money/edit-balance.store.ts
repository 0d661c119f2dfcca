import { sql } from 'kysely';
import type { RoleName } from '@suanpan/domain/access/roles';
import type { Currency } from '@suanpan/money/currency';
import { afterCommit } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { wakeRelays } from '../../../platform/outbox/emit.ts';
import type { ApprovalBy } from '../../approvals/index.ts';

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

/** What is edited; `change` below zero is the way back. */
export interface BalanceEdit {
  readonly ownerId: bigint;
  readonly kind: 'frozen' | 'settleable';
  readonly change: bigint;
  /** For the sake of which order it is frozen, and until when. */
  readonly orderId?: bigint | undefined;
  readonly until?: Date | undefined;
  /** The freeze that is given back. */
  readonly givesBack?: bigint | undefined;
}

/** Keeps the edit and posts its journal through the edits' door; answers the journal. */
export async function editBalance(tx: Tx, edit: BalanceEdit, by: ApprovalBy): Promise<bigint> {
  const { rows } = await sql<{ journal_id: bigint }>`
    SELECT edit_balance(${edit.ownerId}, ${edit.kind}, ${edit.change}, ${by.makerId}, ${by.approvalId}, ${by.reason},
      ${by.requestId}, ${edit.orderId ?? null}, ${edit.until ?? null}, ${edit.givesBack ?? null}) AS journal_id`.execute(
    tx,
  );
  afterCommit(tx, wakeRelays);
  const id = rows[0]?.journal_id;
  if (id === undefined) throw new Error('The edit was not stored');
  return id;
}
