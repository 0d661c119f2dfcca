import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { layMigratedCluster } from '../../apps/server/test/migrated-cluster.ts';
import { makeRunFolder } from '../../tools/run-folder.ts';
import { freePort } from './free-port.ts';
import { childrenOf, isAlive, listProcesses } from './processes.ts';
import { clusterOf, logFileOf, postmasterOf, viewServer } from './server-view.ts';
import type { ServerView } from './server-view.ts';
import { until } from './until.ts';

export interface ServerOptions {
  /** Orders of history; few, so that a start is quick. */
  readonly demoOrders?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** How long a start may take, initdb and seed included. */
  readonly startTimeoutMs?: number;
  /** A PostgreSQL that it shares with others and neither starts nor stops. */
  readonly external?: ExternalPostgres;
  /** A checkout of another version that is to be served; this one, unless it is said. */
  readonly root?: string;
  /** Its first start makes the cluster and runs every migration by itself, as at its owner's. */
  readonly beginsWithNothing?: true;
}

/** A PostgreSQL that outlives every server on it, and the DATA_DIR that they have in common. */
export interface ExternalPostgres {
  readonly dataDir: string;
  readonly databaseUrl: string;
}

/** The real server as a process of its own, on a DATA_DIR of its own. */
export interface Server {
  readonly url: string;
  readonly dataDir: string;
  /** The process that runs now; throws while there is none. */
  view(): ServerView;
  /** SIGTERM. Fails unless it ends by itself with 0 and leaves no process behind. */
  stop(): Promise<void>;
  /** SIGKILL, as a crash would. PostgreSQL stays behind. */
  kill(): Promise<void>;
  /** Starts it again after `stop` or `kill`; resolves when it is ready, with the milliseconds that took. */
  start(): Promise<number>;
  /** Stops it if it runs, and removes its DATA_DIR unless others share it. */
  remove(): Promise<void>;
}

const ownRoot = fileURLToPath(new URL('../../', import.meta.url));

/** Starts a server with the demo on a fresh DATA_DIR and waits until it is ready. */
export async function startServer(options: ServerOptions = {}): Promise<Server> {
  const startTimeoutMs = options.startTimeoutMs ?? 240_000;
  const { external, root = ownRoot } = options;
  const dataDir = external?.dataDir ?? makeDataDir();
  if (external === undefined && options.beginsWithNothing !== true) await layMigrated(dataDir);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let ended: Promise<number | string> = Promise.resolve('nothing');

  const endWithUs = (): void => void child?.kill('SIGTERM');

  function pidOf(): number {
    if (child?.pid === undefined) throw new Error('The server does not run');
    return child.pid;
  }

  async function isReady(): Promise<boolean> {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) });
    await answer.arrayBuffer();
    return answer.ok;
  }

  async function start(): Promise<number> {
    if (child !== undefined) throw new Error('The server runs already');
    const began = performance.now();
    const output = openSync(logFileOf(dataDir), 'a');
    const started = spawn(process.execPath, [join(root, 'apps/server/src/start.ts')], {
      cwd: root,
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        PORT: String(port),
        DATA_DIR: dataDir,
        SUANPAN_MODE: 'demo',
        DEMO_ORDERS: String(options.demoOrders ?? 200),
        DEMO_STREAM: '0',
        BUILD_WEB: '0',
        LOG_LEVEL: 'warn',
        BACKUP_KEY_FILE: `${dataDir}.backup.key`,
        ...(external !== undefined && { DATABASE_URL: external.databaseUrl }),
        ...options.env,
      },
      stdio: ['ignore', output, output],
    });
    closeSync(output);
    child = started;
    process.once('exit', endWithUs);
    ended = new Promise((resolve) => {
      started.once('exit', (code, signal) => {
        child = undefined;
        process.removeListener('exit', endWithUs);
        resolve(code ?? signal ?? 'nothing');
      });
    });
    const early = ended.then((how) => {
      throw new Error(`it ended with ${how}`);
    });
    early.catch(() => {});
    const ready = until('the server is ready', isReady, { withinMs: startTimeoutMs, everyMs: 100 });
    ready.catch(() => {});
    await Promise.race([ready, early]).catch((error: unknown) => {
      throw new Error(`The server did not start:\n${tail()}`, { cause: error });
    });
    return Math.round(performance.now() - began);
  }

  async function stop(): Promise<void> {
    const pid = pidOf();
    const own = external === undefined ? [postmasterOf(dataDir)] : [];
    const family = [pid, ...own, ...childrenOf(pid).map((one) => one.pid)];
    child?.kill('SIGTERM');
    const how = await ended;
    if (how !== 0) throw new Error(`SIGTERM ended the server with ${how}, not 0:\n${tail()}`);
    const left = () => listProcesses().filter((one) => family.includes(one.pid));
    await until('every process of the server has ended', () => left().length === 0, {
      withinMs: 5_000,
    }).catch(() => {
      throw new Error(`SIGTERM left processes behind: ${JSON.stringify(left())}`);
    });
    if (external === undefined && existsSync(join(clusterOf(dataDir), 'postmaster.pid')))
      throw new Error('PostgreSQL was not shut down');
  }

  async function kill(): Promise<void> {
    const family = childrenOf(pidOf()).map((one) => one.pid);
    child?.kill('SIGKILL');
    await ended;
    // The sandbox programs watch their parent; they are gone before anybody may want their ports.
    await until('the sandbox programs ended with the server', () => !family.some(isAlive), {
      withinMs: 10_000,
    });
  }

  async function remove(): Promise<void> {
    try {
      if (child !== undefined) await stop();
    } finally {
      child?.kill('SIGKILL');
      if (external === undefined) removePlace(dataDir);
      rmSync(`${dataDir}.backup.key`, { force: true });
    }
  }

  const view = (): ServerView => viewServer({ url, dataDir, pid: pidOf() });
  const tail = (): string => viewServer({ url, dataDir, pid: 0 }).printed().slice(-40).join('\n');

  try {
    await start();
  } catch (error) {
    await remove().catch(() => {});
    throw error;
  }
  return { url, dataDir, view, stop, kill, start, remove };
}

/** As root, PostgreSQL runs as another user, who must be able to pass here; else the cluster lies elsewhere. */
export function makeDataDir(): string {
  const dataDir = isKept() ? mkdtempSync(join(tmpdir(), 'suanpan-kept-')) : makeRunFolder('suanpan-e2e-');
  chmodSync(dataDir, 0o711);
  return dataDir;
}

/**
 * Lays a migrated cluster for `suanpan` at a new DATA_DIR, as a first start would leave it before anything is written: to make one
 * is a third of what such a start costs.
 */
export function layMigrated(dataDir: string): Promise<void> {
  return layMigratedCluster(dataDir, 'suanpan');
}

const isKept = (): boolean => process.env['KEEP_DATA_DIR'] !== undefined;

/** Removes a DATA_DIR and what was printed beside it; KEEP_DATA_DIR leaves them to be looked at. */
export function removePlace(dataDir: string): void {
  endLeftoverPostgres(dataDir);
  if (isKept()) return;
  rmSync(dataDir, { recursive: true, force: true });
  rmSync(logFileOf(dataDir), { force: true });
}

/** After a test that failed: ends the postmaster of this very cluster, if its process still serves it. */
function endLeftoverPostgres(dataDir: string): void {
  try {
    const clusterDir = clusterOf(dataDir);
    const pid = postmasterOf(dataDir);
    const serves = listProcesses().some((one) => one.pid === pid && one.command.includes(clusterDir));
    if (serves) process.kill(pid, 'SIGQUIT');
  } catch {
    // No cluster, or none that runs: nothing was left.
  }
}
