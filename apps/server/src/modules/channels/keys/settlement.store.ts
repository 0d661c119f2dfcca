import { Refusal } from '@suanpan/domain/errors';
import type { ErrorName } from '@suanpan/domain/errors';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { isUniqueViolation } from '../../../platform/db/database-error.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { doorRefusal } from '../../../platform/door-refusal.ts';
import type { ApprovalBy } from '../../approvals/index.ts';

/** Which account, minor units of its currency, and the number of the provider's statement. */
export interface Settlement {
  readonly id: string;
  readonly arrived: string;
  readonly kept: string;
  readonly statement_ref: string;
}

/** What by the books lies at the account, and what is owed for its work; minor units. */
export interface Clearing {
  readonly held: bigint;
  readonly owed: bigint;
}

/** Reads every journal of the account: for a person who looks, not for a list. */
export async function clearingOf(db: Kysely<Tables> | Tx, accountId: bigint): Promise<Clearing> {
  const { rows } = await sql<Clearing>`SELECT held, owed FROM clearing_of(${accountId})`.execute(db);
  return rows[0] ?? { held: 0n, owed: 0n };
}

/** Whether a statement of this number was entered before. */
export async function isEntered(tx: Tx, { id, statement_ref: ref }: Settlement): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM channel_settlement s
    WHERE s.channel_account_id = ${BigInt(id)} AND reference_key(s.statement_ref) = reference_key(${ref})`.execute(
    tx,
  );
  return rows.length > 0;
}

const refusals: Readonly<Record<string, ErrorName>> = {
  LG402: 'insufficientBalance',
  LG403: 'forbidden',
  LG404: 'notFound',
};

/** Keeps it and posts J17 through the door; answers the journal. Refuses `alreadyPosted` the same statement once more. */
export async function settleChannel(
  tx: Tx,
  { arrived, id, kept, statement_ref: ref }: Settlement,
  by: ApprovalBy,
): Promise<bigint> {
  try {
    const { rows } = await sql<{ journal_id: bigint }>`
      SELECT settle_channel(${BigInt(id)}, ${arrived}::bigint, ${kept}::bigint, ${ref}, ${by.makerId}, ${by.approvalId},
        ${by.reason}, ${by.requestId}) AS journal_id`.execute(tx);
    const journal = rows[0]?.journal_id;
    if (journal === undefined) throw new Error('The settlement was not stored');
    return journal;
  } catch (error) {
    if (isUniqueViolation(error, 'channel_settlement_once')) throw new Refusal('alreadyPosted');
    throw doorRefusal(error, refusals);
  }
}
