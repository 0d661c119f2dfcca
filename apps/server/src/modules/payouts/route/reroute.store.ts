import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { errorCode } from '../../../platform/db/database-error.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';

/** Raised by the door where a channel does not serve the payout at the price that its merchant was charged. */
const notServedState = 'LG404';

/** Lets a payout go by another channel; false while a provider may have it, and where the channel does not serve it. */
export async function reroute(
  db: Kysely<Tables>,
  orderId: bigint,
  channelId: bigint,
  route: object,
  by: { readonly actorId: bigint | null; readonly requestId: string | null } = {
    actorId: null,
    requestId: null,
  },
): Promise<boolean> {
  try {
    const { rows } = await sql<{ moved: boolean }>`
      SELECT payout_reroute(${orderId}, ${channelId}, ${JSON.stringify(route)}::jsonb, ${by.actorId}, ${by.requestId}) AS moved`.execute(
      db,
    );
    return rows[0]?.moved === true;
  } catch (error) {
    if (errorCode(error) === notServedState) return false;
    throw error;
  }
}
