import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { isNamedTo } from '../../platform/db/in-tree.ts';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Scope } from '../../platform/http/actor.ts';
import { ownerOf } from '../../platform/http/owner-of.ts';

export interface RateFilter {
  readonly id?: bigint;
  readonly agentId?: bigint;
  readonly base?: string;
  readonly quote?: string;
  readonly at?: Date;
  /** Every version there was. */
  readonly isWhole: boolean;
}

export interface ListedRate {
  readonly id: bigint;
  readonly agent_id: bigint | null;
  readonly agent_name: string | null;
  readonly base: Currency;
  readonly quote: Currency;
  readonly collection_rate: string;
  readonly payment_rate: string;
  readonly valid_from: Date;
  readonly version: number;
  readonly state: 'current' | 'future' | 'past' | 'withdrawn';
  readonly set_by: string | null;
  readonly reason: string;
  readonly used_by: bigint;
}

/** A rate that was in force; rates as plain decimal text. */
export type FoundRate = Pick<
  ListedRate,
  'id' | 'agent_id' | 'base' | 'quote' | 'collection_rate' | 'payment_rate'
>;

/** The rate between two currencies at an instant: the senior agent's own, or the platform's. */
export async function findRate(
  db: Kysely<Tables>,
  from: Currency,
  to: Currency,
  agentId: bigint | null,
  at: Date,
): Promise<FoundRate | undefined> {
  const { rows } = await sql<FoundRate>`
    SELECT r.id, r.agent_id, r.base, r.quote, trim_scale(r.collection_rate)::text AS collection_rate,
           trim_scale(r.payment_rate)::text AS payment_rate
    FROM rate_at(${agentId}::bigint, ${from}, ${to}, ${at}) r WHERE r.id IS NOT NULL`.execute(db);
  return rows[0];
}

interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** One page of the rates that the caller may see, pair by pair, the newest version of each first. */
export async function listRates(
  db: Kysely<Tables>,
  scope: Scope,
  filter: RateFilter,
  { offset, limit }: Page,
): Promise<ListedRate[]> {
  const { rows } = await sql<ListedRate>`
    SELECT r.*, (SELECT count(*) FROM whole.collection_order o WHERE o.rate_id = r.id) AS used_by
    FROM (${seen(scope, filter)}) r
    ORDER BY r.agent_id NULLS FIRST, r.base, r.quote, r.version DESC OFFSET ${offset} LIMIT ${limit}`.execute(
    db,
  );
  return rows;
}

export async function countRates(db: Kysely<Tables>, scope: Scope, filter: RateFilter): Promise<bigint> {
  const { rows } = await sql<{ n: bigint }>`SELECT count(*) AS n FROM (${seen(scope, filter)}) r`.execute(db);
  return rows[0]?.n ?? 0n;
}

/** The senior agent in whose tree the caller stands; null for the platform. */
export async function tenantOf(db: Kysely<Tables>, scope: Scope): Promise<bigint | null> {
  const { rows } = await sql<{ id: bigint | null }>`SELECT ${tenant(scope)} AS id`.execute(db);
  return rows[0]?.id ?? null;
}

const tenant = (scope: Scope): RawBuilder<unknown> =>
  scope.kind === 'platform' || scope.kind === 'agent'
    ? sql`${ownerOf(scope)}::bigint`
    : sql`(SELECT own.agent_id FROM app_user own WHERE own.id = ${ownerOf(scope)})`;

/**
 * The platform sees every rate, a senior agent his own and those that the platform gives him, and whoever stands below him the
 * one that counts for him and no other.
 */
function seen(scope: Scope, filter: RateFilter): RawBuilder<unknown> {
  const now = sql`(SELECT business_now())`;
  const at = filter.at === undefined ? now : sql`${filter.at}::timestamptz`;
  const state = sql`CASE WHEN r.withdrawn_at IS NOT NULL THEN 'withdrawn' WHEN r.valid_from > ${at} THEN 'future'
    WHEN r.id = (SELECT x.id FROM exchange_rate x WHERE x.base = r.base AND x.quote = r.quote
      AND x.agent_id IS NOT DISTINCT FROM r.agent_id AND x.valid_from <= ${at} AND x.withdrawn_at IS NULL
      ORDER BY x.valid_from DESC, x.version DESC LIMIT 1) THEN 'current' ELSE 'past' END`;
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  const add = (condition: RawBuilder<unknown>): void => void conditions.push(condition);
  if (scope.kind === 'agent') add(sql`(r.agent_id IS NULL OR r.agent_id = ${scope.agentId})`);
  else if (scope.kind !== 'platform') {
    add(sql`r.state = 'current' AND (r.agent_id = ${tenant(scope)} OR (r.agent_id IS NULL AND NOT EXISTS (
      SELECT FROM exchange_rate own WHERE own.agent_id = ${tenant(scope)} AND own.base = r.base AND own.quote = r.quote
        AND own.valid_from <= ${at} AND own.withdrawn_at IS NULL)))`);
  }
  if (filter.id !== undefined) add(sql`r.id = ${filter.id}`);
  if (filter.agentId !== undefined) add(sql`r.agent_id = ${filter.agentId}`);
  if (filter.base !== undefined) add(sql`r.base = ${filter.base}`);
  if (filter.quote !== undefined) add(sql`r.quote = ${filter.quote}`);
  if (filter.at !== undefined) add(sql`r.state = 'current'`);
  else if (!filter.isWhole) add(sql`r.state IN ('current', 'future')`);
  return sql`
    SELECT * FROM (
      SELECT r.id, r.agent_id, a.name AS agent_name, r.base, r.quote, trim_scale(r.collection_rate)::text AS collection_rate,
             trim_scale(r.payment_rate)::text AS payment_rate, r.valid_from, r.version, ${state} AS state,
             m.username AS set_by, r.reason
      FROM exchange_rate r LEFT JOIN app_user a ON a.id = r.agent_id
      LEFT JOIN app_user m ON m.id = r.maker_id AND ${isNamedTo(scope, 'm')}
    ) r WHERE ${sql.join(conditions, sql` AND `)}`;
}
