import type { Kysely } from 'kysely';
import { formatLedger } from '@suanpan/money/amount';
import type { Database } from '../../../platform/db/database.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { businessNow, wallClock } from '../../../platform/clock.ts';
import { countOf } from '../../../platform/db/count-of.ts';
import type { Check, CheckRow, TotalRow } from './check.queries.ts';
import { sinceChecks } from './point-checks.queries.ts';
import { allChecks, readPointFloor, readWhole } from './prove.queries.ts';
import type { AccountTotal, CheckResult, Proof, Timing } from './proof.ts';
import { insertProof } from './proof.store.ts';

/**
 * Proves the books: every check over one snapshot, from the postings themselves and never from a cache, so it
 * holds in the middle of load too. Nothing is repaired; a breach is a fact to investigate.
 */
export async function prove(db: Database): Promise<Proof> {
  return proveBy(db, async (tx) => {
    await readWhole(tx);
    return runChecks(tx, allChecks(await readPointFloor(tx)));
  });
}

/**
 * Proves what came since the last point alone: its cost follows the traffic since and not the size of the books. It relies
 * on the last full proof for everything before; without a point it examines all.
 */
export async function proveSince(db: Database): Promise<Proof> {
  return proveBy(db, async (tx) => runChecks(tx, sinceChecks(await readPointFloor(tx))));
}

type Found = Pick<Proof, 'checks' | 'totals' | 'timings'>;

async function proveBy(db: Database, work: (tx: Kysely<Tables>) => Promise<Found>): Promise<Proof> {
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

async function runChecks(tx: Kysely<Tables>, checks: readonly Check[]): Promise<Found> {
  const found = { checks: [] as CheckResult[], totals: [] as AccountTotal[], timings: [] as Timing[] };
  for (const check of checks) {
    const began = wallClock.monotonicMs();
    const { rows } = await check.query.execute(tx);
    found.timings.push({ checks: check.names, durationMs: Math.round(wallClock.monotonicMs() - began) });
    for (const name of check.names) {
      const row = rows.find((each) => each.name === name);
      if (row === undefined || row.name === null) throw new Error(`Check ${name} answered nothing`);
      found.checks.push(resultOf(row));
    }
    for (const row of rows) if (row.name === null) found.totals.push(...row.totals.map(totalOf));
  }
  return found;
}

const resultOf = ({ name, examined, breaches, examples }: CheckRow): CheckResult => ({
  name,
  passed: breaches === 0n,
  examined: countOf(examined),
  breaches: countOf(breaches),
  examples: examples ?? [],
});

const totalOf = ({ currency, book, kind, balance, postings }: TotalRow): AccountTotal => ({
  currency,
  book,
  account: kind,
  balance: formatLedger(BigInt(balance), currency),
  postings,
});
