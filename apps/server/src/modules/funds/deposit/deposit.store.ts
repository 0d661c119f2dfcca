import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import { afterCommit } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { wakeRelays } from '../../../platform/outbox/emit.ts';

export interface Application {
  readonly ownerId: bigint;
  readonly currency: Currency;
  /** Minor units. */
  readonly amount: bigint;
  readonly method: 'bank' | 'chain';
  readonly payerLast5: string | null;
  readonly txHash: string | null;
  readonly note: string | null;
  readonly slip: string | null;
}

export interface DecidedBy {
  readonly personId: bigint;
  readonly requestId: string;
}

/** Keeps the application through its door; answers its id. */
export async function applyDeposit(tx: Tx, asked: Application, by: DecidedBy): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT apply_deposit(${asked.ownerId}, ${asked.currency}, ${asked.amount}, ${asked.method}, ${asked.payerLast5},
      ${asked.txHash}, ${asked.note}, ${by.personId}, ${by.requestId}, ${asked.slip}) AS id`.execute(tx);
  afterCommit(tx, wakeRelays);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('The deposit was not stored');
  return id;
}

/** Credits it through the door; false where it is decided already. The door refuses whoever may not decide it (LG403). */
export async function creditDeposit(tx: Tx, id: bigint, fee: bigint, by: DecidedBy): Promise<boolean> {
  const { rows } = await sql<{ journal_id: bigint | null }>`
    SELECT credit_deposit(${id}, ${fee}, ${by.personId}, ${by.requestId}) AS journal_id`.execute(tx);
  afterCommit(tx, wakeRelays);
  return (rows[0]?.journal_id ?? null) !== null;
}

/** Ends it without money; false where it is decided already. */
export async function endDeposit(
  tx: Tx,
  id: bigint,
  becomes: 'rejected' | 'cancelled',
  by: DecidedBy & { readonly reason: string },
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    SELECT end_deposit(${id}, ${becomes}, ${by.personId}, ${by.reason}, ${by.requestId}) AS done`.execute(tx);
  afterCommit(tx, wakeRelays);
  return rows[0]?.done === true;
}
