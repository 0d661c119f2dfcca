import { parentPort, workerData } from 'node:worker_threads';
import { parseSheet } from './parse-sheet.ts';
import { UnreadableSheet } from './sheet.ts';
import type { SheetAnswer, SheetOrder } from './read-sheet.ts';

/** Reads one file in a thread of its own, which has little memory and nothing worth having. */
const { file, mayBeBig5, mostRows } = workerData as SheetOrder;
let answer: SheetAnswer;
try {
  answer = await parseSheet(Buffer.from(file), mostRows, mayBeBig5);
} catch (error) {
  answer = { why: error instanceof UnreadableSheet ? error.why : 'unreadable' };
}
parentPort?.postMessage(answer);
