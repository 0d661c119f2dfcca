import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { businessNow, wallClock } from '../../../platform/clock.ts';
import { countOf } from '../../../platform/db/count-of.ts';
import { checks, readWhole, totalsByAccount } from './prove.queries.ts';
import type { CheckResult, Proof } from './proof.ts';
import { insertProof } from './proof.store.ts';

/**
 * Proves the books: every check over one snapshot, from the postings themselves and never from a cache, so it
 * holds in the middle of load too. Nothing is repaired; a breach is a fact to investigate.
 */
export async function prove(db: Database): Promise<Proof> {
  const started = wallClock.monotonicMs();
  const proven = await db.reports
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await readWhole(tx);
      return {
        startedAt: await businessNow(tx),
        checks: await runChecks(tx),
        totals: await totalsByAccount(tx),
      };
    });
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

async function runChecks(tx: Kysely<Tables>): Promise<CheckResult[]> {
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
