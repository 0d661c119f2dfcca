import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ensureDatabase } from '../../apps/server/src/platform/db/prepare.ts';
import { requirePgbench } from '../../tools/pgbench.ts';
import { withCost } from './cost.ts';
import type { Cost, Meter } from './cost.ts';

const run = promisify(execFile);

/** What pgbench's TPC-B did on this machine in the same minutes. */
export interface Yard extends Cost {
  /** Transactions a second. */
  readonly perSecond: number;
}

/** The yardstick: pgbench TPC-B on the same cluster, over TCP loopback like the product. */
export interface Yardstick {
  measure(seconds: number): Promise<Yard>;
}

/** Ends the process with 2 where no pgbench is to be had: then there is no ratio. */
export async function prepareTpcb(meter: Meter, scale: number): Promise<Yardstick> {
  const { path: pgbench } = await requirePgbench();
  const url = await ensureDatabase(meter.adminUrl, 'pgbench');
  await run(pgbench, ['-i', '-q', '-s', String(scale), url], { maxBuffer: 1 << 24 });

  async function load(seconds: number): Promise<{ operations: number; perSecond: number }> {
    const { stdout } = await run(
      pgbench,
      ['-n', '-c', '8', '-j', '2', '-M', 'prepared', '-T', String(seconds), url],
      { maxBuffer: 1 << 24 },
    );
    const perSecond = /tps = ([\d.]+)/.exec(stdout)?.[1];
    const operations = /actually processed: (\d+)/.exec(stdout)?.[1];
    if (perSecond === undefined || operations === undefined)
      throw new Error(`pgbench printed no tps:\n${stdout}`);
    return { operations: Number(operations), perSecond: Number(perSecond) };
  }
  return { measure: (seconds) => withCost(meter, () => load(seconds)) };
}
