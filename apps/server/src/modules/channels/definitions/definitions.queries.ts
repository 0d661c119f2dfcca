import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Currency } from '@suanpan/money/currency';
import { inTree } from '../../../platform/db/in-tree.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { channelFacts, channelLimits, likePattern } from '../listed-channel.queries.ts';
import type { ListedChannel } from '../listed-channel.queries.ts';

export interface DefinitionListed extends ListedChannel {
  readonly direction: 'collection' | 'payout';
  readonly integer_only: boolean;
  readonly needs_payer_name: boolean;
  readonly account_id: bigint;
  readonly account_name: string;
  readonly account_enabled: boolean;
  readonly base_url: string;
  readonly late_payment: 'credit' | 'abnormal';
  readonly notify_networks: string[];
  readonly agent_id: bigint;
  readonly agent_name: string;
  readonly provider_id: bigint;
  readonly provider_name: string;
  readonly driver: string;
  readonly merchants: number;
}

export interface DefinitionFilter {
  readonly direction?: 'collection' | 'payout';
  readonly agentId?: bigint;
  readonly search?: string;
  readonly enabled?: boolean;
  readonly id?: bigint;
  /** Only what its senior agent has: the lists of what he has show no others. */
  readonly isHeld?: true;
}

/** Channels of the reader's tree, or that the reader may use; by tier and name. */
export async function listDefinitions(
  db: Kysely<Tables>,
  scope: Scope,
  filter: DefinitionFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<DefinitionListed[]> {
  const { rows } = await sql<DefinitionListed>`
    SELECT c.id::text AS id, ${channelFacts}, ${channelLimits}, NULL AS alias, c.enabled, true AS polling, c.version,
           NULL AS merchant_pct, NULL AS merchant_per_item, NULL AS sub_agent_pct, NULL AS sub_agent_per_item,
           NULL AS middleman_pct, NULL AS middleman_per_item,
           c.direction, c.integer_only, c.needs_payer_name, a.id AS account_id, a.name AS account_name,
           a.enabled AS account_enabled, a.base_url, a.late_payment, a.notify_networks, g.id AS agent_id,
           g.name AS agent_name, p.id AS provider_id, p.name AS provider_name, p.driver,
           (SELECT count(DISTINCT m.customer_id)::int FROM customer_method m WHERE m.channel_id = c.id) AS merchants
    ${ofDefinitions(scope, filter)}
    ORDER BY c.priority, c.name, c.id OFFSET ${offset} LIMIT ${limit}`.execute(db);
  return rows;
}

export async function countDefinitions(
  db: Kysely<Tables>,
  scope: Scope,
  filter: DefinitionFilter,
): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`
    SELECT count(*) AS count ${ofDefinitions(scope, filter)}`.execute(db);
  return rows[0]?.count ?? 0n;
}

function ofDefinitions(scope: Scope, filter: DefinitionFilter): RawBuilder<unknown> {
  const conditions = [
    mayUse(scope),
    ...(filter.direction === undefined ? [] : [sql`c.direction = ${filter.direction}`]),
    ...(filter.agentId === undefined ? [] : [sql`a.agent_id = ${filter.agentId}`]),
    ...(filter.enabled === undefined ? [] : [sql`c.enabled = ${filter.enabled}`]),
    ...(filter.id === undefined ? [] : [sql`c.id = ${filter.id}`]),
    ...(filter.isHeld === undefined
      ? []
      : [sql`EXISTS (SELECT FROM agent_method am WHERE am.channel_id = c.id AND am.agent_id = a.agent_id)`]),
    ...(filter.search === undefined
      ? []
      : [
          sql`(c.name ILIKE ${likePattern(filter.search)} OR c.code ILIKE ${likePattern(filter.search)}
            OR a.name ILIKE ${likePattern(filter.search)})`,
        ]),
  ];
  return sql`FROM channel c JOIN channel_account a ON a.id = c.channel_account_id
    JOIN provider p ON p.id = a.provider_id JOIN app_user g ON g.id = a.agent_id
    LEFT JOIN channel_state st ON st.channel_id = c.id
    WHERE ${sql.join(conditions, sql` AND `)}`;
}

/** Whoever stands below a senior agent knows the channels that he, or a merchant bound to him, may use. */
function mayUse(scope: Scope): RawBuilder<unknown> {
  if (scope.kind === 'platform' || scope.kind === 'agent') return inTree(scope, { agent: 'a.agent_id' });
  return sql`EXISTS (
    SELECT FROM customer_method m JOIN app_user u ON u.id = m.customer_id
    WHERE m.channel_id = c.id AND ${inTree(scope, {
      customer: 'u.id',
      subAgent: 'u.sub_agent_id',
      middleman: 'u.middleman_id',
    })})`;
}

export interface ProviderListed {
  readonly id: bigint;
  readonly code: string;
  readonly name: string;
  readonly driver: string;
  readonly accounts: number;
}

export async function listProviders(db: Kysely<Tables>): Promise<ProviderListed[]> {
  const { rows } = await sql<ProviderListed>`
    SELECT p.id, p.code, p.name, p.driver,
           (SELECT count(*)::int FROM channel_account a WHERE a.provider_id = p.id) AS accounts
    FROM provider p ORDER BY p.name, p.id`.execute(db);
  return rows;
}

export interface AccountNamed {
  readonly id: bigint;
  readonly name: string;
  readonly currency: Currency;
  readonly direction: 'collection' | 'payout';
  readonly agent_id: bigint;
  readonly agent_name: string;
}

const accountsOffered = 20;

/** Real channels by a part of their name or of their senior agent's. */
export async function listAccounts(
  db: Kysely<Tables>,
  { direction, id, search }: { direction?: 'collection' | 'payout'; id?: bigint; search?: string },
): Promise<AccountNamed[]> {
  const like = likePattern(search ?? '');
  const { rows } = await sql<AccountNamed>`
    SELECT a.id, a.name, a.currency, a.direction, a.agent_id, g.name AS agent_name
    FROM channel_account a JOIN app_user g ON g.id = a.agent_id
    WHERE ${direction === undefined ? sql`true` : sql`a.direction = ${direction}`}
      AND ${id === undefined ? sql`(a.name ILIKE ${like} OR g.name ILIKE ${like})` : sql`a.id = ${id}`}
    ORDER BY a.name, a.id LIMIT ${accountsOffered}`.execute(db);
  return rows;
}
