import type { Print } from '../run-node.ts';
import { type Gate, gates } from './gates.ts';

/** How many gates were open, shut, and without a subject. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  /** A line for each that failed, so that the end of a long run names them. */
  failures: string[];
}

/** Two gates at a time: most of them use more than one thread by themselves. */
const lanes = 2;

/** Looks at every gate, prints each verdict with its time, and of shut ones the reason. */
export async function lookAtGates(print: Print): Promise<Tally> {
  const tally: Tally = { passed: 0, failed: 0, skipped: 0, failures: [] };
  const waiting = [...gates];

  async function look(gate: Gate): Promise<void> {
    const started = performance.now();
    const verdict = await gate
      .look()
      .catch((error: unknown) => ({ isOpen: false, says: `${String(error)}\n` }));
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const isSkipped = 'skipped' in verdict;
    const word = isSkipped ? 'skip' : verdict.isOpen ? 'ok' : 'FAIL';
    print(`${word.padEnd(5)}${gate.name} (${seconds} s)\n`);
    if (!verdict.isOpen) print(verdict.says.replace(/^(?=.)/gm, '     '));
    if (word === 'FAIL') tally.failures.push(gate.name);
    tally[isSkipped ? 'skipped' : verdict.isOpen ? 'passed' : 'failed'] += 1;
  }

  async function lane(): Promise<void> {
    for (let gate = waiting.shift(); gate; gate = waiting.shift()) await look(gate);
  }

  await Promise.all(Array.from({ length: lanes }, lane));
  return tally;
}
