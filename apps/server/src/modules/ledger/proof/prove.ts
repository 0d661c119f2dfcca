import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { businessNow, wallClock } from '../../../platform/clock.ts';
import { countOf } from '../../../platform/db/count-of.ts';
import type { Check } from './check.queries.ts';
import { sinceChecks } from './point-checks.queries.ts';
import { allChecks, readWhole, totalsByAccount } from './prove.queries.ts';
import type { CheckResult, Proof } from './proof.ts';
import { insertProof } from './proof.store.ts';

/**
 * Proves the books: every check over one snapshot, from the postings themselves and never from a cache, so it
 * holds in the middle of load too. Nothing is repaired; a breach is a fact to investigate.
 */
export async function prove(db: Database): Promise<Proof> {
  return proveBy(db, async (tx) => {
    await readWhole(tx);
    return { checks: await runChecks(tx, allChecks), totals: await totalsByAccount(tx) };
  });
}

/**
 * Proves what came since the last point alone: its cost follows the traffic since and not the size of the books. It relies
 * on the last full proof for everything before; without a point it examines all.
 */
export async function proveSince(db: Database): Promise<Proof> {
  return proveBy(db, async (tx) => ({ checks: await runChecks(tx, sinceChecks), totals: [] }));
}

async function proveBy(
  db: Database,
  work: (tx: Kysely<Tables>) => Promise<Pick<Proof, 'checks' | 'totals'>>,
): Promise<Proof> {
  const started = wallClock.monotonicMs();
  const proven = await db.reports
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => ({ startedAt: await businessNow(tx), ...(await work(tx)) }));
  return {
    ...proven,
    finishedAt: await businessNow(db.reports),
    durationMs: Math.round(wallClock.monotonicMs() - started),
    passed: proven.checks.every((check) => check.passed),
  };
}

/** Proves the books and keeps the result as evidence; answers the id under which it stands. */
export async function proveAndKeep(
  db: Database,
  startedBy: bigint | null,
): Promise<{ id: bigint; proof: Proof }> {
  const proof = await prove(db);
  return { id: await insertProof(db.app, proof, startedBy), proof };
}

async function runChecks(tx: Kysely<Tables>, checks: readonly Check[]): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const check of checks) {
    const row = (await check.query.execute(tx)).rows[0];
    if (row === undefined) throw new Error(`Check ${check.name} answered nothing`);
    results.push({
      name: check.name,
      passed: row.breaches === 0n,
      examined: countOf(row.examined),
      breaches: countOf(row.breaches),
      examples: row.examples ?? [],
    });
  }
  return results;
}
