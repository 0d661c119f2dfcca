import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { randomToken } from '../crypto/tokens.ts';
import type { Log } from '../log.ts';
import { findBinaries } from './binaries.ts';
import { freePort, giveTo, openClusterPlace, rememberPort } from './cluster-place.ts';
import { chooseRunAs, runProgram } from './run-as.ts';
import { serverSettings } from './server-settings.ts';

export interface EmbeddedPostgres {
  /** Superuser on database `postgres`, TCP loopback, password inside. */
  readonly adminUrl: string;
  /** Where its files lie. */
  readonly clusterDir: string;
  /** Whether a postmaster left by an earlier process was taken over. */
  readonly adopted: boolean;
  /** Whether another Suanpan process supervises the same cluster. */
  isShared(): Promise<boolean>;
  /** Stops PostgreSQL (fast shutdown), unless another Suanpan process supervises the same cluster. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly log: Log;
  /** Server settings on top of the built-in ones (tests turn durability off). */
  readonly settings?: Readonly<Record<string, string>>;
  /** How long a start may take, recovery included. */
  readonly startTimeoutMs?: number;
  /** Told once the first of PostgreSQL's programs runs: from here on it needs this process no more for a while. */
  readonly onBegun?: () => void;
}

const supervisorName = 'suanpan supervisor';

/**
 * Starts the embedded PostgreSQL of `dataDir`, or adopts the one that an earlier process left running:
 * only when a login with our password succeeds AND its data directory is ours. The pid in postmaster.pid
 * is never signalled: it may belong to anybody by now. While the process lives, a postmaster that dies is
 * started again.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log } = options;
  const dataDir = resolve(options.dataDir);
  const startTimeoutMs = options.startTimeoutMs ?? 60_000;
  const user = chooseRunAs();
  const binaries = findBinaries(user);
  const place = openClusterPlace(dataDir, user);
  const { clusterDir, password } = place;
  let port = place.port;
  let stopping = false;
  let isAddressGiven = false;
  let watched: pg.Client | undefined;

  const urlAt = (at: number): string => `postgres://postgres:${password}@127.0.0.1:${at}/postgres`;
  const run = (file: string, args: readonly string[], timeoutMs: number) => {
    const ended = runProgram(file, args, { user, timeoutMs, cwd: dirname(clusterDir) });
    options.onBegun?.();
    return ended;
  };

  async function initialize(): Promise<void> {
    if (existsSync(join(clusterDir, 'PG_VERSION'))) return;
    if (existsSync(clusterDir)) {
      throw new Error(`${clusterDir} exists but is no PostgreSQL cluster; move it away and start again`);
    }
    const fresh = `${clusterDir}.${randomToken(6)}`;
    const passwordFile = `${fresh}.password`;
    mkdirSync(fresh, { recursive: true, mode: 0o700 });
    giveTo(fresh, user);
    writeFileSync(passwordFile, password, { mode: 0o600 });
    giveTo(passwordFile, user);
    try {
      const made = await run(
        binaries.initdb,
        [
          '--pgdata',
          fresh,
          '--username=postgres',
          '--pwfile',
          passwordFile,
          '--auth=scram-sha-256',
          '--encoding=UTF8',
          '--locale=C',
          '--locale-provider=builtin',
          '--builtin-locale=C.UTF-8',
          '--data-checksums',
          '--no-instructions',
        ],
        120_000,
      );
      if (made.exitCode !== 0) throw new Error(`initdb failed: ${made.output}`);
      appendFileSync(join(fresh, 'postgresql.conf'), "\ninclude_if_exists 'suanpan.conf'\n");
      // The rename is what makes the cluster exist: a kill before it leaves nothing half done,
      // and of two processes that start together one rename wins.
      renameSync(fresh, clusterDir);
    } catch (error) {
      rmSync(fresh, { recursive: true, force: true });
      if (!existsSync(join(clusterDir, 'PG_VERSION'))) throw error;
    } finally {
      rmSync(passwordFile, { force: true });
    }
  }

  /** A connection to our own running postmaster, or the reason why there is none. */
  async function login(at: number): Promise<pg.Client | string> {
    const client = new pg.Client({
      connectionString: urlAt(at),
      application_name: supervisorName,
      connectionTimeoutMillis: 3_000,
      keepAlive: true,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
      if (resolve(rows[0]?.data_directory ?? '') === clusterDir) return client;
      await client.end();
      return `the PostgreSQL on port ${at} serves another data directory`;
    } catch (error) {
      await client.end().catch(() => {});
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** The port a running postmaster wrote down; a stale file merely leads to a login that fails. */
  function portInPidFile(): number | undefined {
    const path = join(clusterDir, 'postmaster.pid');
    if (!existsSync(path)) return undefined;
    const text = Number(readFileSync(path, 'utf8').split('\n')[3]);
    return Number.isInteger(text) && text > 0 ? text : undefined;
  }

  async function startOnce(): Promise<string | undefined> {
    // Once its address was given out, the server comes back there or not at all.
    if (!isAddressGiven) port = await freePort(port);
    writeFileSync(join(clusterDir, 'suanpan.conf'), serverSettings(options.settings), { mode: 0o600 });
    giveTo(join(clusterDir, 'suanpan.conf'), user);
    const startLog = join(clusterDir, 'start.log');
    rmSync(startLog, { force: true });
    const started = await run(
      binaries.pgCtl,
      ['start', '--wait', '--timeout', '60', '--pgdata', clusterDir, '--log', startLog, '-o', `-p ${port}`],
      75_000,
    );
    if (started.exitCode === 0) return undefined;
    const detail = existsSync(startLog) ? readFileSync(startLog, 'utf8').slice(-2_000) : '';
    return `${started.output}\n${detail}`.trim();
  }

  /** Adopts or starts until one of them works; right after a kill the stale pid file refuses a first start. */
  async function bringUp(): Promise<{ client: pg.Client; adopted: boolean }> {
    const deadline = performance.now() + startTimeoutMs;
    let reason = '';
    for (let attempt = 1; ; attempt += 1) {
      const running = portInPidFile();
      if (running !== undefined) {
        const found = await login(running);
        if (typeof found !== 'string') {
          port = running;
          return { client: found, adopted: true };
        }
        reason = found;
      }
      const refused = await startOnce();
      if (refused === undefined) {
        const found = await login(port);
        if (typeof found !== 'string') return { client: found, adopted: false };
        reason = found;
      } else {
        reason = refused;
      }
      if (stopping || performance.now() > deadline) {
        throw new Error(`The embedded PostgreSQL in ${clusterDir} does not start: ${reason}`);
      }
      log.warn({ attempt, reason: reason.slice(0, 500) }, 'embedded PostgreSQL is not up yet');
      await sleep(Math.min(200 * attempt, 1_000));
    }
  }

  function watch(client: pg.Client): void {
    watched = client;
    client.once('end', () => {
      if (stopping) return;
      log.error('embedded PostgreSQL went away; starting it again');
      revive().catch((error: unknown) =>
        log.fatal({ err: error }, 'embedded PostgreSQL could not be revived'),
      );
    });
  }

  async function revive(): Promise<void> {
    while (!stopping) {
      try {
        const { client, adopted } = await bringUp();
        if (stopping) return await client.end();
        log.info({ adopted, port }, 'embedded PostgreSQL is back');
        return watch(client);
      } catch (error) {
        log.error({ err: error }, 'embedded PostgreSQL does not come back; trying again');
        await sleep(2_000);
      }
    }
  }

  await initialize();
  const first = await bringUp();
  if (port !== place.port) rememberPort(dataDir, port);
  isAddressGiven = true;
  watch(first.client);
  log.info({ port, adopted: first.adopted }, 'embedded PostgreSQL is up');

  /** Other supervisors of this cluster; undefined where it cannot be asked. */
  async function countOthers(client: pg.Client | undefined): Promise<number | undefined> {
    const answer = await client
      ?.query<{ others: number }>(
        'SELECT count(*)::int AS others FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()',
        [supervisorName],
      )
      .catch(() => undefined);
    return answer?.rows[0]?.others;
  }

  return {
    get adminUrl() {
      return urlAt(port);
    },
    clusterDir,
    adopted: first.adopted,
    isShared: async () => (await countOthers(watched)) !== 0,
    async stop() {
      if (stopping) return;
      stopping = true;
      const client = watched;
      if (client === undefined) return;
      // Only a server that we are logged in to at this moment is asked to stop.
      const others = await countOthers(client);
      if (others === undefined) return await client.end().catch(() => {});
      if (others > 0) {
        log.info('embedded PostgreSQL stays up for another process of this DATA_DIR');
        return client.end();
      }
      const stopped = await run(
        binaries.pgCtl,
        ['stop', '--wait', '--timeout', '60', '--mode', 'fast', '--pgdata', clusterDir],
        70_000,
      );
      await client.end().catch(() => {});
      if (stopped.exitCode !== 0)
        log.error({ output: stopped.output }, 'embedded PostgreSQL did not stop cleanly');
    },
  };
}
