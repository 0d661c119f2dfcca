import { payoutBatchDraftDays } from '@suanpan/domain/limits';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';

/** What a row of a file says, as it is kept. */
export interface BatchCells {
  readonly bankCode: string;
  readonly accountName: string;
  readonly cardSealed: string;
  readonly cardShown: string;
  readonly amount: string;
  readonly branch: string;
  readonly memo: string;
  readonly orderNo: string;
}
export interface NewBatchRow extends BatchCells {
  readonly n: number;
  /** `column:kind` of the cells that cannot be taken as they stand in the file. */
  readonly faults: readonly string[];
}

export interface NewBatch {
  readonly customerId: bigint;
  readonly currency: string;
  readonly fileName: string;
  readonly fileHash: Buffer;
  readonly clientKey: string;
  readonly madeBy: bigint;
}

/** Keeps a batch and its rows; the same file with the same key is the batch that it was before, and nothing is kept. */
export async function insertBatch(
  tx: Tx,
  batch: NewBatch,
  rows: readonly NewBatchRow[],
): Promise<{ readonly id: bigint; readonly isNew: boolean }> {
  const { rows: made } = await sql<{ id: bigint }>`
    INSERT INTO payout_batch (customer_id, currency, file_name, file_hash, client_key, made_by, created_at)
    VALUES (${batch.customerId}, ${batch.currency}, ${batch.fileName}, ${batch.fileHash}, ${batch.clientKey}, ${batch.madeBy},
      business_now())
    ON CONFLICT (customer_id, file_hash, client_key) DO NOTHING RETURNING id`.execute(tx);
  const id = made[0]?.id;
  if (id === undefined) {
    const known = await tx
      .selectFrom('payout_batch')
      .select('id')
      .where('customer_id', '=', batch.customerId)
      .where('file_hash', '=', batch.fileHash)
      .where('client_key', '=', batch.clientKey)
      .executeTakeFirstOrThrow();
    return { id: known.id, isNew: false };
  }
  await sql`
    INSERT INTO payout_batch_row (batch_id, n, bank_code, account_name, card_sealed, card_shown, amount, branch, memo, order_no,
      faults)
    SELECT ${id}, r.n, r.bank_code, r.account_name, r.card_sealed, r.card_shown, r.amount, r.branch, r.memo, r.order_no,
      CASE r.faults WHEN '' THEN '{}' ELSE string_to_array(r.faults, ' ') END
    FROM unnest(${rows.map((r) => r.n)}::int[], ${rows.map((r) => r.bankCode)}::text[],
      ${rows.map((r) => r.accountName)}::text[], ${rows.map((r) => r.cardSealed)}::text[],
      ${rows.map((r) => r.cardShown)}::text[], ${rows.map((r) => r.amount)}::text[], ${rows.map((r) => r.branch)}::text[],
      ${rows.map((r) => r.memo)}::text[], ${rows.map((r) => r.orderNo)}::text[],
      ${rows.map((r) => r.faults.join(' '))}::text[])
      AS r (n, bank_code, account_name, card_sealed, card_shown, amount, branch, memo, order_no, faults)`.execute(
    tx,
  );
  return { id, isNew: true };
}

/** Nobody else changes the batch until the transaction ends; undefined where it is gone. */
export async function lockBatch(
  tx: Tx,
  id: bigint,
): Promise<{ readonly state: string; readonly version: number } | undefined> {
  return tx
    .selectFrom('payout_batch')
    .select(['state', 'version'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Writes a row anew that is no payout yet, and what was said of it goes; false where there is none. */
export async function rewriteRow(
  tx: Tx,
  batchId: bigint,
  row: NewBatchRow & { readonly isDuplicateKnown: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payout_batch_row')
    .set({
      bank_code: row.bankCode,
      account_name: row.accountName,
      card_sealed: row.cardSealed,
      card_shown: row.cardShown,
      amount: row.amount,
      branch: row.branch,
      memo: row.memo,
      order_no: row.orderNo,
      faults: [...row.faults],
      is_duplicate_known: row.isDuplicateKnown,
      channel_id: null,
      fee: null,
      seal: null,
      outcome: null,
    })
    .where('batch_id', '=', batchId)
    .where('n', '=', row.n)
    .where('payout_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function nextVersion(tx: Tx, batchId: bigint): Promise<number> {
  const { version } = await tx
    .updateTable('payout_batch')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', batchId)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** A row that is to be submitted, as it was shown. */
export interface SealedRow {
  readonly id: bigint;
  readonly channelId: bigint;
  readonly fee: bigint;
  readonly seal: string;
}

export interface BatchSubmission {
  readonly personId: bigint;
  readonly requestId: string;
  readonly requestIp: string | null;
  readonly isAgreed: boolean;
}

/** Hands the rows over to be submitted, one after the other. Of the others what was said before goes. */
export async function startBatch(
  tx: Tx,
  batchId: bigint,
  rows: readonly SealedRow[],
  by: BatchSubmission,
): Promise<void> {
  await sql`
    UPDATE payout_batch_row SET outcome = NULL, seal = NULL, fee = NULL, channel_id = NULL
    WHERE batch_id = ${batchId} AND payout_id IS NULL`.execute(tx);
  await sql`
    UPDATE payout_batch_row b SET fee = r.fee, channel_id = r.channel_id, seal = r.seal
    FROM unnest(${rows.map((r) => r.id)}::bigint[], ${rows.map((r) => r.fee)}::bigint[],
      ${rows.map((r) => r.channelId)}::bigint[], ${rows.map((r) => r.seal)}::text[]) AS r (id, fee, channel_id, seal)
    WHERE b.id = r.id AND b.batch_id = ${batchId} AND b.payout_id IS NULL`.execute(tx);
  await sql`
    UPDATE payout_batch SET state = 'running', version = version + 1, submitted_by = ${by.personId},
      submitted_at = business_now(), request_id = ${by.requestId}, request_ip = ${by.requestIp}, is_agreed = ${by.isAgreed}
    WHERE id = ${batchId}`.execute(tx);
}

/** Whether one person is enough for this sum, a batch counting whole. */
export async function isSmall(
  tx: Tx,
  batch: {
    readonly customerId: bigint;
    readonly personId: bigint;
    readonly currency: string;
    readonly amount: bigint;
  },
): Promise<boolean> {
  const { rows } = await sql<{ small: boolean }>`
    SELECT payout_batch_is_small(${batch.customerId}, ${batch.personId}, ${batch.currency}, ${batch.amount}) AS small`.execute(
    tx,
  );
  return rows[0]?.small === true;
}

/** Takes a row for this transaction alone; false where it has its end, or where another process has it. */
export async function takeRow(tx: Tx, rowId: bigint): Promise<boolean> {
  const { rows } = await sql`
    SELECT id FROM payout_batch_row WHERE id = ${rowId} AND outcome IS NULL AND seal IS NOT NULL
    FOR NO KEY UPDATE SKIP LOCKED`.execute(tx);
  return rows.length > 0;
}

/** Writes down what a row came to. */
export async function endRow(
  tx: Tx,
  rowId: bigint,
  end: { readonly outcome: string; readonly payoutId: bigint | null },
): Promise<void> {
  await sql`
    UPDATE payout_batch_row SET outcome = ${end.outcome}, payout_id = ${end.payoutId} WHERE id = ${rowId}`.execute(
    tx,
  );
}

/** Ends a batch of which nothing is left to submit. */
export async function endBatch(db: Kysely<Tables>, batchId: bigint): Promise<void> {
  await sql`
    UPDATE payout_batch b SET state = 'done', version = version + 1 WHERE b.id = ${batchId} AND b.state = 'running'
      AND NOT EXISTS (SELECT FROM payout_batch_row r WHERE r.batch_id = b.id AND r.seal IS NOT NULL AND r.outcome IS NULL)`.execute(
    db,
  );
}

/** Somebody lets go what of a batch waits now; what is submitted of it later waits for another look. */
export async function letBatchGo(
  tx: Tx,
  batchId: bigint,
  by: { readonly actorId: bigint; readonly reason: string; readonly requestId: string },
): Promise<void> {
  await sql`
    UPDATE payout_batch SET let_go_by = ${by.actorId}, let_go_reason = ${by.reason}, let_go_request_id = ${by.requestId},
      let_go_upto = (SELECT max(r.payout_id) FROM payout_batch_row r WHERE r.batch_id = ${batchId})
    WHERE id = ${batchId}`.execute(tx);
}

/** Nothing is left of what was let go up to there; whatever somebody let go since stands. */
export async function endLettingGo(db: Kysely<Tables>, batchId: bigint, upto: bigint | null): Promise<void> {
  await sql`
    UPDATE payout_batch SET let_go_by = NULL, let_go_reason = NULL, let_go_request_id = NULL, let_go_upto = NULL
    WHERE id = ${batchId} AND let_go_upto = ${upto}`.execute(db);
}

/** Drops drafts that nobody submitted. */
export async function dropDrafts(db: Kysely<Tables>): Promise<void> {
  await sql`
    DELETE FROM payout_batch
    WHERE state = 'draft' AND created_at < business_now() - ${payoutBatchDraftDays} * interval '1 day'`.execute(
    db,
  );
}
