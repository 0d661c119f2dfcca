import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './testing/cluster.ts';
import type { Machine } from './testing/machine.ts';

/**
 * A program that stands at the very machine that is lost and writes there, one row after the other, whatever happens to the
 * network: whom nobody told that there is another primary. What it is told stands must stand afterwards.
 */
export interface LeftBehind {
  /** Rows that the machine acknowledged since it was lost. */
  readonly toldSince: number;
  /** Ends it; answers every row that was ever acknowledged. */
  stop(): Promise<readonly number[]>;
}

const database = 'left_behind';
const pauseMs = 50;

const at = (url: string): pg.Client => {
  const own = new URL(url);
  own.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: own.href, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  return client;
};

/** A place for its rows, apart from the product's. */
export async function prepareLeftBehind(cluster: Cluster): Promise<void> {
  const admin = new pg.Client({ connectionString: cluster.adminUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${database}`);
  await admin.end();
  const client = at(cluster.adminUrl);
  await client.connect();
  await client.query('CREATE TABLE told (n int PRIMARY KEY)');
  await client.end();
}

let next = 0;

export function leaveBehind(cluster: Cluster, machine: Machine, isLost: () => boolean): LeftBehind {
  const told: number[] = [];
  let toldSince = 0;
  let isEnding = false;
  let client: pg.Client | undefined;

  async function write(): Promise<void> {
    if (client === undefined) {
      const fresh = at(cluster.urlAt(machine));
      await fresh.connect();
      client = fresh;
    }
    next += 1;
    const n = next;
    const wasLost = isLost();
    await client.query('INSERT INTO told VALUES ($1)', [n]);
    told.push(n);
    if (wasLost) toldSince += 1;
  }

  const running = (async () => {
    while (!isEnding) {
      try {
        await write();
      } catch {
        await client?.end().catch(() => {});
        client = undefined;
      }
      await sleep(pauseMs);
    }
  })();
  return {
    get toldSince() {
      return toldSince;
    },
    async stop() {
      isEnding = true;
      // It may still wait for a standby.
      const waiting = setTimeout(() => void client?.end().catch(() => {}), 2_000);
      await running;
      clearTimeout(waiting);
      await client?.end().catch(() => {});
      return told;
    },
  };
}

/** Those of `told` that are not to be found where the house is now. */
export async function lostRows(cluster: Cluster, told: readonly number[]): Promise<number[]> {
  const client = at(cluster.adminUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ n: number }>(
      'SELECT n FROM unnest($1::int[]) n EXCEPT SELECT n FROM told ORDER BY n',
      [told],
    );
    return rows.map(({ n }) => n);
  } finally {
    await client.end();
  }
}
