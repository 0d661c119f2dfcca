import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';

/** Lets a waiting payout go; false where it does not wait. The door refuses (LG403) whoever may not decide it. */
export async function letGo(
  tx: Tx,
  orderId: bigint,
  by: { readonly actorId: bigint; readonly reason: string; readonly requestId: string },
): Promise<boolean> {
  const { rows } = await sql<{ gone: boolean }>`
    SELECT payout_dispatch(${orderId}, ${by.actorId}, ${by.reason}, ${by.requestId}) AS gone`.execute(tx);
  return rows[0]?.gone === true;
}
