import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { causeChecks } from './cause-checks.queries.ts';
import { dayChecks } from './day-checks.queries.ts';
import type { Check } from './check.queries.ts';
import { incomeChecks } from './income-checks.queries.ts';
import { ledgerChecks } from './ledger-checks.queries.ts';
import { moneyChecks } from './money-checks.queries.ts';
import { newsChecks } from './news-checks.queries.ts';
import { orderChecks } from './order-checks.queries.ts';
import { payoutChecks } from './payout-checks.queries.ts';
import { reconciliationChecks } from './reconciliation-checks.queries.ts';
import { withdrawalChecks } from './withdrawal-checks.queries.ts';
import { pointCheck, pointFloor } from './point-checks.queries.ts';
import { refundChecks } from './refund-checks.queries.ts';
import { ruleChecks } from './rule-checks.queries.ts';
import { supplyChecks } from './supply-checks.queries.ts';

/** The full proof, where the point holds every journal up to this one. */
export const allChecks = (after: bigint): readonly Check[] => [
  ...ledgerChecks,
  ...orderChecks,
  ...moneyChecks,
  ...newsChecks,
  ...payoutChecks,
  ...withdrawalChecks,
  ...causeChecks,
  ...ruleChecks,
  ...refundChecks,
  ...supplyChecks,
  ...incomeChecks,
  ...reconciliationChecks,
  ...dayChecks,
  pointCheck(after),
];

/** The journal up to which the point holds all, by the snapshot of this statement. */
export async function readPointFloor(tx: Kysely<Tables>): Promise<bigint> {
  const row = (await pointFloor.execute(tx)).rows[0];
  if (row === undefined) throw new Error('The point answered nothing');
  return row.after;
}

/** Takes the point at which the next proof since a point begins. */
export async function takeProofPoint(db: Kysely<Tables>): Promise<void> {
  await sql`SELECT take_proof_point()`.execute(db);
}

/** The last journal that was numbered, whatever the snapshot sees. */
export async function journalsDrawn(tx: Kysely<Tables>): Promise<bigint> {
  const { rows } = await sql<{ drawn: bigint }>`SELECT last_value AS drawn FROM journal_id`.execute(tx);
  return rows[0]?.drawn ?? 0n;
}

/**
 * Every check reads all of its tables once, so they are joined whole and by hash: a plan that looks each row up would be
 * chosen from statistics that a busy hour has left behind, and would never end; one that merges or groups by sorting lays millions
 * of rows out on the disk, where a table of what they have in common fits into memory. Nobody works beside a statement: checks are shared out instead, and a process that is
 * started for one would not stand back behind the traffic.
 */
export async function readWhole(tx: Kysely<Tables>): Promise<void> {
  await readArchiveToo(tx);
  await sql`SELECT set_config('enable_nestloop', 'off', true), set_config('enable_mergejoin', 'off', true),
                   set_config('enable_sort', 'off', true), set_config('max_parallel_workers_per_gather', '0', true), set_config('work_mem', '256MB', true)`.execute(
    tx,
  );
}

/** From here on the bare name of a table whose rows move to the archive means both: a proof covers what is archived. */
export async function readArchiveToo(tx: Kysely<Tables>): Promise<void> {
  await sql`SELECT set_config('search_path', 'whole, public', true)`.execute(tx);
}
