import type { WallClock } from '../../../platform/clock.ts';
import { isConnectionLoss } from '../../../platform/db/database-error.ts';
import { createLane } from '../../../platform/db/lane.ts';

/** What stands in the database under a name, never older than `maxAgeMs` when it is answered. */
export interface Recent<V> {
  /** At once while it is young enough; else asked for, together with all others that are asked for meanwhile. */
  find(name: string): V | undefined | Promise<V | undefined>;
  close(): Promise<void>;
}

interface Kept<V> {
  readonly value: V | undefined;
  readonly askedAtMs: number;
}

const namesKept = 10_000;
const batchLimit = 256;

/** `load` gets the value known before, so that what did not change need not be made again. */
export function createRecent<V>(options: {
  readonly name: string;
  readonly maxAgeMs: number;
  readonly clock: WallClock;
  readonly load: (
    names: readonly string[],
    before: (name: string) => V | undefined,
  ) => Promise<ReadonlyMap<string, V>>;
}): Recent<V> {
  const { clock, load, maxAgeMs, name: laneName } = options;
  const kept = new Map<string, Kept<V>>();
  const asked = new Map<string, Promise<V | undefined>>();
  const lane = createLane({
    name: laneName,
    maxBatch: batchLimit,
    mayBisect: (error) => !isConnectionLoss(error),
    run: async (names: readonly string[]) => {
      const found = await load(names, (name) => kept.get(name)?.value);
      return names.map((name) => found.get(name));
    },
  });

  async function ask(name: string): Promise<V | undefined> {
    // Counted from before the question, so that an answer is never older than it seems.
    const askedAtMs = clock.monotonicMs();
    try {
      const value = await lane.submit(name);
      kept.delete(name);
      kept.set(name, { value, askedAtMs });
      // The oldest goes; a flood of names that do not exist cannot fill the memory.
      const [oldest] = kept.keys();
      if (kept.size > namesKept && oldest !== undefined) kept.delete(oldest);
      return value;
    } finally {
      asked.delete(name);
    }
  }

  return {
    find(name) {
      const entry = kept.get(name);
      if (entry !== undefined && clock.monotonicMs() - entry.askedAtMs < maxAgeMs) return entry.value;
      const underWay = asked.get(name);
      if (underWay !== undefined) return underWay;
      const question = ask(name);
      asked.set(name, question);
      return question;
    },
    close: () => lane.close(),
  };
}
