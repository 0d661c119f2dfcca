import type { ApiVersion } from '@suanpan/domain/callbacks/acknowledgement';
import { payoutBatchListDays } from '@suanpan/domain/limits';
import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';

export interface BatchHeadRow {
  readonly id: bigint;
  readonly customer_id: bigint;
  readonly currency: Currency;
  readonly file_name: string;
  readonly state: 'draft' | 'running' | 'done';
  readonly version: number;
  readonly created_at: Date;
  readonly made_by: bigint;
  readonly made_by_name: string;
  readonly submitted_at: Date | null;
  readonly count: bigint;
  readonly made: bigint;
  readonly waiting: bigint;
}

const head = sql`
  SELECT b.id, b.customer_id, b.currency, b.file_name, b.state, b.version, b.created_at, b.made_by, u.name AS made_by_name,
         b.submitted_at, n.count, n.made, n.waiting
  FROM payout_batch b JOIN app_user u ON u.id = b.made_by
  CROSS JOIN LATERAL (
    SELECT count(*) AS count, count(r.payout_id) AS made, count(o.wait_reason) AS waiting
    FROM payout_batch_row r LEFT JOIN payout_order o ON o.id = r.payout_id WHERE r.batch_id = b.id) n`;

export async function listBatchHeads(db: Kysely<Tables>, customerId: bigint): Promise<BatchHeadRow[]> {
  const { rows } = await sql<BatchHeadRow>`
    ${head} WHERE b.customer_id = ${customerId}
      AND b.created_at > business_now() - ${payoutBatchListDays} * interval '1 day'
    ORDER BY b.id DESC LIMIT 50`.execute(db);
  return rows;
}

/** Whoever asks: whose merchant it is, is looked at by the caller. */
export async function findBatchHead(db: Kysely<Tables>, id: bigint): Promise<BatchHeadRow | undefined> {
  const { rows } = await sql<BatchHeadRow>`${head} WHERE b.id = ${id}`.execute(db);
  return rows[0];
}

export async function batchRows(db: Kysely<Tables>, batchId: bigint) {
  return db.selectFrom('payout_batch_row').selectAll().where('batch_id', '=', batchId).orderBy('n').execute();
}
export type KeptRow = Awaited<ReturnType<typeof batchRows>>[number];

/** Of these payees and amounts those that the merchant paid so within the last day, as `hash amount`. */
export async function recentTwins(
  db: Kysely<Tables>,
  customerId: bigint,
  currency: Currency,
  pairs: readonly { readonly cardHash: string; readonly amount: bigint }[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ twin: string }>`
    SELECT DISTINCT p.card_hash || ' ' || p.amount AS twin
    FROM unnest(${pairs.map((each) => each.cardHash)}::text[], ${pairs.map((each) => each.amount)}::bigint[])
      AS w (card_hash, amount)
    JOIN payout_order p ON p.card_hash = w.card_hash AND p.created_at > business_now() - interval '24 hours'
      AND p.customer_id = ${customerId} AND p.currency = ${currency} AND p.amount = w.amount
      AND p.status <> 'insufficient_balance'`.execute(db);
  return new Set(rows.map(({ twin }) => twin));
}

/** Of these numbers those by which the merchant has a payout, in the archive too. */
export async function usedNumbers(
  db: Kysely<Tables>,
  customerId: bigint,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> {
  // By both columns as one and with a limit, so that each is looked up by the unique key (see payout_submit).
  const { rows } = await sql<{ no: string }>`
    SELECT w.no FROM unnest(${numbers}::text[]) AS w (no)
    CROSS JOIN LATERAL (SELECT FROM whole.payout_order p
      WHERE (p.merchant_order_no, p.customer_id) BETWEEN (w.no, ${customerId}::bigint) AND (w.no, ${customerId}::bigint)
      LIMIT 1) AS used`.execute(db);
  return new Set(rows.map(({ no }) => no));
}

/** Batches at which a process has to do something. */
export async function batchesAtWork(db: Kysely<Tables>) {
  const { rows } = await sql<BatchAtWork>`
    SELECT b.id, b.customer_id, b.currency, b.submitted_by, b.request_id, b.request_ip, b.is_agreed, b.let_go_by,
           b.let_go_reason, b.let_go_request_id, b.let_go_upto, u.api_version, u.agent_id
    FROM payout_batch b JOIN app_user u ON u.id = b.customer_id
    WHERE b.state = 'running' OR b.let_go_by IS NOT NULL ORDER BY b.id LIMIT 100`.execute(db);
  return rows;
}
export interface BatchAtWork {
  readonly id: bigint;
  readonly customer_id: bigint;
  readonly currency: Currency;
  readonly submitted_by: bigint | null;
  readonly request_id: string | null;
  readonly request_ip: string | null;
  readonly is_agreed: boolean | null;
  readonly let_go_by: bigint | null;
  readonly let_go_reason: string | null;
  readonly let_go_request_id: string | null;
  /** The last payout that waited when it was let go. */
  readonly let_go_upto: bigint | null;
  readonly api_version: ApiVersion;
  readonly agent_id: bigint;
}

/** The next rows to submit. */
export async function dueRows(db: Kysely<Tables>, batchId: bigint, afterN: number, limit: number) {
  return db
    .selectFrom('payout_batch_row')
    .selectAll()
    .where('batch_id', '=', batchId)
    .where('seal', 'is not', null)
    .where('outcome', 'is', null)
    .where('n', '>', afterN)
    .orderBy('n')
    .limit(limit)
    .execute();
}

/**
 * The payouts of a batch that wait for a person, the oldest first, none behind `upto` where that is given. One of which somebody says
 * that it was paid by hand, or nobody decided that, is looked at by itself.
 */
export async function waitingOf(
  db: Kysely<Tables>,
  batchId: bigint,
  {
    after,
    limit,
    upto = null,
  }: { readonly after: bigint; readonly limit: number; readonly upto?: bigint | null },
): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT o.id FROM payout_batch_row r JOIN payout_order o ON o.id = r.payout_id
    WHERE r.batch_id = ${batchId} AND o.wait_reason IS NOT NULL AND o.stage IN ('verifying', 'queued') AND o.id > ${after}
      AND (${upto}::bigint IS NULL OR o.id <= ${upto}) AND NOT payout_is_doubted(o.id)
    ORDER BY o.id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
