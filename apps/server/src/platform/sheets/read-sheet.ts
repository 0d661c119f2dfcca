import { Worker } from 'node:worker_threads';
import { Refusal } from '@suanpan/domain/errors';
import { UnreadableSheet } from './sheet.ts';
import type { Sheet, SheetFault } from './sheet.ts';

/** What is asked of the thread that reads. */
export interface SheetOrder {
  readonly file: Uint8Array;
  readonly mostRows: number;
  readonly mayBeBig5: boolean;
}
export type SheetAnswer = Sheet | { readonly why: SheetFault };

const timeoutMs = 15_000;
const memoryMb = 256;
/** Files that wait for the one that is being read. */
const mostWaiting = 8;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Reads a CSV or XLSX file that somebody sent, one at a time, in a thread that is ended when it takes too much memory or time.
 * Throws `UnreadableSheet`; refuses `serverOverloaded` when too many wait. `mayBeBig5` reads text that is no UTF-8 as Big5: nearly any
 * bytes are some Big5, so whoever says so holds what was read against words that he knows.
 */
export async function readSheet(file: Uint8Array, mostRows: number, mayBeBig5 = false): Promise<Sheet> {
  if (waiting >= mostWaiting) throw new Refusal('serverOverloaded');
  waiting += 1;
  const reading = last.then(() => readAlone({ file: new Uint8Array(file), mostRows, mayBeBig5 }));
  last = reading.catch(() => {});
  try {
    return await reading;
  } finally {
    waiting -= 1;
  }
}

async function readAlone(order: SheetOrder): Promise<Sheet> {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    workerData: order,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
  });
  const { promise, resolve, reject } = Promise.withResolvers<SheetAnswer>();
  const timer = setTimeout(() => reject(new UnreadableSheet('unreadable')), timeoutMs);
  worker.once('message', resolve);
  worker.once('error', (error) => reject(new UnreadableSheet('unreadable', { cause: error })));
  worker.once('exit', () => reject(new UnreadableSheet('unreadable')));
  try {
    const answer = await promise;
    if ('why' in answer) throw new UnreadableSheet(answer.why);
    return answer;
  } finally {
    clearTimeout(timer);
    void worker.terminate();
  }
}
