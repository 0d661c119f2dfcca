import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { ApiVersion } from '@suanpan/domain/callbacks/acknowledgement';
import type { Currency } from '@suanpan/money/currency';
import { isNamedTo } from '../../../platform/db/in-tree.ts';
import { readSums } from '../../../platform/db/sums.ts';
import type { WithSums } from '../../../platform/db/sums.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';

export interface InfoRow {
  readonly region: string;
  readonly last_login_ip: string | null;
  readonly updated_at: Date;
  readonly role: string | null;
  readonly has_password: boolean;
  readonly has_payment_password: boolean;
  readonly settle_rule: string;
  readonly payout_from_unsettled: boolean;
  readonly system_fee_mode: 'realtime' | 'periodic';
  readonly api_version: ApiVersion;
  readonly callback_hold_after_8h: boolean;
  readonly notify_via: 'merchant' | 'agent';
  readonly allow_manual_balance: boolean;
  readonly allow_manual_payout: boolean;
  readonly ip_allowlist: string[];
}

/** What a list does not show. The hashes themselves never leave the database. */
export async function infoOf(db: Kysely<Tables>, id: bigint): Promise<InfoRow | undefined> {
  const { rows } = await sql<InfoRow>`
    SELECT u.region, u.last_login_ip, u.updated_at, r.name AS role, u.password_hash <> '' AS has_password,
           u.payment_password_hash IS NOT NULL AS has_payment_password, u.settle_rule, u.payout_from_unsettled,
           u.system_fee_mode, u.api_version, u.callback_hold_after_8h, u.notify_via, u.allow_manual_balance,
           u.allow_manual_payout, u.ip_allowlist
    FROM app_user u LEFT JOIN role r ON r.id = u.role_id WHERE u.id = ${id}`.execute(db);
  return rows[0];
}

export interface LoginRow {
  readonly id: bigint;
  readonly at: Date;
  readonly ip: string;
  readonly user_agent: string | null;
  readonly outcome: string;
}

interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** Tries to sign in as this user, newest first. */
export async function loginsOf(db: Kysely<Tables>, userId: bigint, page: Page): Promise<LoginRow[]> {
  const { rows } = await sql<LoginRow>`
    SELECT id, at, ip, user_agent, outcome FROM login_attempt WHERE user_id = ${userId}
    ORDER BY id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return rows;
}

export async function countLogins(db: Kysely<Tables>, userId: bigint): Promise<bigint> {
  const { rows } = await sql<{ n: bigint }>`
    SELECT count(*) AS n FROM login_attempt WHERE user_id = ${userId}`.execute(db);
  return rows[0]?.n ?? 0n;
}

export interface AuditOfUser {
  readonly id: bigint;
  readonly at: Date;
  readonly actor: string | null;
  readonly act: string;
  readonly outcome: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly ip: string | null;
}

/** What was done to this user, newest first. An actor outside `tree` stays unnamed: he is above the reader. */
export async function auditOfUser(
  db: Kysely<Tables>,
  userId: bigint,
  tree: string,
  page: Page,
): Promise<AuditOfUser[]> {
  const { rows } = await sql<AuditOfUser>`
    SELECT l.id, l.at, u.username AS actor, l.act, l.outcome, l.before, l.after,
           CASE WHEN u.id IS NOT NULL THEN l.ip END AS ip
    FROM audit_of('user', ${String(userId)}) l
    LEFT JOIN app_user u ON u.id = l.actor_id AND u.tenant_path LIKE ${`${tree}%`}
    ORDER BY l.id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(db);
  return rows;
}

export async function countAudit(db: Kysely<Tables>, userId: bigint): Promise<bigint> {
  const { rows } = await sql<{ n: bigint }>`
    SELECT count(*) AS n FROM audit_of('user', ${String(userId)})`.execute(db);
  return rows[0]?.n ?? 0n;
}

export interface ChannelOfUser {
  readonly id: bigint;
  readonly channel_id: bigint;
  readonly channel: string;
  readonly code: string;
  readonly direction: string;
  readonly alias: string | null;
  readonly weight: number | null;
  readonly min_amount: bigint;
  readonly max_amount: bigint;
  readonly currency: Currency;
  readonly enabled: boolean;
}

/** The channels of a merchant, or those that a senior agent may use. */
export async function channelsOf(db: Kysely<Tables>, userId: bigint): Promise<ChannelOfUser[]> {
  const { rows } = await sql<ChannelOfUser>`
    SELECT m.id, c.id AS channel_id, c.name AS channel, c.code, c.direction, m.alias, m.weight,
           greatest(m.min_amount, c.min_amount) AS min_amount,
           CASE WHEN m.max_amount = 0 OR c.max_amount = 0 THEN greatest(m.max_amount, c.max_amount)
                ELSE least(m.max_amount, c.max_amount) END AS max_amount,
           c.currency, m.enabled AND c.enabled AS enabled
    FROM customer_method m JOIN channel c ON c.id = m.channel_id WHERE m.customer_id = ${userId}
    UNION ALL
    SELECT c.id, c.id, c.name, c.code, c.direction, NULL, NULL, c.min_amount, c.max_amount, c.currency,
           m.enabled AND c.enabled
    FROM agent_method m JOIN channel c ON c.id = m.channel_id WHERE m.agent_id = ${userId}
    ORDER BY alias, channel`.execute(db);
  return rows;
}

export interface PriceRow {
  readonly pct: string;
  readonly per_item: bigint;
}

export interface RateRow {
  readonly id: bigint;
  readonly channel: string;
  readonly alias: string | null;
  readonly customer_id: bigint | null;
  readonly customer_name: string | null;
  readonly currency: Currency;
  readonly merchant_pct: string | null;
  readonly merchant_per_item: bigint | null;
  readonly sub_agent_pct: string | null;
  readonly sub_agent_per_item: bigint | null;
  readonly middleman_pct: string | null;
  readonly middleman_per_item: bigint | null;
  readonly endpoint_pct: string;
  readonly endpoint_per_item: bigint;
  readonly system_pct: string | null;
  readonly system_per_item: bigint | null;
}

/** Prices by channel in which this user takes part: as merchant, as general agent or middleman, or as senior agent. */
export async function ratesOf(db: Kysely<Tables>, userId: bigint): Promise<RateRow[]> {
  const { rows } = await sql<RateRow>`
    SELECT m.id, c.name AS channel, m.alias, u.id AS customer_id, u.name AS customer_name, c.currency,
           m.merchant_pct::text, m.merchant_per_item, m.sub_agent_pct::text, m.sub_agent_per_item,
           m.middleman_pct::text, m.middleman_per_item, c.endpoint_pct::text, c.endpoint_per_item,
           am.system_pct::text, am.system_per_item
    FROM customer_method m
    JOIN app_user u ON u.id = m.customer_id
    JOIN channel c ON c.id = m.channel_id
    LEFT JOIN agent_method am ON am.channel_id = c.id AND am.agent_id = u.agent_id
    WHERE ${userId} IN (u.id, u.sub_agent_id, u.middleman_id)
    UNION ALL
    SELECT c.id, c.name, NULL, NULL, NULL, c.currency, NULL, NULL, NULL, NULL, NULL, NULL,
           c.endpoint_pct::text, c.endpoint_per_item, am.system_pct::text, am.system_per_item
    FROM agent_method am JOIN channel c ON c.id = am.channel_id WHERE am.agent_id = ${userId}
    ORDER BY customer_id, alias, channel LIMIT 1000`.execute(db);
  return rows;
}

export interface EditRow {
  readonly journal_id: bigint;
  readonly posted_at: Date;
  readonly amount: bigint;
  readonly operator: string | null;
  readonly note: string | null;
}

/** Edits by hand of one bucket, newest first, as the books have them; who made them, as far as the reader may know him. */
export async function editsOf(
  db: Kysely<Tables>,
  scope: Scope,
  userId: bigint,
  events: readonly string[],
  account: 'L200' | 'L220',
): Promise<EditRow[]> {
  const { rows } = await sql<EditRow>`
    SELECT j.id AS journal_id, j.posted_at, leg.amount, op.username AS operator, j.note
    FROM journal j
    CROSS JOIN LATERAL unnest(j.account_ids, j.amounts) AS leg (account_id, amount)
    JOIN account a ON a.id = leg.account_id AND a.owner_id = ${userId} AND a.kind = ${account}
    LEFT JOIN app_user op ON op.id = j.actor_id AND ${isNamedTo(scope, 'op')}
    WHERE j.event = ANY (${events}) AND j.book = 'main'
      AND ${userId} IN (j.customer_id, j.agent_id, j.sub_agent_id, j.middleman_id)
    ORDER BY j.id DESC LIMIT 50`.execute(db);
  return rows;
}

export interface DueRow {
  readonly day: string;
  readonly amount: bigint;
}

/** The unsettled money of a merchant by the day on which it is released; `manual` has no day. */
export async function dueOf(db: Kysely<Tables>, customerId: bigint): Promise<DueRow[]> {
  const { rows } = await sql<WithSums<DueRow, 'amount'>>`
    SELECT CASE WHEN d.settle_at = 'infinity' THEN 'manual' ELSE business_day(d.settle_at)::text END AS day,
           sum(leg.amount) AS amount
    FROM settlement_due d
    JOIN collection_order o ON o.id = d.order_id AND o.customer_id = ${customerId}
    JOIN collection_plan p ON p.order_id = o.id
    CROSS JOIN LATERAL unnest(p.leg_accounts, coalesce(d.remaining, p.leg_amounts)) AS leg (account_id, amount)
    JOIN account a ON a.id = leg.account_id AND a.owner_id = ${customerId} AND a.kind = 'L210'
    GROUP BY 1 ORDER BY 1`.execute(db);
  return readSums(rows, ['amount']);
}

/** What was frozen by hand without an order and a time, and not given back: the sum of those edits. */
export async function frozenByHand(db: Kysely<Tables>, userId: bigint): Promise<bigint> {
  const { rows } = await sql<{ amount: string }>`
    SELECT coalesce(sum(e.change), 0) AS amount
    FROM balance_edit e
    WHERE e.user_id = ${userId} AND e.kind = 'frozen' AND e.order_id IS NULL AND e.until IS NULL AND e.undoes IS NULL`.execute(
    db,
  );
  return BigInt(rows[0]?.amount ?? '0');
}

export interface FreezeRow {
  readonly id: bigint;
  readonly created_at: Date;
  readonly currency: Currency;
  readonly change: bigint;
  readonly bucket: 'L200' | 'L210';
  readonly order_no: string | null;
  readonly until: Date | null;
  readonly operator: string | null;
  readonly reason: string;
}

/** What of a user's money is frozen for an order's sake or until a time, newest first. */
export async function openFreezes(db: Kysely<Tables>, scope: Scope, userId: bigint): Promise<FreezeRow[]> {
  const { rows } = await sql<FreezeRow>`
    SELECT f.id, f.created_at, f.currency, f.change, f.bucket, o.order_no, f.until, op.username AS operator, f.reason
    FROM balance_edit f
    LEFT JOIN collection_order o ON o.id = f.order_id
    LEFT JOIN app_user op ON op.id = f.maker_id AND ${isNamedTo(scope, 'op')}
    WHERE f.user_id = ${userId} AND is_open_freeze(f)
    ORDER BY f.id DESC`.execute(db);
  return rows;
}
