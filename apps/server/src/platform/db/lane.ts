import { randomInt } from 'node:crypto';
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';
import { isLockRefused } from './database-error.ts';
import { retryWithinMs } from './transact.ts';

export interface Lane<I, O> {
  /** Joins the next batch. Rejects with this item's own error, never with a neighbour's. */
  submit(item: I): Promise<O>;
  /** Resolves when everything submitted has been answered; later submissions are refused. */
  close(): Promise<void>;
  /** Items that no batch has been through yet, those of the batch under way included. */
  readonly waiting: number;
}

export interface LaneOptions<I, O> {
  readonly name: string;
  readonly maxBatch: number;
  /**
   * Answers one result an item, in order, or a promise where that item's answer comes later by another way. It must be
   * all or nothing: a rejection leaves no effect.
   */
  readonly run: (items: readonly I[]) => Promise<readonly (O | Promise<O>)[]>;
  /**
   * Whether a failed batch may be tried in parts. Of an unknown outcome or a lost connection the parts
   * would only fail again, or take effect twice, so everybody gets the error.
   */
  readonly mayBisect?: (error: unknown) => boolean;
  /**
   * Whether the caller of this one is at the other end of a connection, from where nobody comes again within a turn of
   * the event loop. Where such are next, their batch is sent before the answers of the last one are told: the database
   * works while those are written.
   */
  readonly isFar?: (item: I) => boolean;
}

interface Waiting<I, O> {
  readonly item: I;
  readonly resolve: (output: O | Promise<O>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Natural micro-batching over one connection: while a batch runs, newcomers queue; when it ends, all of
 * them go together, one turn of the event loop later. An idle lane starts at once with a batch of one, so there is no timer and no added delay.
 * A batch that lost a deadlock, or waited for a lock in vain, is tried again as it is while it is young; one that fails otherwise is
 * halved until the item that fails stands alone. Order of submission is kept.
 */
export function createLane<I, O>(options: LaneOptions<I, O>): Lane<I, O> {
  const { maxBatch, name, run } = options;
  const mayBisect = options.mayBisect ?? (() => true);
  const isFar = options.isFar ?? (() => false);
  const queue: Waiting<I, O>[] = [];
  const drained: (() => void)[] = [];
  let underWay = 0;
  let running = false;
  let closed = false;

  async function runWhileYoung(items: readonly I[]): Promise<readonly (O | Promise<O>)[]> {
    const began = performance.now();
    for (;;) {
      try {
        return await run(items);
      } catch (error) {
        if (!isLockRefused(error) || performance.now() - began > retryWithinMs) throw error;
        await sleep(randomInt(5, 50));
      }
    }
  }

  /** Resolves when the batch is done, to what tells its callers. */
  async function work(batch: readonly Waiting<I, O>[]): Promise<() => void> {
    try {
      const outputs = await runWhileYoung(batch.map(({ item }) => item));
      if (outputs.length !== batch.length) {
        throw new Error(`Lane ${name}: ${batch.length} items gave ${outputs.length} results`);
      }
      // One that fails before its caller is told is heard by him all the same, and is no fault of nobody's.
      for (const output of outputs) if (output instanceof Promise) output.catch(() => {});
      return () => {
        for (const [index, waiting] of batch.entries()) waiting.resolve(outputs[index] as O | Promise<O>);
      };
    } catch (error) {
      if (batch.length === 1 || !mayBisect(error)) {
        return () => {
          for (const waiting of batch) waiting.reject(error);
        };
      }
      const middle = Math.ceil(batch.length / 2);
      const tellFirst = await work(batch.slice(0, middle));
      tellFirst();
      return work(batch.slice(middle));
    }
  }

  async function drain(): Promise<void> {
    running = true;
    let tell: (() => void) | undefined;
    while (queue.length > 0) {
      const batch = queue.splice(0, maxBatch);
      underWay = batch.length;
      const working = work(batch);
      if (tell !== undefined) {
        // A turn later the batch is on its way.
        await immediate();
        tell();
      }
      tell = await working;
      underWay = 0;
      const [next] = queue;
      const isNextFar = next !== undefined && isFar(next.item);
      // A few alone would cost as much as a batch: they wait for those who are answered now.
      if (isNextFar && queue.length * 2 >= batch.length) continue;
      tell();
      tell = undefined;
      // Those just answered may come again at once: they join the next batch instead of making halves that alternate.
      await immediate();
      // Whoever is far is heard one turn later still.
      if (isNextFar) await immediate();
    }
    running = false;
    for (const done of drained.splice(0)) done();
  }

  return {
    submit(item) {
      if (closed) return Promise.reject(new Error(`Lane ${name} is closed`));
      return new Promise<O>((resolve, reject) => {
        queue.push({ item, resolve, reject });
        if (!running) void drain();
      });
    },
    close() {
      closed = true;
      return running ? new Promise((resolve) => drained.push(resolve)) : Promise.resolve();
    },
    get waiting() {
      return queue.length + underWay;
    },
  };
}
