import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { inTree } from '../../../platform/db/in-tree.ts';
import { spanOf } from '../../../platform/db/span-of.ts';
import type { Span } from '../../../platform/db/span-of.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';

export interface AccountStanding {
  readonly id: bigint;
  /** What its provider said that it holds, in minor units; null where it never said. */
  readonly balance: bigint | null;
  readonly balance_checked_at: Date | null;
}

/** Those of these accounts at providers that are the reader's to know, and what their providers said last. */
export async function accountStandings(
  db: Kysely<Tables>,
  scope: Scope,
  ids: readonly bigint[],
): Promise<readonly AccountStanding[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<AccountStanding>`
    SELECT a.id, a.balance, a.balance_checked_at FROM channel_account a
    WHERE a.id = ANY (${ids}::bigint[]) AND ${inTree(scope, { agent: 'a.agent_id' })}`.execute(db);
  return rows;
}

export interface ExchangeFigures {
  readonly id: bigint;
  /** A day or an hour, as `spanOf` tells it; null of all of them together. */
  readonly span: string | null;
  readonly calls: bigint;
  /** Without an answer, or answered by a fault or a refusal. */
  readonly errors: bigint;
  /** Milliseconds from asking to the answer; null where nothing was asked. */
  readonly create_p50: number | null;
  readonly create_p95: number | null;
  readonly query_p50: number | null;
  readonly query_p95: number | null;
}

/**
 * How providers answered in a range, by day or hour, which reads every exchange: of no more than two days. A probe asks about an order
 * that nobody made, and a provider that does not know it is well: probes count nothing.
 */
export async function exchangeFigures(
  db: Kysely<Tables>,
  ids: readonly bigint[],
  { by, from, to }: { readonly from: Date; readonly to: Date; readonly by: Span },
): Promise<readonly ExchangeFigures[]> {
  if (ids.length === 0) return [];
  const latency = (share: number, operation: string) =>
    sql`percentile_disc(${sql.lit(share)}) WITHIN GROUP (ORDER BY l.latency_ms) FILTER (WHERE l.operation = ${operation})`;
  const { rows } = await sql<ExchangeFigures>`
    SELECT l.channel_account_id AS id, s.span, count(*) AS calls,
           count(*) FILTER (WHERE l.outcome <> 'accepted') AS errors,
           ${latency(0.5, 'create')} AS create_p50, ${latency(0.95, 'create')} AS create_p95,
           ${latency(0.5, 'query')} AS query_p50, ${latency(0.95, 'query')} AS query_p95
    FROM provider_log l CROSS JOIN LATERAL (SELECT ${spanOf(by, 'l.at')} AS span) s
    WHERE l.channel_account_id = ANY (${ids}::bigint[]) AND l.direction = 'out' AND l.operation <> 'probe' AND l.at >= ${from} AND l.at < ${to}
    GROUP BY GROUPING SETS ((l.channel_account_id, s.span), (l.channel_account_id))`.execute(db);
  return rows;
}

/** The channels of these accounts, each with its own. */
export async function channelsOfAccounts(
  db: Kysely<Tables>,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, bigint>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('channel')
    .select(['id', 'channel_account_id'])
    .where('channel_account_id', 'in', ids)
    .execute();
  return new Map(rows.map(({ channel_account_id: account, id }) => [id, account]));
}
