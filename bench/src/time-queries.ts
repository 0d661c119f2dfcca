import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type { LogEvent } from 'kysely';
import type pg from 'pg';
import type { Tables } from '../../apps/server/src/platform/db/tables.generated.ts';
import { at } from './callers.ts';

/** A question of the product's own, which is asked again and again, each time as a new caller would. */
export interface TimedQuery {
  readonly name: string;
  /** Asks for the `turn`-th time; answers how much was found, to be printed. */
  ask(db: Kysely<Tables>, turn: number): Promise<string>;
}

interface TimedAnswer {
  readonly name: string;
  /** The quickest: what it takes where no neighbour disturbs. */
  readonly leastMs: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly turns: number;
  readonly found: string;
  /** The plan of its longest statement, and how long that took; each is asked once more for it. */
  explain(): Promise<string>;
}

/** The first turns fill the caches and are not counted. */
const warmUps = 3;
const mostTurns = 23;
const leastTurns = 5;
/** A slow question is asked less often. */
const patienceMs = 400;

/** Asks one question after the other on this pool, times each from the call to the rows in hand, and prints it. */
export async function timeQueries(pool: pg.Pool, queries: readonly TimedQuery[]): Promise<TimedAnswer[]> {
  let statements: LogEvent[] = [];
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => void statements.push(event),
  });
  const answers: TimedAnswer[] = [];
  for (const { ask, name } of queries) {
    const times: number[] = [];
    let found = '';
    const since = performance.now();
    for (let turn = 0; turn < mostTurns; turn += 1) {
      statements = [];
      const began = performance.now();
      found = await ask(db, turn);
      times.push(performance.now() - began);
      if (turn >= leastTurns && performance.now() - since > patienceMs) break;
    }
    const sorted = times.slice(warmUps).toSorted((one, other) => one - other);
    const longest = statements.toSorted(
      (one, other) => other.queryDurationMillis - one.queryDurationMillis,
    )[0];
    const answer: TimedAnswer = {
      name,
      leastMs: sorted[0] ?? 0,
      p50Ms: at(sorted, 0.5),
      p95Ms: at(sorted, 0.95),
      turns: sorted.length,
      found,
      explain: async () => {
        if (longest === undefined) return 'no statement';
        const { parameters, sql } = longest.query;
        const { rows } = await db.executeQuery<Record<string, string>>(
          CompiledQuery.raw(`EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) ${sql}`, [...parameters]),
        );
        return rows.map((row) => `    ${row['QUERY PLAN']}`).join('\n');
      },
    };
    console.log(describe(answer));
    answers.push(answer);
  }
  return answers;
}

function describe({ found, leastMs, name, p50Ms, p95Ms, turns }: TimedAnswer): string {
  return `${name}: least ${leastMs.toFixed(1)}, p50 ${p50Ms.toFixed(1)}, p95 ${p95Ms.toFixed(1)} ms · ${found} · ${turns} times`;
}

/** Prints how many are beyond `mostMs`, and the plans of the slowest of those. */
export async function printSlowest(
  answers: readonly TimedAnswer[],
  mostMs: number,
  explained: number,
): Promise<void> {
  const slow = answers
    .filter(({ p95Ms }) => p95Ms > mostMs)
    .toSorted((one, other) => other.p95Ms - one.p95Ms);
  const within = answers.length - slow.length;
  const quick = answers.filter(({ leastMs }) => leastMs <= mostMs).length;
  console.log(
    `${within} of ${answers.length} with p95 below ${mostMs} ms, ${quick} where nobody disturbed; the slowest:`,
  );
  for (const { explain, name, p95Ms } of slow.slice(0, explained)) {
    console.log(`${name}, p95 ${p95Ms.toFixed(1)} ms\n${await explain()}`);
  }
}
