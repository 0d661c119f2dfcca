import type { Kysely } from 'kysely';
import { formatLedger } from '@suanpan/money/amount';
import type { Database } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { businessNow, wallClock } from '../../../platform/clock.ts';
import { countOf } from '../../../platform/db/count-of.ts';
import { transact } from '../../../platform/db/transact.ts';
import { emit } from '../../../platform/outbox/emit.ts';
import type { Check, CheckRow, TotalRow } from './check.queries.ts';
import { readOutside } from './outside.queries.ts';
import { sinceChecks } from './point-checks.queries.ts';
import { allChecks, readArchiveToo, readPointFloor } from './prove.queries.ts';
import type { AccountTotal, CheckResult, Proof, Timing } from './proof.ts';
import { insertProof } from './proof.store.ts';
import { shareChecks } from './share-checks.ts';

/**
 * Proves the books: every check is one statement over one snapshot of its own, from the postings themselves and never from a
 * cache, so it holds in the middle of load too. No snapshot outlives its check: as long as one stands, the rows that are
 * updated all the time cannot be tidied, and everybody walks over their old versions. Nothing is repaired; a breach is a
 * fact to investigate.
 */
export async function prove(db: Database): Promise<Proof> {
  return proveBy(db.proofs, async (tx) =>
    shareChecks(db.proofs, tx, allChecks(await readPointFloor(tx)), runCheck),
  );
}

/**
 * Proves what came since the last point alone: its cost follows the traffic since and not the size of the books. It relies
 * on the last full proof for everything before; without a point it examines all.
 */
export async function proveSince(db: Database): Promise<Proof> {
  return proveBy(db.reports, async (tx) => {
    const found: Found[] = [];
    await readArchiveToo(tx);
    for (const check of sinceChecks(await readPointFloor(tx))) found.push(await runCheck(tx, check));
    return found;
  });
}

/** What one statement shows. */
interface Found {
  readonly checks: readonly CheckResult[];
  readonly totals: readonly AccountTotal[];
  readonly timing: Timing;
}

async function proveBy(
  db: Kysely<Tables>,
  work: (tx: Kysely<Tables>) => Promise<readonly Found[]>,
): Promise<Proof> {
  const started = wallClock.monotonicMs();
  const { startedAt, found } = await db
    .transaction()
    .setIsolationLevel('read committed')
    .setAccessMode('read only')
    .execute(async (tx) => ({ startedAt: await businessNow(tx), found: await work(tx) }));
  const checks = found.flatMap((each) => each.checks);
  return {
    startedAt,
    finishedAt: await businessNow(db),
    durationMs: Math.round(wallClock.monotonicMs() - started),
    passed: checks.every((check) => check.passed),
    checks,
    totals: found.flatMap((each) => each.totals),
    timings: found.map((each) => each.timing),
  };
}

/** Proves the books and keeps the result as evidence, with news of a difference; answers the id under which it stands. */
export async function proveAndKeep(
  db: Database,
  startedBy: bigint | null,
): Promise<{ id: bigint; proof: Proof }> {
  const proof = await prove(db);
  const outside = await readOutside(db.proofs);
  const id = await transact(db.app, async (tx) => {
    const kept = await insertProof(tx, proof, outside, startedBy);
    if (!proof.passed) {
      const checks = proof.checks.flatMap(({ name, passed }) => (passed ? [] : [name]));
      await emit(tx, [
        { kind: 'books.broken', subject: 'books', payload: { proof_id: String(kept), checks } },
      ]);
    }
    return kept;
  });
  return { id, proof };
}

async function runCheck(tx: Kysely<Tables>, check: Check): Promise<Found> {
  const began = wallClock.monotonicMs();
  const { rows } = await check.query.execute(tx);
  const durationMs = Math.round(wallClock.monotonicMs() - began);
  const checks: CheckResult[] = [];
  for (const name of check.names) {
    const row = rows.find((each) => each.name === name);
    if (row === undefined || row.name === null) throw new Error(`Check ${name} answered nothing`);
    checks.push(resultOf(row, row.examples ?? (row.breaches > 0n ? await readBroken(tx, check, name) : [])));
  }
  return {
    checks,
    totals: rows.flatMap((row) => (row.name === null ? row.totals.map(totalOf) : [])),
    timing: { checks: check.names, durationMs },
  };
}

/** By a snapshot of its own: what somebody mended since it was counted has no example. */
async function readBroken(tx: Kysely<Tables>, check: Check, name: string): Promise<string[]> {
  const found = await check.broken?.[name]?.execute(tx);
  return found?.rows.map(({ subject }) => subject) ?? [];
}

const resultOf = ({ name, examined, breaches }: CheckRow, examples: readonly string[]): CheckResult => ({
  name,
  passed: breaches === 0n,
  examined: countOf(examined),
  breaches: countOf(breaches),
  examples,
});

const totalOf = ({ currency, book, kind, balance, postings }: TotalRow): AccountTotal => ({
  currency,
  book,
  account: kind,
  balance: formatLedger(BigInt(balance), currency),
  postings,
});
