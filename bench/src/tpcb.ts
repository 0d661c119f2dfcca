import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ensureDatabase } from '../../apps/server/src/platform/db/prepare.ts';
import { requirePgbench } from '../../tools/pgbench.ts';

const run = promisify(execFile);
const scale = 50;

/** The yardstick: pgbench TPC-B on the same cluster, over TCP loopback like the product. */
export interface Yardstick {
  /** Transactions a second. */
  measure(seconds: number): Promise<number>;
}

/** Ends the process with 2 where no pgbench is to be had: then there is no ratio. */
export async function prepareTpcb(adminUrl: string): Promise<Yardstick> {
  const { path: pgbench } = await requirePgbench();
  const url = await ensureDatabase(adminUrl, 'pgbench');
  await run(pgbench, ['-i', '-q', '-s', String(scale), url], { maxBuffer: 1 << 24 });
  return {
    async measure(seconds) {
      const { stdout } = await run(
        pgbench,
        ['-n', '-c', '8', '-j', '2', '-M', 'prepared', '-T', String(seconds), url],
        {
          maxBuffer: 1 << 24,
        },
      );
      const match = /tps = ([\d.]+)/.exec(stdout);
      if (match?.[1] === undefined) throw new Error(`pgbench printed no tps:\n${stdout}`);
      return Number(match[1]);
    },
  };
}
