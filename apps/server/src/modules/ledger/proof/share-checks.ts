import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { wallClock } from '../../../platform/clock.ts';
import { standBack } from '../../../platform/db/stand-back.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Check } from './check.queries.ts';
import { journalsDrawn, readWhole } from './prove.queries.ts';

/** Journals a second from which on traffic goes on. */
const busyFrom = 50;
const lookEveryMs = 100;

/**
 * Runs checks by two connections, `lead` and one more, so that two processors prove; the second works only while no traffic
 * goes on, and both stand back behind it. Whoever is free takes the next, the dearest first.
 * Answers what `run` found, in the order of the checks.
 */
export async function shareChecks<Found>(
  proofs: Kysely<Tables>,
  lead: Kysely<Tables>,
  checks: readonly Check[],
  run: (tx: Kysely<Tables>, check: Check) => Promise<Found>,
): Promise<Found[]> {
  const left = [...checks.entries()].toSorted(
    ([, one], [, other]) => Number(other.isDear ?? false) - Number(one.isDear ?? false), // Not money: a rank.
  );
  const found = new Map<number, Found>();

  async function takeNext(tx: Kysely<Tables>): Promise<boolean> {
    const next = left.shift();
    if (next === undefined) return false;
    const [place, check] = next;
    try {
      found.set(place, await run(tx, check));
      return true;
    } catch (error) {
      left.splice(0);
      throw error;
    }
  }

  async function help(): Promise<void> {
    let isThere = false;
    try {
      await proofs
        .transaction()
        .setIsolationLevel('read committed')
        .setAccessMode('read only')
        .execute(async (tx) => {
          isThere = true;
          await prepare(tx);
          const isQuiet = watchTraffic(tx);
          while (left.length > 0) {
            if (await isQuiet()) await takeNext(tx);
            else await sleep(lookEveryMs);
          }
        });
    } catch (error) {
      // Without a second connection the first does all of it.
      if (isThere) throw error;
    }
  }

  const helping = help();
  const leading = (async () => {
    await prepare(lead);
    while (await takeNext(lead));
  })();
  for (const ended of await Promise.allSettled([leading, helping])) {
    if (ended.status === 'rejected') throw ended.reason;
  }
  return checks.map((_, place) => found.get(place) as Found);
}

async function prepare(tx: Kysely<Tables>): Promise<void> {
  await standBack(tx);
  await readWhole(tx);
}

/** Whether hardly any journal was posted since it was asked last. */
function watchTraffic(tx: Kysely<Tables>): () => Promise<boolean> {
  let last: { readonly drawn: bigint; readonly atMs: number } | undefined;
  return async () => {
    const before = last;
    last = { drawn: await journalsDrawn(tx), atMs: wallClock.monotonicMs() };
    if (before === undefined) return false;
    const perSecond = (1_000 * Number(last.drawn - before.drawn)) / (last.atMs - before.atMs); // Not money: a pace.
    return perSecond < busyFrom;
  };
}
