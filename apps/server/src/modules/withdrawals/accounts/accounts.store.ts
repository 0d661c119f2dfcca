import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';
import type { KeptAccount } from './keep-account.ts';

export interface ActingBy {
  readonly personId: bigint;
  readonly requestId: string;
}

/** Keeps the account through its door; undefined where the owner has as many as he may. */
export async function addAccount(
  tx: Tx,
  ownerId: bigint,
  account: KeptAccount,
  by: ActingBy,
): Promise<bigint | undefined> {
  const { rows } = await sql<{ id: bigint | null }>`
    SELECT add_withdraw_account(${ownerId}, ${JSON.stringify(account)}::jsonb, ${by.personId}, ${by.requestId}) AS id`.execute(
    tx,
  );
  return rows[0]?.id ?? undefined;
}

/** False where it is gone already. */
export async function dropAccount(tx: Tx, id: bigint, by: ActingBy): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    SELECT drop_withdraw_account(${id}, ${by.personId}, ${by.requestId}) AS done`.execute(tx);
  return rows[0]?.done === true;
}

/** False where it is refused already, or gone. */
export async function judgeAccount(
  tx: Tx,
  id: bigint,
  refuses: boolean,
  by: ActingBy & { readonly reason: string },
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    SELECT judge_withdraw_account(${id}, ${refuses}, ${by.personId}, ${by.reason}, ${by.requestId}) AS done`.execute(
    tx,
  );
  return rows[0]?.done === true;
}
