import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import { inOrderScope, rareOrders } from '../../orders/index.ts';

/** What waits for somebody in the caller's tree. */
export interface OpenMatters {
  readonly amount_mismatch: bigint;
  readonly abnormal: bigint;
  readonly callback_failed: bigint;
  /** Orders whose outcome the provider still owes. */
  readonly to_check: bigint;
  /** Settled money that could not be released by itself. */
  readonly release_failed: bigint;
}

/**
 * Counts by the small tables that hold what is open (receipts, checks), and by the orders of which `unanswered` says
 * that their merchants were told in vain; never by a scan of the orders. Test orders stay out.
 */
export async function countOpenMatters(
  db: Kysely<Tables>,
  scope: Scope,
  unanswered: readonly bigint[],
): Promise<OpenMatters> {
  const own = sql`${inOrderScope(scope)} AND NOT o.is_test`;
  // What is set aside stands rarely, and is kept beside the others with all but its middleman.
  const rare = rareOrders('collection');
  const setAside =
    scope.kind === 'middleman'
      ? sql`(SELECT k.*, c.middleman_id FROM ${rare} k JOIN collection_order c ON c.id = k.id)`
      : rare;
  const { rows } = await sql<OpenMatters>`
    SELECT a.amount_mismatch, a.abnormal,
           (SELECT count(*) FROM collection_order o
            WHERE o.id = ANY (${unanswered}::bigint[]) AND o.callback_status = 'failed' AND ${own}) AS callback_failed,
           (SELECT count(*) FROM collection_check k JOIN collection_order o ON o.id = k.order_id
            WHERE ${own}) AS to_check,
           (SELECT count(*) FROM settlement_due d JOIN collection_order o ON o.id = d.order_id
            WHERE d.set_aside_at IS NOT NULL AND ${own}) AS release_failed
    FROM (SELECT count(*) FILTER (WHERE o.status = 'amount_mismatch') AS amount_mismatch,
                 count(*) FILTER (WHERE o.status = 'abnormal') AS abnormal
          FROM receipt r JOIN ${setAside} o ON o.id = r.order_id WHERE r.closed_at IS NULL AND ${own}) a`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('The open matters could not be counted');
  return row;
}

/** Money that came without an order: of all channel accounts, or of those of one senior agent. */
export async function countUnmatchedReceipts(db: Kysely<Tables>, agentId: bigint | null): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`
    SELECT count(*) AS count FROM receipt r JOIN channel_account a ON a.id = r.channel_account_id
    WHERE r.closed_at IS NULL AND r.order_id IS NULL
      AND (${agentId}::bigint IS NULL OR a.agent_id = ${agentId})`.execute(db);
  return rows[0]?.count ?? 0n;
}
