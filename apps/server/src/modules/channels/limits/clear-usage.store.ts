import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { inTree } from '../../../platform/db/in-tree.ts';

/** Whose use of which channels counts anew; what is absent narrows nothing. */
export interface UsageToClear {
  readonly channelId?: bigint | undefined;
  readonly channelAccountIds?: readonly bigint[] | undefined;
  readonly customerId?: bigint | undefined;
}

/**
 * Counts today's use of collecting channels anew from zero, of one's own accounts and merchants; answers of how many uses. What waits
 * gives a channel's use nothing back any more when it ends; a merchant's own use may get back what he had waiting.
 */
export async function clearChannelUsage(tx: Tx, scope: Scope, wanted: UsageToClear): Promise<number> {
  const conditions: RawBuilder<unknown>[] = [
    sql`(${inTree(scope, { agent: 'a.agent_id' })} OR ${inTree(scope, { agent: 'm.agent_id' })})`,
  ];
  if (wanted.channelId !== undefined) conditions.push(sql`c.id = ${wanted.channelId}`);
  if (wanted.customerId !== undefined) conditions.push(sql`m.id = ${wanted.customerId}`);
  if (wanted.channelAccountIds !== undefined) {
    conditions.push(sql`a.id = ANY (${[...wanted.channelAccountIds]}::bigint[])`);
  }
  const { rows } = await sql<{ cleared: number }>`
    WITH gone AS (
      UPDATE channel_usage u SET amount = 0, count = 0, is_whole = true
      WHERE u.day = business_day(business_now()) AND (u.count > 0 OR u.amount > 0) AND EXISTS (
        SELECT FROM channel c JOIN channel_account a ON a.id = c.channel_account_id
        LEFT JOIN customer_method w ON w.id = u.method_id LEFT JOIN app_user m ON m.id = w.customer_id
        WHERE c.id = u.channel_id AND c.direction = 'collection' AND ${sql.join(conditions, sql` AND `)})
      RETURNING u.channel_id, u.method_id, u.day
    ), kept AS (
      UPDATE channel_reservation r SET day = 'epoch' FROM gone g
      WHERE g.method_id = 0 AND r.channel_id = g.channel_id AND r.day = g.day AND r.order_kind = 'collection'
    )
    SELECT count(*)::int AS cleared FROM gone`.execute(tx);
  return rows[0]?.cleared ?? 0;
}
