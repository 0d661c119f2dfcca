import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';

/** What each party takes where one merchant uses a channel; sums in minor units. */
export interface UsePrices {
  readonly min_amount: bigint;
  readonly max_amount: bigint;
  readonly merchant_pct: string;
  readonly merchant_per_item: bigint;
  readonly sub_agent_pct: string;
  readonly sub_agent_per_item: bigint;
  readonly middleman_pct: string;
  readonly middleman_per_item: bigint;
  readonly system_pct: string;
  readonly system_per_item: bigint;
  readonly allow_loss: boolean;
}

/** The prices of every merchant's use of a channel, of all senior agents or of one. */
export async function usesOfChannel(
  db: Kysely<Tables>,
  channelId: bigint,
  agentId: bigint | null,
): Promise<UsePrices[]> {
  const { rows } = await sql<UsePrices>`
    SELECT m.min_amount, m.max_amount, m.merchant_pct, m.merchant_per_item,
           CASE WHEN u.sub_agent_id IS NULL THEN 0 ELSE m.sub_agent_pct END AS sub_agent_pct,
           CASE WHEN u.sub_agent_id IS NULL THEN 0 ELSE m.sub_agent_per_item END AS sub_agent_per_item,
           CASE WHEN u.middleman_id IS NULL THEN 0 ELSE m.middleman_pct END AS middleman_pct,
           CASE WHEN u.middleman_id IS NULL THEN 0 ELSE m.middleman_per_item END AS middleman_per_item,
           coalesce(g.system_pct, 0) AS system_pct, coalesce(g.system_per_item, 0) AS system_per_item, m.allow_loss
    FROM customer_method m JOIN app_user u ON u.id = m.customer_id
    LEFT JOIN agent_method g ON g.channel_id = m.channel_id AND g.agent_id = u.agent_id
    WHERE m.channel_id = ${channelId} AND (${agentId}::bigint IS NULL OR u.agent_id = ${agentId})`.execute(
    db,
  );
  return rows;
}
