import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { ordinaryLimits, sessionOptions } from './connection-settings.ts';
import { PrimaryClient } from './primary-client.ts';
import type { Log } from '../log.ts';

export interface LaneOwner {
  /** Whether this process owns the lane now. A hint for speed alone: correctness rests on row locks. */
  owns(lane: number): boolean;
  stop(): Promise<void>;
}

/** So soon a lane whose owner died is taken over, once PostgreSQL has noticed: well below two seconds. */
const lookEveryMs = 500;

/**
 * Shares `lanes` numbered lanes among the processes on one PostgreSQL: each is owned by at most one, by an advisory lock
 * of a connection of its own, so that processes do not wait for each other's rows. A process takes no more than its
 * even share, gives back what is above it when another one comes, and loses all with its connection.
 */
export function startLaneOwner(options: {
  readonly url: string;
  readonly name: string;
  readonly lanes: number;
  readonly log: Log;
}): LaneOwner {
  const { lanes, log, name, url } = options;
  const owned = new Set<number>();
  const stopping = new AbortController();
  let client: pg.Client | undefined;

  async function connect(): Promise<pg.Client> {
    const fresh = new PrimaryClient({
      connectionString: url,
      application_name: `suanpan lanes ${name}`,
      options: sessionOptions(ordinaryLimits),
      connectionTimeoutMillis: ordinaryLimits.connectTimeoutMs,
      query_timeout: ordinaryLimits.statementTimeoutMs,
      keepAlive: true,
    });
    const lost = (): void => {
      if (client === fresh) client = undefined;
      owned.clear();
    };
    fresh.on('error', lost);
    fresh.on('end', lost);
    await fresh.connect();
    // Held shared by everybody: how many hold it is how many share.
    await fresh.query('SELECT pg_advisory_lock_shared(hashtext($1), 0)', [name]);
    return fresh;
  }

  async function look(): Promise<void> {
    client ??= await connect();
    const { rows } = await client.query<{ processes: number }>(
      `SELECT count(*)::int AS processes FROM pg_locks
       WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
         AND classid = (hashtext($1)::bigint & 4294967295)::oid AND objid = 0 AND objsubid = 2 AND granted`,
      [name],
    );
    const share = Math.ceil(lanes / Math.max(1, rows[0]?.processes ?? 1));
    for (const lane of [...owned].slice(share)) {
      owned.delete(lane);
      await client.query('SELECT pg_advisory_unlock(hashtext($1), $2)', [name, lane + 1]);
    }
    for (let lane = 0; lane < lanes && owned.size < share; lane += 1) {
      if (owned.has(lane)) continue;
      const taken = await client.query<{ mine: boolean }>(
        'SELECT pg_try_advisory_lock(hashtext($1), $2) AS mine',
        [name, lane + 1],
      );
      if (taken.rows[0]?.mine === true) owned.add(lane);
    }
  }

  const running = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await look();
      } catch (error) {
        owned.clear();
        await client?.end().catch(() => {});
        client = undefined;
        log.debug(
          { err: error, lanes: name },
          'the lanes could not be looked at; the next look comes by itself',
        );
      }
      await sleep(lookEveryMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  })();

  return {
    owns: (lane) => owned.has(lane),
    async stop() {
      stopping.abort();
      await running;
      owned.clear();
      await client?.end().catch(() => {});
    },
  };
}
