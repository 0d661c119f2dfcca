import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { debianPostgresFolders } from './pgbench.ts';

/** A PostgreSQL server of this machine's packages, made for one run and gone after it. */
export interface PostgresServer {
  /** Address of a superuser on the database `postgres`. */
  url: string;
  stop(): void;
}

interface Account {
  uid: number;
  gid: number;
}

/** PostgreSQL refuses root, so as root it runs as the user that its package has made. */
function account(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (!uid || !gid) throw new Error('as root a user "postgres" is needed to run PostgreSQL');
  return { uid: Number(uid), gid: Number(gid) };
}

function run(path: string, args: string[], as: Account | undefined): void {
  const ended = spawnSync(path, args, { ...as, encoding: 'utf8', cwd: tmpdir() });
  if (ended.status !== 0) throw new Error(`${path} failed: ${ended.error?.message ?? ended.stderr}`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * Starts an installed PostgreSQL of the given major version on a free loopback port, without durability.
 * Rejects when this machine has no such version.
 */
export async function startPostgresServer(version: number): Promise<PostgresServer> {
  const bin = debianPostgresFolders().find((found) => found.version === version)?.bin;
  if (!bin) throw new Error(`PostgreSQL ${version} is not installed here (looked under /usr/lib/postgresql)`);

  const as = account();
  const folder = mkdtempSync(join(tmpdir(), 'suanpan-postgres-'));
  chmodSync(folder, 0o700);
  const data = join(folder, 'data');
  const word = join(folder, 'word');
  const password = randomBytes(16).toString('hex');
  writeFileSync(word, password, { mode: 0o600 });
  if (as) for (const path of [folder, word]) chownSync(path, as.uid, as.gid);

  const login = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${word}`];
  run(join(bin, 'initdb'), [...login, '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync', data], as);
  const port = await freePort();
  const settings = [
    `-c port=${port}`,
    '-c listen_addresses=127.0.0.1',
    "-c unix_socket_directories=''",
    '-c fsync=off -c full_page_writes=off -c synchronous_commit=off -c autovacuum=off',
    '-c max_connections=200',
  ];
  const control = join(bin, 'pg_ctl');
  run(control, ['start', '-w', '-D', data, '-l', join(folder, 'log'), '-o', settings.join(' ')], as);
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    stop() {
      try {
        run(control, ['stop', '-w', '-m', 'immediate', '-D', data], as);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}
