import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';
import type { MethodPrices, MethodSettings } from './method.ts';

/** Keeps a merchant's channel; one that he has by the same name already violates its key. */
export async function insertMethod(
  tx: Tx,
  customerId: bigint,
  channelId: bigint,
  s: MethodSettings,
  p: MethodPrices,
): Promise<{ readonly id: bigint; readonly version: number }> {
  const { rows } = await sql<{ id: bigint; version: number }>`
    INSERT INTO customer_method (customer_id, channel_id, alias, weight, polling, keeps_payers, priority, min_amount, max_amount,
      daily_amount, daily_count, balance_limit, windows, enabled, allow_loss, merchant_pct, merchant_per_item,
      sub_agent_pct, sub_agent_per_item, middleman_pct, middleman_per_item)
    VALUES (${customerId}, ${channelId}, ${s.alias}, ${s.weight}, ${s.polling}, ${s.keeps_payers}, ${s.priority}, ${s.min_amount},
      ${s.max_amount}, ${s.daily_amount}, ${s.daily_count}, ${s.balance_limit}, ${JSON.stringify(s.windows)}::jsonb,
      ${s.enabled}, ${s.allow_loss}, ${p.merchant_pct}::numeric, ${p.merchant_per_item}, ${p.sub_agent_pct}::numeric,
      ${p.sub_agent_per_item}, ${p.middleman_pct}::numeric, ${p.middleman_per_item})
    RETURNING id, version`.execute(tx);
  const made = rows[0];
  if (made === undefined) throw new Error('The channel was not stored');
  return made;
}

/** Sets limits and switches; the new version, or undefined where another wrote meanwhile. */
export async function changeMethod(
  tx: Tx,
  id: bigint,
  version: number,
  s: MethodSettings,
  p?: MethodPrices,
): Promise<number | undefined> {
  const prices =
    p === undefined
      ? sql``
      : sql`, merchant_pct = ${p.merchant_pct}::numeric, merchant_per_item = ${p.merchant_per_item},
          sub_agent_pct = ${p.sub_agent_pct}::numeric, sub_agent_per_item = ${p.sub_agent_per_item},
          middleman_pct = ${p.middleman_pct}::numeric, middleman_per_item = ${p.middleman_per_item}`;
  const { rows } = await sql<{ version: number }>`
    UPDATE customer_method SET alias = ${s.alias}, weight = ${s.weight}, polling = ${s.polling},
      keeps_payers = ${s.keeps_payers}, priority = ${s.priority}, min_amount = ${s.min_amount}, max_amount = ${s.max_amount},
      daily_amount = ${s.daily_amount}, daily_count = ${s.daily_count}, balance_limit = ${s.balance_limit},
      windows = ${JSON.stringify(s.windows)}::jsonb, enabled = ${s.enabled}, allow_loss = ${s.allow_loss},
      version = version + 1 ${prices}
    WHERE id = ${id} AND version = ${version} RETURNING version`.execute(tx);
  return rows[0]?.version;
}

/** False where another wrote meanwhile. */
export async function removeMethod(tx: Tx, id: bigint, version: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM customer_method WHERE id = ${id} AND version = ${version}`.execute(tx);
  return numAffectedRows === 1n;
}
