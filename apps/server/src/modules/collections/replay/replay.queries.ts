import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { inTree } from '../../../platform/db/in-tree.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import type { PastOrders, PastRow } from '../../channels/index.ts';

export const pastCollections: PastOrders = async (db, scope, day, after, most) => {
  const { rows } = await sql<PastRow>`
    SELECT o.id, o.order_no, o.customer_id, o.agent_id, o.sub_agent_id IS NOT NULL AS has_sub_agent,
           o.middleman_id IS NOT NULL AS has_middleman, o.currency, o.pay_amount AS amount, o.method, o.real_name AS name,
           o.created_at, o.created_at::text AS place, o.channel_id, p.endpoint_fee, p.route -> 'paid_before' AS paid_before
    FROM whole.collection_order o LEFT JOIN whole.collection_plan p ON p.order_id = o.id
    WHERE ${inTree(scope, { agent: 'o.agent_id' })} AND o.created_at >= ${day.from} AND o.created_at < ${day.to}
      AND (${day.customerId}::bigint IS NULL OR o.customer_id = ${day.customerId}) AND NOT o.is_test
      AND (${after?.at ?? null}::timestamptz IS NULL
        OR (o.created_at, o.id) > (${after?.at ?? null}::timestamptz, ${after?.id ?? 0n}::bigint))
    ORDER BY o.created_at, o.id LIMIT ${most}`.execute(db);
  return rows;
};

/** Of these channels those of the caller's tree, with their names and currencies. */
export async function channelsInTree(
  db: Kysely<Tables>,
  scope: Scope,
  direction: 'collection' | 'payout',
  ids: readonly bigint[],
): Promise<ReadonlyMap<string, { readonly name: string; readonly currency: Currency }>> {
  const { rows } = await sql<{ id: bigint; name: string; currency: Currency }>`
    SELECT c.id, c.name, c.currency FROM channel c JOIN channel_account a ON a.id = c.channel_account_id
    WHERE c.id = ANY (${ids}::bigint[]) AND c.direction = ${direction} AND ${inTree(scope, { agent: 'a.agent_id' })}`.execute(
    db,
  );
  return new Map(rows.map(({ id, ...channel }) => [String(id), channel]));
}

/** Whether a merchant belongs to the caller's tree. */
export async function isMerchantInTree(
  db: Kysely<Tables>,
  scope: Scope,
  customerId: bigint,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM app_user u WHERE u.id = ${customerId} AND u.kind = 'customer' AND ${inTree(scope, { agent: 'u.agent_id' })}`.execute(
    db,
  );
  return rows.length > 0;
}
