import { bindingsShown } from '@suanpan/contract/endpoints/agent-channels';
import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { inTree } from '../../../platform/db/in-tree.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { channelFacts, channelLimits, likePattern } from '../listed-channel.queries.ts';
import type { ListedChannel } from '../listed-channel.queries.ts';

export interface AgentFilter {
  readonly direction: 'collection' | 'payout';
  readonly search?: string;
  readonly channelId?: bigint;
}

export interface AgentNamed {
  readonly id: bigint;
  readonly name: string;
}

/** Senior agents of the reader's tree by name; with a channel, those who have it. */
export async function listAgents(
  db: Kysely<Tables>,
  scope: Scope,
  filter: AgentFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<AgentNamed[]> {
  const { rows } = await sql<AgentNamed>`
    SELECT g.id, g.name FROM app_user g WHERE ${wanted(scope, filter)}
    ORDER BY g.name, g.id OFFSET ${offset} LIMIT ${limit}`.execute(db);
  return rows;
}

export async function countAgents(db: Kysely<Tables>, scope: Scope, filter: AgentFilter): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`
    SELECT count(*) AS count FROM app_user g WHERE ${wanted(scope, filter)}`.execute(db);
  return rows[0]?.count ?? 0n;
}

function wanted(scope: Scope, { channelId, direction, search }: AgentFilter): RawBuilder<unknown> {
  const conditions = [
    sql`g.kind = 'agent'`,
    inTree(scope, { agent: 'g.id' }),
    ...(search === undefined || search === ''
      ? []
      : [sql`(g.name ILIKE ${likePattern(search)} OR g.id::text = ${search})`]),
    ...(channelId === undefined
      ? []
      : [
          sql`EXISTS (SELECT FROM agent_method am JOIN channel mc ON mc.id = am.channel_id
            WHERE am.agent_id = g.id AND am.channel_id = ${channelId} AND mc.direction = ${direction})`,
        ]),
  ];
  return sql.join(conditions, sql` AND `);
}

/** A channel of a senior agent; the rate in percent, the fixed part in minor units. */
export interface AgentChannelListed extends ListedChannel {
  readonly agent_id: bigint;
  readonly system_pct: string;
  readonly system_per_item: bigint;
  readonly merchants: number;
}

/** What these senior agents have, by tier and name. */
export async function channelsOfAgents(
  db: Kysely<Tables>,
  agentIds: readonly bigint[],
  { channelId, direction }: AgentFilter,
): Promise<AgentChannelListed[]> {
  const { rows } = await sql<AgentChannelListed>`
    SELECT g.agent_id::text || ':' || c.id::text AS id, ${channelFacts}, ${channelLimits}, NULL AS alias, g.enabled,
           true AS polling, g.version, NULL AS merchant_pct, NULL AS merchant_per_item, NULL AS sub_agent_pct,
           NULL AS sub_agent_per_item, NULL AS middleman_pct, NULL AS middleman_per_item, g.agent_id,
           trim_scale(g.system_pct)::text AS system_pct, g.system_per_item,
           (SELECT count(DISTINCT m.customer_id)::int FROM customer_method m JOIN app_user u ON u.id = m.customer_id
            WHERE m.channel_id = c.id AND u.agent_id = g.agent_id) AS merchants
    FROM agent_method g JOIN channel c ON c.id = g.channel_id AND c.direction = ${direction}
    LEFT JOIN channel_state st ON st.channel_id = c.id
    WHERE g.agent_id = ANY (${agentIds}::bigint[]) AND (${channelId ?? null}::bigint IS NULL OR c.id = ${channelId ?? null})
    ORDER BY g.agent_id, c.priority, c.name, c.id`.execute(db);
  return rows;
}

/** What a general agent takes of one merchant's channel, and what is left of it for the senior agent. */
export interface BindingRate {
  readonly id: bigint;
  readonly agent_id: bigint;
  readonly customer_id: bigint;
  readonly customer_name: string;
  readonly channel_id: bigint;
  readonly channel_name: string;
  readonly currency: Currency;
  readonly sub_agent_id: bigint;
  readonly sub_agent_name: string;
  readonly sub_agent_pct: string;
  readonly sub_agent_per_item: bigint;
  readonly merchant_pct: string;
  readonly merchant_per_item: bigint;
  readonly middleman_pct: string;
  readonly middleman_per_item: bigint;
  readonly endpoint_pct: string;
  readonly endpoint_per_item: bigint;
}

/** The general agents of these senior agents, each with what he takes where; so many of each senior agent at the most. */
export async function ratesOfBindings(
  db: Kysely<Tables>,
  agentIds: readonly bigint[],
  { channelId, direction }: AgentFilter,
): Promise<BindingRate[]> {
  const { rows } = await sql<BindingRate>`
    SELECT b.* FROM unnest(${agentIds}::bigint[]) AS of (agent_id) CROSS JOIN LATERAL (
      SELECT m.id, u.agent_id, u.id AS customer_id, u.name AS customer_name, c.id AS channel_id, c.name AS channel_name,
             c.currency, s.id AS sub_agent_id,
             s.name AS sub_agent_name, m.sub_agent_pct, m.sub_agent_per_item, m.merchant_pct, m.merchant_per_item,
             CASE WHEN u.middleman_id IS NULL THEN 0 ELSE m.middleman_pct END AS middleman_pct,
             CASE WHEN u.middleman_id IS NULL THEN 0 ELSE m.middleman_per_item END AS middleman_per_item,
             c.endpoint_pct, c.endpoint_per_item
      FROM app_user u JOIN app_user s ON s.id = u.sub_agent_id JOIN customer_method m ON m.customer_id = u.id
      JOIN channel c ON c.id = m.channel_id AND c.direction = ${direction}
      WHERE u.agent_id = of.agent_id AND u.kind = 'customer'
        AND (${channelId ?? null}::bigint IS NULL OR c.id = ${channelId ?? null})
      ORDER BY s.name, u.id, c.priority, m.id LIMIT ${bindingsShown}) b`.execute(db);
  return rows;
}

/** A senior agent's channel under its lock, and what it is of. */
export interface LockedUse {
  readonly agent_id: bigint;
  readonly agent_name: string;
  readonly channel_id: bigint;
  readonly channel_name: string;
  readonly code: string;
  readonly direction: 'collection' | 'payout';
  readonly currency: Currency;
  readonly min_amount: bigint;
  readonly max_amount: bigint;
  readonly endpoint_pct: string;
  readonly endpoint_per_item: bigint;
  /** Null where he does not have it yet. */
  readonly version: number | null;
  readonly system_pct: string | null;
  readonly system_per_item: bigint | null;
  readonly enabled: boolean | null;
  readonly merchants: number;
}

/**
 * A senior agent and a channel of his own, whether he has it open or not; undefined for another's. The channel is locked, so that
 * its price and limits stand still meanwhile.
 */
export async function lockUse(tx: Tx, agentId: bigint, channelId: bigint): Promise<LockedUse | undefined> {
  await sql`SELECT FROM channel WHERE id = ${channelId} FOR NO KEY UPDATE`.execute(tx);
  await sql`SELECT FROM agent_method WHERE agent_id = ${agentId} AND channel_id = ${channelId} FOR NO KEY UPDATE`.execute(
    tx,
  );
  const { rows } = await sql<LockedUse>`
    SELECT a.agent_id, u.name AS agent_name, c.id AS channel_id, c.name AS channel_name, c.code, c.direction, c.currency,
           c.min_amount, c.max_amount, c.endpoint_pct, c.endpoint_per_item, g.version,
           trim_scale(g.system_pct)::text AS system_pct, g.system_per_item, g.enabled,
           (SELECT count(DISTINCT m.customer_id)::int FROM customer_method m JOIN app_user b ON b.id = m.customer_id
            WHERE m.channel_id = c.id AND b.agent_id = a.agent_id) AS merchants
    FROM channel c JOIN channel_account a ON a.id = c.channel_account_id AND a.agent_id = ${agentId}
    JOIN app_user u ON u.id = a.agent_id
    LEFT JOIN agent_method g ON g.channel_id = c.id AND g.agent_id = a.agent_id
    WHERE c.id = ${channelId}`.execute(tx);
  return rows[0];
}
