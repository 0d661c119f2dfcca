import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { inTree } from '../../../platform/db/in-tree.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { ownerOf } from '../../../platform/http/owner-of.ts';
import type { OwnerRole } from '../rules/rules.queries.ts';

export interface ListedFee {
  readonly id: bigint;
  readonly owner_id: bigint | null;
  readonly owner_name: string | null;
  readonly role: OwnerRole | null;
  readonly currency: Currency;
  readonly target_currency: Currency;
  readonly type: 'bank' | 'chain';
  /** Trimmed text of the percentage. */
  readonly pct: string;
  readonly fixed: bigint;
  readonly mode: 'inside' | 'outside';
  readonly share_pct: string;
  readonly share_fixed: bigint;
  readonly valid_from: Date;
  readonly by_agent: boolean;
  readonly version: number;
}

interface FeeFilter {
  readonly id?: bigint;
  readonly userId?: bigint;
  readonly currency?: string;
}

/** One page of the prices that the caller may see, those of single owners first. */
export async function listFees(
  db: Kysely<Tables>,
  scope: Scope,
  filter: FeeFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<ListedFee[]> {
  const { rows } = await sql<ListedFee>`
    SELECT f.id, f.owner_id, u.name AS owner_name, f.role, f.currency, f.target_currency, f.type,
           trim_scale(f.pct)::text AS pct, f.fixed, f.mode, trim_scale(f.share_pct)::text AS share_pct, f.share_fixed,
           f.valid_from, f.by_agent, f.version
    ${feesIn(scope, filter)}
    ORDER BY f.owner_id IS NULL, f.owner_id, f.role, f.currency, f.target_currency, f.valid_from DESC, f.id DESC
    OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return rows;
}

export async function countFees(db: Kysely<Tables>, scope: Scope, filter: FeeFilter): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`SELECT count(*) AS count ${feesIn(scope, filter)}`.execute(
    db,
  );
  return rows[0]?.count ?? 0n;
}

/** A senior agent sees the prices of his tree, everybody else those that may hold for himself. */
function feesIn(scope: Scope, filter: FeeFilter): RawBuilder<unknown> {
  const own = ownerOf(scope);
  const mine =
    own === null
      ? sql`true`
      : sql`(${scope.kind === 'agent' ? inTree(scope, { agent: 'u.agent_id' }) : sql`false`} OR f.owner_id = ${own}
          OR f.role = (SELECT me.kind FROM app_user me WHERE me.id = ${own})
          OR f.owner_id = (SELECT me.agent_id FROM app_user me WHERE me.id = ${own}))`;
  const conditions = [
    sql`f.removed_at IS NULL`,
    mine,
    ...(filter.id === undefined ? [] : [sql`f.id = ${filter.id}`]),
    ...(filter.userId === undefined ? [] : [sql`f.owner_id = ${filter.userId}`]),
    ...(filter.currency === undefined ? [] : [sql`f.currency = ${filter.currency}`]),
  ];
  return sql`
    FROM withdraw_fee f LEFT JOIN app_user u ON u.id = f.owner_id WHERE ${sql.join(conditions, sql` AND `)}`;
}

/** What one way of sending money costs, as it is charged now. */
export interface WayPrice {
  readonly currency: Currency;
  readonly target_currency: Currency;
  readonly type: 'bank' | 'chain';
  readonly pct: string;
  readonly fixed: bigint;
  readonly mode: 'inside' | 'outside';
}

/** The prices that hold for an owner now: of each currency to a bank in it, and to a chain; zero where none was set. */
export async function pricesFor(
  db: Kysely<Tables>,
  ownerId: bigint,
  currencies: readonly Currency[],
): Promise<WayPrice[]> {
  const { rows } = await sql<WayPrice>`
    SELECT c.currency, w.target_currency, w.type, coalesce(trim_scale(f.pct)::text, '0') AS pct, coalesce(f.fixed, 0) AS fixed,
           coalesce(f.mode, 'inside') AS mode
    FROM unnest(${[...currencies]}::text[]) AS c (currency)
    CROSS JOIN LATERAL (VALUES ('bank', c.currency), ('chain', 'USDT')) AS w (type, target_currency)
    LEFT JOIN LATERAL withdraw_fee_of(${ownerId}, c.currency, w.target_currency, w.type, false) f ON true
    WHERE w.type = 'chain' OR c.currency <> 'USDT'`.execute(db);
  return rows;
}
