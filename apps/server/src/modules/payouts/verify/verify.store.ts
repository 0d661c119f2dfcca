import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';

/** The merchant's own server said yes; false where the payout is not being verified any more. */
export async function markVerified(db: Kysely<Tables>, orderId: bigint): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`SELECT payout_verified(${orderId}, NULL) AS done`.execute(db);
  return rows[0]?.done === true;
}

/** Holds an unconfirmed payout anew. poor: the merchant's money does not reach, or he owes · refused: another state. */
export async function holdAnew(
  tx: Tx,
  orderId: bigint,
  { actor, requestId }: Pick<RequestContext, 'actor' | 'requestId'>,
): Promise<'done' | 'poor' | 'refused'> {
  const { rows } = await sql<{ outcome: 'done' | 'poor' | 'refused' }>`
    SELECT payout_reverify(${orderId}, ${actor.userId}, ${requestId}) AS outcome`.execute(tx);
  return rows[0]?.outcome ?? 'refused';
}
