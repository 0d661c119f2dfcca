import { sql } from 'kysely';
import { inTree } from '../../../platform/db/in-tree.ts';
import type { PastOrders, PastRow } from '../../channels/index.ts';

export const pastPayouts: PastOrders = async (db, scope, day, after, most) => {
  const { rows } = await sql<PastRow>`
    SELECT o.id, o.order_no, o.customer_id, o.agent_id, o.sub_agent_id IS NOT NULL AS has_sub_agent,
           o.middleman_id IS NOT NULL AS has_middleman, o.currency, o.amount, o.method, o.account_name AS name,
           o.created_at, o.created_at::text AS place, o.channel_id, o.endpoint_fee, NULL AS paid_before
    FROM whole.payout_order o
    WHERE ${inTree(scope, { agent: 'o.agent_id' })} AND o.created_at >= ${day.from} AND o.created_at < ${day.to}
      AND (${day.customerId}::bigint IS NULL OR o.customer_id = ${day.customerId}) AND NOT o.is_test
      AND (${after?.at ?? null}::timestamptz IS NULL
        OR (o.created_at, o.id) > (${after?.at ?? null}::timestamptz, ${after?.id ?? 0n}::bigint))
    ORDER BY o.created_at, o.id LIMIT ${most}`.execute(db);
  return rows;
};
