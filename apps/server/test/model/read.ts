import type pg from 'pg';
import { accountOf } from './legs.ts';
import type { Seen, Status } from './books.ts';

export interface Leg {
  readonly journal: bigint;
  readonly event: string;
  readonly refId: bigint;
  readonly account: string;
  readonly amount: bigint;
  readonly after: bigint | null;
  readonly version: bigint | null;
}

export async function readOrders(admin: pg.Pool, keys: readonly string[] | null): Promise<Map<string, Seen>> {
  const { rows } = await admin.query(
    `SELECT o.*, p.leg_amounts IS NOT NULL AS is_planned FROM collection_order o
     LEFT JOIN collection_plan p ON p.order_id = o.id
     WHERE $1::text[] IS NULL OR merchant_order_no = ANY ($1) ORDER BY o.id`,
    [keys],
  );
  return new Map(
    rows.map((row) => [
      row.merchant_order_no as string,
      {
        id: row.id,
        key: row.merchant_order_no,
        amount: row.order_amount,
        status: row.status as Status,
        ref: row.provider_order_no,
        actual: row.actual_amount,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
        completedAt: row.completed_at,
        isPlanned: row.is_planned,
      },
    ]),
  );
}

/** Every leg of every journal, in the order of the journals. */
export async function readLegs(admin: pg.Pool): Promise<Leg[]> {
  const { rows } = await admin.query(
    `SELECT p.journal_id, p.event, p.ref_id, p.amount, p.balance_after, p.version, a.kind, a.owner_id, a.channel_account_id, a.book
     FROM posting p JOIN account a ON a.id = p.account_id ORDER BY p.journal_id, p.leg_no`,
  );
  return rows.map((row) => ({
    journal: row.journal_id,
    event: row.event,
    refId: row.ref_id,
    account: accountOf(row.kind, row.owner_id, row.channel_account_id, row.book === 'test'),
    amount: row.amount,
    after: row.balance_after,
    version: row.version,
  }));
}

/** Lists of texts by what they belong to. */
export async function readTexts(
  admin: pg.Pool,
  query: string,
  values: unknown[] = [],
): Promise<Map<string, string[]>> {
  const { rows } = await admin.query<{ of: string; texts: string[] }>(query, values);
  return new Map(rows.map((row) => [row.of, row.texts]));
}

/** Whether what is folded and what is not add up to the orders, in one look. */
export async function sumsDiffer(admin: pg.Pool): Promise<string[]> {
  const { rows } = await admin.query<{ kept: string; counted: string }>(`
    SELECT (SELECT ROW(sum(created_count), sum(created_amount), sum(success_count), sum(actual_amount), sum(fee))::text
            FROM collection_day_now) AS kept,
           (SELECT ROW(count(*)::numeric, sum(order_amount)::numeric, (count(*) FILTER (WHERE status = 'success'))::numeric,
              sum(CASE WHEN status = 'success' THEN actual_amount ELSE 0 END)::numeric,
              sum(CASE WHEN status = 'success' THEN fee ELSE 0 END)::numeric)::text
            FROM collection_order WHERE NOT is_test HAVING count(*) > 0) AS counted`);
  return rows.flatMap(({ counted, kept }) =>
    counted === null || kept === counted ? [] : [`sums: kept ${kept}, orders ${counted}`],
  );
}
