import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { PaidBefore } from '../../channels/index.ts';

export interface KnownPayer {
  readonly customerId: bigint;
  readonly agentId: bigint;
  /** Made where it is asked for: most orders need none. */
  readonly mark: () => string;
}

/** So many of a payer's orders are looked at, the newest: whoever makes orders without end pays none of them. */
const newest = 50;

/** Whoever let so many go unpaid where he paid last cannot pay there any more, whatever its provider says. */
const inVain = 2;

/**
 * The order that this payer of the merchant paid last, under the senior agent of today; undefined where he paid none, or tried twice
 * in vain by the same channel since.
 */
export async function lastPaid(db: Kysely<Tables>, payer: KnownPayer): Promise<PaidBefore | undefined> {
  const { rows } = await sql<PaidBefore>`
    WITH his AS (
      SELECT o.id, o.order_no, o.channel_id, o.status, o.created_at, o.completed_at
      FROM (
        SELECT p.order_id FROM collection_payer p
        WHERE p.customer_id = ${payer.customerId} AND p.payer_mark = ${payer.mark()}
        ORDER BY p.at DESC, p.order_id DESC LIMIT ${newest}
      ) p JOIN collection_order o ON o.id = p.order_id
      WHERE o.agent_id = ${payer.agentId} AND o.channel_id IS NOT NULL
    )
    SELECT paid.order_no, paid.channel_id::text AS channel_id
    FROM (SELECT * FROM his WHERE status = 'success' ORDER BY completed_at DESC, id DESC LIMIT 1) paid
    WHERE (
      SELECT count(*) FROM his
      WHERE his.channel_id = paid.channel_id AND his.status = 'expired' AND his.created_at > paid.created_at
    ) < ${inVain}`.execute(db);
  return rows[0];
}

/** Whose order it is, so that he is known again once he has paid it. */
export async function keepPayer(tx: Tx, orderId: bigint, payer: KnownPayer, at: Date): Promise<void> {
  await sql`
    INSERT INTO collection_payer (order_id, customer_id, payer_mark, at)
    VALUES (${orderId}, ${payer.customerId}, ${payer.mark()}, ${at})
    ON CONFLICT (order_id) DO UPDATE SET payer_mark = EXCLUDED.payer_mark, at = EXCLUDED.at`.execute(tx);
}
