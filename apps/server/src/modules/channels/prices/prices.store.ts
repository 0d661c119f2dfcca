import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { ApprovalBy } from '../../approvals/index.ts';
import type { PriceTerms, PriceChangeRow } from './price-change.ts';
import type { Direction, PricedRow } from './prices.queries.ts';

/** Keeps what was agreed; it comes into force when it is applied. Answers the version. */
export async function scheduleVersion(
  tx: Tx,
  row: Pick<PricedRow, 'method_id' | 'prices'> & PriceChangeRow,
  by: ApprovalBy,
  validFrom: Date,
  before: PriceTerms | null,
): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO price_version (party, method_id, customer_id, alias, channel_id, before, prices, allow_loss, valid_from, maker_id,
      checker_id, approval_id, reason, created_at)
    VALUES ('merchant', ${row.method_id}, ${row.customer_id}, ${row.alias}, ${row.channel_id},
      ${before === null ? null : JSON.stringify(before)}::jsonb, ${JSON.stringify(row.prices)}::jsonb, ${row.allow_loss},
      ${validFrom}, ${by.makerId}, ${by.checkerId}, ${by.approvalId}, ${by.reason}, business_now())
    RETURNING id`.execute(tx);
  const [kept] = rows;
  if (kept === undefined) throw new Error('A version was not kept');
  return kept.id;
}

/** Brings a version into force through its door; answers what keeps it from that, or null. */
export async function applyVersion(tx: Tx, id: bigint): Promise<'invalidState' | 'staleEdit' | null> {
  const { rows } = await sql<{ fault: 'invalidState' | 'staleEdit' | null }>`
    SELECT apply_price_version(${id}) AS fault`.execute(tx);
  return rows[0]?.fault ?? null;
}

/** Ends a version that is not in force yet; false where it is, or ended before. */
export async function endVersion(
  tx: Tx,
  id: bigint,
  ending: 'refused' | 'withdrawn',
  failure: string | null,
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    SELECT end_price_version(${id}, ${ending}, ${failure}) AS done`.execute(tx);
  return rows[0]?.done === true;
}

/** A version whose time has come, with what it is about. */
export interface DueVersion {
  readonly id: bigint;
  readonly customer_id: bigint;
  readonly customer_name: string;
  readonly agent_id: bigint;
  readonly channel_id: bigint;
  readonly channel: string;
  readonly direction: Direction;
  readonly alias: string;
  readonly prices: PriceTerms;
  readonly allow_loss: boolean;
  readonly maker_id: bigint;
}

/** The first of those whose time has come, in the order of their times. */
export async function dueVersions(db: Kysely<Tables>, limit: number): Promise<DueVersion[]> {
  const { rows } = await sql<DueVersion>`
    SELECT v.id, v.customer_id, u.name AS customer_name, u.agent_id, v.channel_id, c.name AS channel, c.direction, v.alias,
           v.prices, v.allow_loss, v.maker_id
    FROM price_version v JOIN app_user u ON u.id = v.customer_id JOIN channel c ON c.id = v.channel_id
    WHERE v.state = 'scheduled' AND v.valid_from <= business_now()
    ORDER BY v.valid_from, v.id LIMIT ${limit}`.execute(db);
  return rows;
}
