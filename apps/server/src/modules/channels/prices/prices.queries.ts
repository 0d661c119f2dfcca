import type { ErrorName } from '@suanpan/domain/errors';
import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { inTree, isNamedTo } from '../../../platform/db/in-tree.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import type { PriceTerms } from './price-change.ts';

export type Direction = 'collection' | 'payout';

/** Whose prices: one merchant's, or those of all merchants of a senior agent. */
export interface House {
  readonly agent: { readonly id: bigint; readonly name: string };
  readonly customer: { readonly id: bigint; readonly name: string } | null;
}

/** A merchant or a senior agent of the caller's tree; undefined for anybody else. */
export async function findHouse(
  db: Kysely<Tables>,
  scope: Scope,
  {
    agentId,
    customerId,
  }: { readonly agentId?: bigint | undefined; readonly customerId?: bigint | undefined },
): Promise<House | undefined> {
  const { rows } = await sql<{
    agent_id: bigint;
    agent_name: string;
    customer_id: bigint | null;
    customer_name: string | null;
  }>`
    SELECT a.id AS agent_id, a.name AS agent_name, u.id AS customer_id, u.name AS customer_name
    FROM app_user a
    LEFT JOIN app_user u ON u.id = ${customerId ?? null}::bigint AND u.kind = 'customer' AND u.agent_id = a.id
    WHERE a.kind = 'agent' AND ${inTree(scope, { agent: 'a.id' })}
      AND (${agentId ?? null}::bigint IS NULL OR a.id = ${agentId ?? null})
      AND (${customerId ?? null}::bigint IS NULL OR u.id IS NOT NULL)
      AND (${agentId ?? null}::bigint IS NOT NULL OR ${customerId ?? null}::bigint IS NOT NULL)`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  return {
    agent: { id: row.agent_id, name: row.agent_name },
    customer: row.customer_id === null ? null : { id: row.customer_id, name: row.customer_name ?? '' },
  };
}

/** A channel of a merchant with every price on it; without a `method_id` he has not got it. */
export interface PricedRow {
  readonly method_id: bigint | null;
  readonly customer_id: bigint;
  readonly customer_name: string;
  readonly has_sub_agent: boolean;
  readonly has_middleman: boolean;
  readonly channel_id: bigint;
  readonly channel: string;
  readonly code: string;
  readonly alias: string;
  readonly method_type: string;
  readonly currency: Currency;
  readonly enabled: boolean;
  readonly allow_loss: boolean;
  readonly version: number;
  /** The narrower of channel and merchant; `max_amount` 0 is no limit. */
  readonly min_amount: bigint;
  readonly max_amount: bigint;
  /** Of the merchant, as a plan keeps them; null where he has not got the channel. */
  readonly prices: PriceTerms | null;
  readonly endpoint: PriceTerms['merchant'];
  readonly system: PriceTerms['merchant'];
}

interface Wanted {
  readonly agentId: bigint;
  /** With him also what he might have. */
  readonly customerId: bigint | null;
  readonly direction: Direction;
  readonly currency: Currency;
}

/** More rows than a person looks through; a merchant is asked for by himself. */
const mostRows = 500;

/** The prices of one merchant or of all of a senior agent, merchant by merchant, by the channels that he may use. */
export async function pricedRows(db: Kysely<Tables>, wanted: Wanted): Promise<PricedRow[]> {
  const { rows } = await sql<PricedRow>`
    ${prices(sql`g.agent_id = ${wanted.agentId} AND c.direction = ${wanted.direction} AND c.currency = ${wanted.currency}
      AND (${wanted.customerId}::bigint IS NULL AND m.id IS NOT NULL OR u.id = ${wanted.customerId})`)}
    ORDER BY u.name, u.id, m.id IS NULL, c.priority, c.name, m.alias LIMIT ${mostRows}`.execute(db);
  return rows;
}

/** The rows of these merchants on these channels, which nobody else changes until the end of the transaction. */
export async function lockPricedRows(
  tx: Tx,
  agentId: bigint,
  keys: readonly { readonly customer_id: string; readonly channel_id: string }[],
): Promise<PricedRow[]> {
  const [customers, channels] = [keys.map((key) => key.customer_id), keys.map((key) => key.channel_id)];
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`prices ${agentId}`}, 0))`.execute(tx);
  await sql`
    SELECT FROM customer_method m
    WHERE (m.customer_id, m.channel_id) IN (SELECT * FROM unnest(${customers}::bigint[], ${channels}::bigint[]))
    ORDER BY m.id FOR UPDATE`.execute(tx);
  const { rows } = await sql<PricedRow>`
    ${prices(sql`g.agent_id = ${agentId}
      AND (u.id, c.id) IN (SELECT * FROM unnest(${customers}::bigint[], ${channels}::bigint[]))`)}`.execute(
    tx,
  );
  return rows;
}

const prices = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  SELECT m.id AS method_id, u.id AS customer_id, u.name AS customer_name, u.sub_agent_id IS NOT NULL AS has_sub_agent,
         u.middleman_id IS NOT NULL AS has_middleman, c.id AS channel_id, c.name AS channel, c.code,
         coalesce(m.alias, c.method_type) AS alias, c.method_type, c.currency,
         c.enabled AND g.enabled AND coalesce(m.enabled, true) AS enabled, coalesce(m.allow_loss, false) AS allow_loss,
         coalesce(m.version, 0) AS version, greatest(c.min_amount, m.min_amount) AS min_amount,
         CASE WHEN coalesce(m.max_amount, 0) = 0 OR c.max_amount = 0 THEN greatest(m.max_amount, c.max_amount)
              ELSE least(m.max_amount, c.max_amount) END AS max_amount,
         CASE WHEN m.id IS NOT NULL THEN price_terms(m) END AS prices, price_terms(c) -> 'endpoint' AS endpoint,
         price_terms(g) -> 'system' AS system
  FROM agent_method g
  JOIN channel c ON c.id = g.channel_id
  JOIN app_user u ON u.agent_id = g.agent_id AND u.kind = 'customer' AND u.status <> 'archived'
  LEFT JOIN customer_method m ON m.channel_id = c.id AND m.customer_id = u.id
  WHERE ${condition}`;

export interface VersionRow {
  readonly id: bigint;
  readonly version: number | null;
  readonly state: 'scheduled' | 'current' | 'past' | 'refused' | 'withdrawn';
  readonly failure: ErrorName | null;
  readonly party: 'merchant' | 'system' | 'endpoint';
  readonly customer_id: bigint | null;
  readonly customer_name: string | null;
  readonly channel_id: bigint;
  readonly channel: string;
  readonly alias: string | null;
  readonly currency: Currency;
  readonly before: PriceFacts | null;
  readonly prices: PriceFacts | null;
  readonly allow_loss: boolean;
  readonly valid_from: Date;
  readonly set_by: string | null;
  readonly agreed_by: string | null;
  readonly reason: string | null;
  readonly approval_id: bigint | null;
}
/** What each party has, as a plan keeps it. */
export type PriceFacts = Readonly<Record<string, PriceTerms['merchant']>>;

interface VersionFilter extends Omit<Wanted, 'agentId' | 'currency'> {
  /** Null is every senior agent of the caller's tree. */
  readonly agentId: bigint | null;
  readonly currency?: Currency | undefined;
  readonly channelId?: bigint | undefined;
  readonly id?: bigint | undefined;
}

/**
 * Versions of the merchants of a senior agent, or of one, with what the platform and the provider took meanwhile, on his own
 * channels: what a merchant paid under another senior agent stays there.
 */
export async function listVersions(
  db: Kysely<Tables>,
  scope: Scope,
  filter: VersionFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    SELECT v.*, maker.username AS set_by, checker.username AS agreed_by
    FROM (${versionsOf(scope, filter)}) v
    LEFT JOIN app_user maker ON maker.id = v.maker_id AND ${isNamedTo(scope, 'maker')}
    LEFT JOIN app_user checker ON checker.id = v.checker_id AND ${isNamedTo(scope, 'checker')}
    ORDER BY v.id DESC OFFSET ${offset} LIMIT ${limit}`.execute(db);
  return rows;
}

export async function countVersions(
  db: Kysely<Tables>,
  scope: Scope,
  filter: VersionFilter,
): Promise<bigint> {
  const { rows } = await sql<{
    n: bigint;
  }>`SELECT count(*) AS n FROM (${versionsOf(scope, filter)}) v`.execute(db);
  return rows[0]?.n ?? 0n;
}

function versionsOf(scope: Scope, filter: VersionFilter): RawBuilder<unknown> {
  return sql`
    SELECT v.id, v.version, v.state, v.failure, v.party, v.customer_id, u.name AS customer_name, v.channel_id, c.name AS channel,
           v.alias, c.currency, v.before, v.prices, v.allow_loss, v.valid_from, v.reason, v.approval_id, v.maker_id, v.checker_id
    FROM price_version v
    JOIN channel c ON c.id = v.channel_id AND c.direction = ${filter.direction}
      AND (${filter.currency ?? null}::text IS NULL OR c.currency = ${filter.currency ?? null})
      AND (${filter.channelId ?? null}::bigint IS NULL OR c.id = ${filter.channelId ?? null})
      AND (${filter.id ?? null}::bigint IS NULL OR v.id = ${filter.id ?? null})
    LEFT JOIN app_user u ON u.id = v.customer_id
    JOIN channel_account a ON a.id = c.channel_account_id AND ${inTree(scope, { agent: 'a.agent_id' })}
      AND (${filter.agentId}::bigint IS NULL OR a.agent_id = ${filter.agentId})
    WHERE CASE v.party
      WHEN 'merchant' THEN u.agent_id = a.agent_id
        AND (${filter.customerId}::bigint IS NULL OR u.id = ${filter.customerId})
      WHEN 'system' THEN v.agent_id = a.agent_id
      ELSE true END`;
}

/** A version of a merchant of the caller's tree; undefined for anybody else's. */
export async function findVersion(
  db: Kysely<Tables>,
  scope: Scope,
  id: bigint,
): Promise<{ readonly id: bigint; readonly customer_id: bigint; readonly direction: Direction } | undefined> {
  const { rows } = await sql<{ id: bigint; customer_id: bigint; direction: Direction }>`
    SELECT v.id, v.customer_id, c.direction
    FROM price_version v JOIN channel c ON c.id = v.channel_id JOIN app_user u ON u.id = v.customer_id
    WHERE v.id = ${id} AND ${inTree(scope, { agent: 'u.agent_id' })}`.execute(db);
  return rows[0];
}

/** What is agreed of these merchants and not in force yet, the next first. */
export interface ScheduledRow {
  readonly id: bigint;
  readonly customer_id: bigint;
  readonly channel_id: bigint;
  readonly alias: string;
  readonly valid_from: Date;
  readonly prices: PriceTerms;
}

export async function scheduledOf(
  db: Kysely<Tables>,
  customerIds: readonly bigint[],
): Promise<ScheduledRow[]> {
  const { rows } = await sql<ScheduledRow>`
    SELECT v.id, v.customer_id, v.channel_id, v.alias, v.valid_from, v.prices FROM price_version v
    WHERE v.state = 'scheduled' AND v.customer_id = ANY (${customerIds}::bigint[])
    ORDER BY v.valid_from, v.id`.execute(db);
  return rows;
}

export interface VersionHandle {
  readonly id: bigint;
  readonly version: number;
  readonly valid_from: Date;
}

/** By which an order's price is found: who, on which channel and method, when it was planned, and at what. */
export interface PlannedPrice {
  readonly customerId: bigint;
  readonly channelId: bigint;
  readonly alias: string;
  readonly at: Date;
  /** The terms that its plan keeps, or what it was charged of which amount. */
  readonly by:
    | { readonly terms: Readonly<Record<string, unknown>> }
    | { readonly amount: bigint; readonly merchantFee: bigint };
}

/**
 * The version that an order was planned by: the newest before it with exactly its prices; what was seeded before there were
 * versions is led to the first. Undefined where there is none.
 */
export async function versionOf(
  db: Kysely<Tables>,
  { alias, at, by, channelId, customerId }: PlannedPrice,
): Promise<VersionHandle | undefined> {
  const same =
    'terms' in by
      ? sql`v.prices @> ${agreedOf(by.terms)}::jsonb`
      : sql`tried_fee(${by.amount}, v.prices -> 'merchant') = ${by.merchantFee}`;
  const { rows } = await sql<VersionHandle>`
    SELECT v.id, v.version, v.applied_at AS valid_from FROM price_version v
    WHERE v.customer_id = ${customerId} AND v.channel_id = ${channelId} AND v.alias = ${alias} AND v.version IS NOT NULL
      AND v.prices IS NOT NULL AND ${same}
    ORDER BY v.applied_at <= ${at} DESC, CASE WHEN v.applied_at <= ${at} THEN -v.version ELSE v.version END LIMIT 1`.execute(
    db,
  );
  return rows[0];
}

/** Of a plan's terms those that are agreed with the merchant. */
function agreedOf(terms: Readonly<Record<string, unknown>>): string {
  const { merchant, middleman, subAgent } = terms;
  return JSON.stringify({ merchant, middleman, subAgent });
}
