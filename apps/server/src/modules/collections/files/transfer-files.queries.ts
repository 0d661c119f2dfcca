import type { Currency } from '@suanpan/money/currency';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { inTree } from '../../../platform/db/in-tree.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Scope } from '../../../platform/http/actor.ts';
import type { Told } from './told-transfers.store.ts';

export interface FiledAccount {
  readonly id: bigint;
  readonly name: string;
  readonly agent_id: bigint;
  readonly currency: Currency;
  /** Since when what came in is ours: what it tells is kept, or where it was never read, the account is here. */
  readonly kept_since: Date;
}

/** An account of the caller's tree by which orders come in. */
export async function findFiledAccount(
  db: Kysely<Tables>,
  scope: Scope,
  id: bigint,
): Promise<FiledAccount | undefined> {
  const { rows } = await sql<FiledAccount>`
    SELECT a.id, a.name, a.agent_id, a.currency, coalesce(f.kept_since, a.created_at) AS kept_since
    FROM channel_account a LEFT JOIN channel_feed f ON f.channel_account_id = a.id
    WHERE a.id = ${id} AND a.direction = 'collection' AND ${inTree(scope, { agent: 'a.agent_id' })}`.execute(
    db,
  );
  return rows[0];
}

/** A line as it is kept with its file; the sum as text, in minor units. */
export interface KeptLine {
  readonly n: number;
  readonly ref: string;
  readonly destination: string;
  readonly at: string;
  readonly amount: string;
  readonly payer_name: string | null;
  readonly payer_last5: string | null;
  readonly memo: string | null;
}

export interface KeptFile {
  readonly id: bigint;
  readonly channel_account_id: bigint;
  readonly file_name: string;
  readonly lines: readonly KeptLine[];
  readonly taken_at: Date | null;
}

/** A file of the caller's tree; `isLocked` keeps it until the transaction ends. */
export async function findFile(
  db: Kysely<Tables>,
  scope: Scope,
  id: bigint,
  isLocked = false,
): Promise<KeptFile | undefined> {
  const { rows } = await sql<KeptFile>`
    SELECT f.id, f.channel_account_id, f.file_name, f.lines, f.taken_at
    FROM transfer_file f JOIN channel_account a ON a.id = f.channel_account_id
    WHERE f.id = ${id} AND ${inTree(scope, { agent: 'a.agent_id' })}
    ${isLocked ? sql`FOR UPDATE OF f` : sql``}`.execute(db);
  return rows[0];
}

export interface OpenTold {
  readonly id: bigint;
  readonly channel_account_id: bigint;
  readonly told: Told;
}

/** What files told and nobody has booked, by account, the oldest first; only what comes after this one. */
export async function listOpenTold(
  db: Kysely<Tables>,
  after: OpenTold | undefined,
  most: number,
): Promise<OpenTold[]> {
  const { rows } = await sql<
    Omit<Told, 'payerName' | 'payerLast5'> & {
      id: bigint;
      channel_account_id: bigint;
      payer_name: string | null;
      payer_last5: string | null;
    }
  >`
    SELECT t.id, t.channel_account_id, t.ref, t.destination, t.at, t.amount, t.payer_name, t.payer_last5, t.memo
    FROM told_transfer t
    WHERE t.is_open AND ${
      after === undefined
        ? sql`true`
        : sql`(t.channel_account_id, t.at, t.id) > (${after.channel_account_id}, ${after.told.at}, ${after.id})`
    }
    ORDER BY t.channel_account_id, t.at, t.id LIMIT ${most}`.execute(db);
  return rows.map(({ channel_account_id, id, payer_last5, payer_name, ...told }) => ({
    id,
    channel_account_id,
    told: { ...told, payerName: payer_name, payerLast5: payer_last5 },
  }));
}

/** What became of a told transfer: by whom it was told first, and how it was booked. */
export interface ToldEnd {
  readonly first: 'feed' | 'file';
  /** The line itself was the first to tell it. */
  readonly is_first: boolean;
  readonly is_booked: boolean;
  readonly is_receipt: boolean;
  readonly order_no: string | null;
}

/** What became of each line of a file that was taken, by its number; of one that was not, of those that were told before. */
export async function endsOf(
  db: Kysely<Tables>,
  channelAccountId: bigint,
  file: Pick<KeptFile, 'id' | 'taken_at'> | null,
  lines: readonly Told[],
): Promise<ReadonlyMap<string, ToldEnd>> {
  const isTaken = file !== null && file.taken_at !== null;
  const told = isTaken
    ? sql`SELECT t.told_ref, t.ref, t.id FROM told_transfer t
          WHERE t.channel_account_id = ${channelAccountId} AND t.file_id = ${file.id}`
    : sql`SELECT l.told_ref, b.ref, NULL::bigint AS id
          FROM unnest(${lines.map(({ ref }) => ref)}::text[], ${lines.map((line) => line.destination)}::text[],
            ${lines.map(({ at }) => at)}::timestamptz[], ${lines.map(({ amount }) => amount)}::bigint[],
            ${lines.map((line) => line.payerName)}::text[], ${lines.map((line) => line.payerLast5)}::text[])
            AS l (told_ref, destination, at, amount, payer_name, payer_last5)
          CROSS JOIN LATERAL (SELECT told_before(${channelAccountId}, 'file', ${file?.id ?? null}::bigint, l.told_ref, l.destination, l.at,
            l.amount, l.payer_name, l.payer_last5) AS ref) b
          WHERE b.ref IS NOT NULL`;
  const { rows } = await sql<ToldEnd & { told_ref: string }>`
    SELECT t.told_ref, f.source AS first, f.id IS NOT DISTINCT FROM t.id AS is_first, c.provider_ref IS NOT NULL AS is_booked,
           r.id IS NOT NULL AS is_receipt, o.order_no
    FROM (${told}) t
    CROSS JOIN LATERAL (
      SELECT f.id, f.source FROM told_transfer f
      WHERE f.channel_account_id = ${channelAccountId} AND f.ref = t.ref ORDER BY f.id LIMIT 1) f
    LEFT JOIN provider_confirmation c ON c.channel_account_id = ${channelAccountId} AND c.provider_ref = t.ref
    LEFT JOIN receipt r ON r.channel_account_id = ${channelAccountId} AND r.provider_ref = t.ref
    LEFT JOIN whole.collection_order o ON o.id = c.order_id`.execute(db);
  return new Map(rows.map(({ told_ref: ref, ...end }) => [ref, end]));
}
