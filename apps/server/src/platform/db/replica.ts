import type { ReadFrom, ReplicaFault } from '@suanpan/contract/read-from';
import type { Kysely } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ConfigError } from '../config.ts';
import type { Log } from '../log.ts';
import { startLoop } from '../loop.ts';
import { errorCode, isConnectionLoss } from './database-error.ts';
import type { Figures, ReadFigures } from './figures.ts';
import type { Tables } from './tables.generated.ts';

const ordinaryLookMs = 1_000;
/** A replica whose lag is longer than this is not told apart from one that is even further behind. */
const rememberedMs = 3_600_000;
const catchUpWithinMs = 3_000;
const catchUpEveryMs = 50;

/** What a server says of itself; positions in its log in bytes from its beginning. */
interface Place {
  readonly isReplica: boolean;
  /** Of the cluster, the same in every copy of it. */
  readonly cluster: bigint;
  /** Every promotion begins another. */
  readonly timeline: number;
  readonly database: string;
  /** Up to where it has everything: what the primary has on its disk, or what the replica has replayed. */
  readonly at: bigint | null;
}

const placeSql = `
  SELECT pg_is_in_recovery() AS "isReplica", s.system_identifier::text AS cluster, c.timeline_id AS timeline,
         current_database() AS database,
         trunc(pg_wal_lsn_diff(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_flush_lsn() END,
                               '0/0'))::text AS at
  FROM pg_control_system() s, pg_control_checkpoint() c`;

interface Asked {
  query<Row extends pg.QueryResultRow>(text: string): Promise<{ rows: Row[] }>;
}

async function placeOf(server: Asked): Promise<Place> {
  const { rows } = await server.query<{
    isReplica: boolean;
    cluster: string;
    timeline: number;
    database: string;
    at: string | null;
  }>(placeSql);
  const [row] = rows;
  if (row === undefined) throw new Error('PostgreSQL does not say where it stands');
  return { ...row, cluster: BigInt(row.cluster), at: row.at === null ? null : BigInt(row.at) };
}

/** The address of the replica for the product's own reading login, under which it can do nothing but read. */
export function replicaLogin(replicaUrl: string, reportsUrl: string): string {
  const [url, own] = [new URL(replicaUrl), new URL(reportsUrl)];
  url.username = own.username;
  url.password = own.password;
  url.pathname = own.pathname;
  return url.href;
}

/**
 * Throws `ConfigError` where the server at `replicaUrl` answers and is no replica of the cluster at `primaryUrl`. One that does not
 * answer keeps nobody from starting: it is looked for again, and the primary answers meanwhile.
 */
export async function refuseForeignReplica(primaryUrl: string, replicaUrl: string, log: Log): Promise<void> {
  const replica = await askOnce(replicaUrl).catch((error: unknown) => {
    log.warn({ err: error }, 'the replica for reports does not answer; the primary is read instead');
  });
  if (replica === undefined) return;
  const primary = await askOnce(primaryUrl);
  if (!replica.isReplica) {
    throw new ConfigError([
      'REPORT_DATABASE_URL: this is no replica but a server that takes changes; name a streaming replica of DATABASE_URL',
    ]);
  }
  if (replica.cluster !== primary.cluster) {
    throw new ConfigError(['REPORT_DATABASE_URL: this is a replica of another cluster than DATABASE_URL']);
  }
}

async function askOnce(connectionString: string): Promise<Place> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000, query_timeout: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return await placeOf(client);
  } finally {
    await client.end().catch(() => {});
  }
}

export interface ReplicaDeps {
  /** The primary's reading pool, for when the replica is not fit. */
  readonly primary: Kysely<Tables>;
  readonly replica: Kysely<Tables>;
  /** Connections that no report holds. */
  readonly primaryLook: Asked;
  readonly replicaLook: Asked;
  /** Further behind than this it is not read from. */
  readonly lagMaxMs: number;
  readonly lookEveryMs?: number;
  readonly log: Log;
}

/**
 * Reports from a streaming replica. Once a second the primary is asked what it has on its disk and the replica what it has replayed:
 * the lag is the time since the primary stood where the replica stands, by this process's own clock, and grows by itself while nobody
 * answers. An idle primary lags nowhere, and a replica that lost its primary does not look fresh.
 */
export function readFromReplica(deps: ReplicaDeps): Figures {
  const { lagMaxMs, log, primary, primaryLook, replica, replicaLook } = deps;
  /** Where the primary stood when, oldest first. */
  let stood: { readonly ms: number; readonly at: bigint }[] = [];
  /** The replica has all that was committed before this moment. */
  let hasAllUntilMs: number | undefined;
  let fault: ReplicaFault | null = 'away';
  let told: ReplicaFault | null | undefined;

  const lagMs = (): number | null =>
    hasAllUntilMs === undefined ? null : Math.max(0, performance.now() - hasAllUntilMs);
  const faultNow = (): ReplicaFault | null => {
    const lag = lagMs();
    return fault ?? (lag === null || lag > lagMaxMs ? 'behind' : null);
  };

  async function look(): Promise<void> {
    const lookedMs = performance.now();
    const ours = await placeOf(primaryLook).catch(() => undefined);
    if (ours?.at != null) {
      stood = [...stood.filter(({ ms }) => lookedMs - ms < rememberedMs), { ms: lookedMs, at: ours.at }];
    }
    const theirs = await placeOf(replicaLook).catch(() => undefined);
    if (theirs === undefined) fault = 'away';
    // While the primary is away there is nothing to hold it against; its lag grows until it is too far behind.
    else if (ours !== undefined) fault = isReplicaOf(theirs, ours) ? null : 'foreign';
    const at = theirs?.at ?? null;
    if (fault === null && at !== null) {
      hasAllUntilMs = stood.findLast((moment) => moment.at <= at)?.ms;
    }
    const now = faultNow();
    if (now === told) return;
    told = now;
    if (now === null) log.info('reports are read from the replica');
    else log.warn({ reason: now }, 'reports are read from the primary');
  }

  const loop = startLoop({
    name: 'report replica',
    pauseMs: deps.lookEveryMs ?? ordinaryLookMs,
    log,
    run: look,
  });

  const read: ReadFigures = async (work) => {
    let reason: ReadFrom['reason'] = faultNow();
    if (reason === null) {
      const lag = lagMs() ?? 0;
      try {
        const value = await work(replica);
        return {
          value,
          told: { read_from: { source: 'replica', lag_s: Math.floor(lag / 1_000), reason: null } },
        };
      } catch (error) {
        reason = failureOf(error);
        if (reason === null) throw error;
        log.warn({ err: error, reason }, 'the replica failed a report; the primary is asked');
        if (reason === 'away') fault = 'away';
      }
    }
    return { value: await work(primary), told: { read_from: { source: 'primary', lag_s: 0, reason } } };
  };

  /** Whether the replica has all that the primary has at this moment, before too long. */
  async function catchesUp(): Promise<boolean> {
    if (faultNow() !== null) return false;
    try {
      const { at: wanted } = await placeOf(primaryLook);
      const deadlineMs = performance.now() + catchUpWithinMs;
      for (;;) {
        const { at, isReplica } = await placeOf(replicaLook);
        if (!isReplica || wanted === null) return false;
        if (at !== null && at >= wanted) return true;
        if (performance.now() > deadlineMs) return false;
        await sleep(catchUpEveryMs);
      }
    } catch (error) {
      log.debug({ err: error }, 'the replica could not be asked whether it has everything');
      return false;
    }
  }

  return {
    read,
    async whole() {
      let isFit = await catchesUp();
      return async (work) => {
        if (!isFit) return { value: await work(primary), told: {} };
        const reading = await read(work);
        // What was read from the primary is newer than what the replica may have.
        isFit = reading.told.read_from?.source === 'replica';
        return reading;
      };
    },
    state: () => ({ fault: faultNow(), lagMs: lagMs() }),
    stop: () => loop.stop(),
  };
}

/** One that was promoted, that is of another cluster, or that follows a copy which went its own way, says nothing of ours. */
function isReplicaOf(theirs: Place, ours: Place): boolean {
  return (
    theirs.isReplica &&
    !ours.isReplica &&
    theirs.cluster === ours.cluster &&
    theirs.timeline === ours.timeline &&
    theirs.database === ours.database
  );
}

/** What of the failures of a reading is the replica's, which the primary does not share; null of all others. */
function failureOf(error: unknown): ReadFrom['reason'] {
  if (isConnectionLoss(error)) return 'away';
  // Nothing that only reads fails so elsewhere: replaying had to take away what this reading still saw.
  return errorCode(error) === '40001' ? 'cancelled' : null;
}
