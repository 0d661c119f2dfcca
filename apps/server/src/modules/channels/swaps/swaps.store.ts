import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/transact.ts';
import type { ApprovalBy } from '../../approvals/index.ts';
import type { Direction } from '../merchants/method.ts';

/** The settings of a merchant's channel that a swap writes and undoing it restores; an old one knew of no kept payers. */
const restored = sql`weight = b.weight, polling = b.polling,
  keeps_payers = coalesce(b.keeps_payers, m.keeps_payers), priority = b.priority, min_amount = b.min_amount,
  max_amount = b.max_amount, daily_amount = b.daily_amount, daily_count = b.daily_count,
  balance_limit = b.balance_limit, windows = b.windows, enabled = b.enabled, allow_loss = b.allow_loss,
  merchant_pct = b.merchant_pct, merchant_per_item = b.merchant_per_item, sub_agent_pct = b.sub_agent_pct,
  sub_agent_per_item = b.sub_agent_per_item, middleman_pct = b.middleman_pct, middleman_per_item = b.middleman_per_item`;

export async function insertSwap(
  tx: Tx,
  swap: {
    readonly agentId: bigint | null;
    readonly direction: Direction;
    readonly from: bigint;
    readonly to: bigint;
    readonly affected: number;
  },
  by: ApprovalBy,
): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO channel_swap (agent_id, direction, from_channel_id, to_channel_id, at, maker_id, approval_id, reason, affected)
    VALUES (${swap.agentId}, ${swap.direction}, ${swap.from}, ${swap.to}, business_now(), ${by.makerId}, ${by.approvalId},
      ${by.reason}, ${swap.affected}) RETURNING id`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('The swap was not stored');
  return id;
}

/** Switches a merchant's channel off, and notes how it was. */
export async function switchOff(tx: Tx, swapId: bigint, methodId: bigint): Promise<void> {
  await sql`
    WITH was AS (SELECT * FROM customer_method WHERE id = ${methodId}),
    now AS (UPDATE customer_method SET enabled = false, version = version + 1 WHERE id = ${methodId} RETURNING id, version)
    INSERT INTO channel_swap_row (swap_id, method_id, customer_id, alias, before, version)
    SELECT ${swapId}, w.id, w.customer_id, w.alias, to_jsonb(w), n.version FROM was w JOIN now n ON n.id = w.id`.execute(
    tx,
  );
}

/** Gives a merchant the new channel as he had the old one, prices and all. */
export async function giveLike(tx: Tx, swapId: bigint, methodId: bigint, channelId: bigint): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO customer_method (customer_id, channel_id, alias, weight, polling, keeps_payers, priority, min_amount, max_amount,
        daily_amount, daily_count, balance_limit, windows, enabled, allow_loss, merchant_pct, merchant_per_item,
        sub_agent_pct, sub_agent_per_item, middleman_pct, middleman_per_item)
      SELECT b.customer_id, ${channelId}, b.alias, b.weight, b.polling, b.keeps_payers, b.priority, b.min_amount, b.max_amount,
        b.daily_amount, b.daily_count, b.balance_limit, b.windows, true, b.allow_loss, b.merchant_pct,
        b.merchant_per_item, b.sub_agent_pct, b.sub_agent_per_item, b.middleman_pct, b.middleman_per_item
      FROM customer_method b WHERE b.id = ${methodId}
      RETURNING id, customer_id, alias, version)
    INSERT INTO channel_swap_row (swap_id, method_id, customer_id, alias, before, version)
    SELECT ${swapId}, id, customer_id, alias, NULL, version FROM made`.execute(tx);
}

/** Sets a channel that a merchant has switched off as he had the old one, and switches it on. */
export async function setLike(tx: Tx, swapId: bigint, targetId: bigint, methodId: bigint): Promise<void> {
  await sql`
    WITH was AS (SELECT * FROM customer_method WHERE id = ${targetId}),
    wanted AS (SELECT * FROM customer_method WHERE id = ${methodId}),
    now AS (
      UPDATE customer_method m SET ${restored}, version = m.version + 1 FROM wanted b WHERE m.id = ${targetId}
      RETURNING m.id, m.version)
    INSERT INTO channel_swap_row (swap_id, method_id, customer_id, alias, before, version)
    SELECT ${swapId}, w.id, w.customer_id, w.alias, to_jsonb(w), n.version FROM was w JOIN now n ON n.id = w.id`.execute(
    tx,
  );
}

/** Puts back what a swap wrote; answers how many rows it wrote itself. */
export async function restoreRows(tx: Tx, swapId: bigint): Promise<bigint> {
  const { numAffectedRows: back = 0n } = await sql`
    UPDATE customer_method m SET ${restored}, version = m.version + 1
    FROM channel_swap_row r CROSS JOIN LATERAL jsonb_populate_record(NULL::customer_method, r.before) b
    WHERE r.swap_id = ${swapId} AND r.before IS NOT NULL AND m.id = r.method_id AND m.version = r.version`.execute(
    tx,
  );
  const { numAffectedRows: off = 0n } = await sql`
    UPDATE customer_method m SET enabled = false, version = m.version + 1
    FROM channel_swap_row r
    WHERE r.swap_id = ${swapId} AND r.before IS NULL AND m.id = r.method_id AND m.version = r.version`.execute(
    tx,
  );
  return back + off;
}

/** False where it was undone before. */
export async function noteUndone(tx: Tx, swapId: bigint, by: ApprovalBy): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE channel_swap SET undone_at = business_now(), undone_by = ${by.makerId}
    WHERE id = ${swapId} AND undone_at IS NULL`.execute(tx);
  return numAffectedRows === 1n;
}
