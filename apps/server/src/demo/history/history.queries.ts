import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';

/** How far the business clock stands from the wall; behind it while history is being made. */
export async function readClockOffsetUs(db: Kysely<Tables>): Promise<bigint> {
  const row = await db.selectFrom('business_clock').select('offset_us').executeTakeFirstOrThrow();
  return row.offset_us;
}

/** Orders of history that stand already. */
export async function countHistory(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM collection_order WHERE source IN ('seed', 'demo')`.execute(db);
  return rows[0]?.n ?? 0;
}

export interface OpenOrderRow {
  readonly id: bigint;
  readonly order_no: string;
  readonly merchant_order_no: string;
  readonly channel_account_id: bigint | null;
  readonly created_at: Date;
}

/** Those of them whose end is still to come, after a seed that was interrupted. */
export async function listOpenHistory(db: Kysely<Tables>): Promise<OpenOrderRow[]> {
  return db
    .selectFrom('collection_order')
    .select(['id', 'order_no', 'merchant_order_no', 'channel_account_id', 'created_at'])
    .where('source', 'in', ['seed', 'demo'])
    .where('status', '=', 'pending')
    .orderBy('id')
    .execute();
}

/** Channel accounts that set late money aside instead of crediting it. */
export async function strictAccounts(db: Kysely<Tables>): Promise<ReadonlySet<bigint>> {
  const rows = await db
    .selectFrom('channel_account')
    .select('id')
    .where('late_payment', '=', 'abnormal')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export interface PaidHistoryRow {
  readonly ref: string;
  readonly order_no: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: Currency;
  readonly at: Date;
}

/** What came in by a channel account for orders of history, as reconciliation holds it against statements. */
export async function listPaidHistory(db: Kysely<Tables>, account: string): Promise<PaidHistoryRow[]> {
  const { rows } = await sql<PaidHistoryRow>`
    SELECT b.ref, o.order_no, b.amount, a.currency, b.at
    FROM channel_account a JOIN reconciliation_booked b ON b.channel_account_id = a.id
    JOIN collection_order o ON b.order_kind = 'collection' AND o.id = b.order_id
    WHERE a.name = ${account} AND b.item LIKE 'in:%' AND o.source IN ('seed', 'demo')
    ORDER BY b.at, b.item`.execute(db);
  return rows;
}
