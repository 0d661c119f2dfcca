import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { ChannelChange } from './channel-change.ts';

export interface LockedChannel {
  readonly id: bigint;
  readonly direction: 'collection' | 'payout';
  readonly code: string;
  readonly name: string;
  readonly currency: Currency;
  readonly weight: number;
  readonly min_amount: bigint;
  readonly max_amount: bigint;
  readonly balance_limit: bigint | null;
  readonly daily_amount: bigint;
  readonly daily_count: number;
  readonly windows: unknown;
  readonly priority: number;
  readonly integer_only: boolean;
  readonly needs_payer_name: boolean;
  readonly enabled: boolean;
  readonly endpoint_pct: string;
  readonly endpoint_per_item: bigint;
  readonly agent_id: bigint;
  readonly version: number;
}

/** A channel under its lock, with the senior agent whose it is. */
export async function lockChannel(tx: Tx, id: bigint): Promise<LockedChannel | undefined> {
  const { rows } = await sql<LockedChannel>`
    SELECT c.id, c.direction, c.code, c.name, c.currency, c.weight, c.min_amount, c.max_amount, c.balance_limit,
           c.daily_amount, c.daily_count, c.windows, c.priority, c.integer_only, c.needs_payer_name, c.enabled,
           trim_scale(c.endpoint_pct)::text AS endpoint_pct, c.endpoint_per_item, a.agent_id, c.version
    FROM channel c JOIN channel_account a ON a.id = c.channel_account_id
    WHERE c.id = ${id} FOR NO KEY UPDATE OF c`.execute(tx);
  return rows[0];
}

/** Whether a code is some channel's already. */
export async function isCodeTaken(db: Kysely<Tables>, code: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM channel WHERE code = ${code}`.execute(db);
  return rows.length > 0;
}

export async function insertChannel(
  tx: Tx,
  {
    accountId,
    code,
    methodType,
  }: { readonly accountId: bigint; readonly code: string; readonly methodType: string },
  change: ChannelChange,
): Promise<void> {
  await sql`
    INSERT INTO channel (direction, code, name, method_type, channel_account_id, currency, weight, min_amount, max_amount,
      balance_limit, daily_amount, daily_count, windows, priority, integer_only, needs_payer_name, enabled, endpoint_pct,
      endpoint_per_item)
    SELECT a.direction, ${code}, ${change.name}, ${methodType}, a.id, a.currency, ${change.weight},
      ${change.min_amount}::bigint, ${change.max_amount}::bigint, ${change.balance_limit}::bigint,
      ${change.daily_amount}::bigint, ${change.daily_count}, ${JSON.stringify(change.windows)}::jsonb, ${change.priority},
      ${change.integer_only}, ${change.needs_payer_name}, ${change.enabled}, ${change.endpoint_pct}::numeric,
      ${change.endpoint_per_item}::bigint
    FROM channel_account a WHERE a.id = ${accountId}`.execute(tx);
}

/** Saves it over the version that was read; false where it had moved on. */
export async function saveChannel(
  tx: Tx,
  id: bigint,
  version: number,
  change: ChannelChange,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE channel SET name = ${change.name}, weight = ${change.weight}, min_amount = ${change.min_amount}::bigint,
      max_amount = ${change.max_amount}::bigint, balance_limit = ${change.balance_limit}::bigint,
      daily_amount = ${change.daily_amount}::bigint, daily_count = ${change.daily_count},
      windows = ${JSON.stringify(change.windows)}::jsonb, priority = ${change.priority},
      integer_only = ${change.integer_only}, needs_payer_name = ${change.needs_payer_name}, enabled = ${change.enabled},
      endpoint_pct = ${change.endpoint_pct}::numeric, endpoint_per_item = ${change.endpoint_per_item}::bigint,
      version = version + 1
    WHERE id = ${id} AND version = ${version}`.execute(tx);
  return numAffectedRows === 1n;
}

/** How many merchants may use a channel, and whether an order ever went by it. */
export async function usesOf(
  tx: Tx,
  id: bigint,
): Promise<{ readonly merchants: number; readonly orders: boolean }> {
  const { rows } = await sql<{ merchants: number; orders: boolean }>`
    SELECT (SELECT count(DISTINCT m.customer_id)::int FROM customer_method m WHERE m.channel_id = ${id}) AS merchants,
           channel_was_used(${id}) AS orders`.execute(tx);
  return rows[0] ?? { merchants: 0, orders: false };
}

/** Takes a channel away with its senior agents' prices, over the version that was read; false where it had moved on. */
export async function dropChannel(tx: Tx, id: bigint, version: number): Promise<boolean> {
  await sql`DELETE FROM agent_method WHERE channel_id = ${id}`.execute(tx);
  await sql`DELETE FROM channel_state WHERE channel_id = ${id}`.execute(tx);
  const { numAffectedRows } = await sql`
    DELETE FROM channel WHERE id = ${id} AND version = ${version}`.execute(tx);
  return numAffectedRows === 1n;
}

/** A provider by its code, which is nobody's yet; undefined where it is. */
export async function insertProvider(
  tx: Tx,
  { code, driver, name }: { readonly code: string; readonly driver: string; readonly name: string },
): Promise<bigint | undefined> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO provider (code, name, driver) VALUES (${code}, ${name}, ${driver})
    ON CONFLICT (code) DO NOTHING RETURNING id`.execute(tx);
  return rows[0]?.id;
}
