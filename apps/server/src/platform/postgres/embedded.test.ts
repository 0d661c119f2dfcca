import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import type { EmbeddedPostgres } from './embedded.ts';

const log = createLog({ logLevel: process.env['TEST_LOG'] ?? 'silent' });
const folders: string[] = [];
const running: EmbeddedPostgres[] = [];
afterEach(async () => {
  for (const postgres of running.splice(0).reverse()) await postgres.stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'suanpan-embedded-'));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return join(folder, 'data');
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log, settings: { shared_buffers: '16MB' } });
  running.push(postgres);
  return postgres;
}

async function ask<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** The postmaster of our own test cluster, as the running server itself names it. */
async function postmasterPid(url: string): Promise<number> {
  const rows = await ask<{ pid: number }>(
    url,
    "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid",
  );
  return rows[0]?.pid ?? 0;
}

async function comesBack(url: string): Promise<void> {
  const begin = performance.now();
  for (;;) {
    try {
      await ask(url, 'SELECT 1');
      return;
    } catch (error) {
      if (performance.now() - begin > 60_000) throw error;
      await sleep(50);
    }
  }
}

test('a fresh cluster listens on loopback alone, wants scram, is durable, and keeps its password private', async () => {
  const dataDir = freshFolder();
  const { adminUrl, adopted } = await start(dataDir);
  expect(adopted).toBe(false);
  const settings = await ask<{ name: string; setting: string }>(
    adminUrl,
    `SELECT name, setting FROM pg_settings WHERE name IN
     ('listen_addresses', 'unix_socket_directories', 'password_encryption', 'fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums')`,
  );
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    data_checksums: 'on',
    fsync: 'on',
    full_page_writes: 'on',
    listen_addresses: '127.0.0.1',
    password_encryption: 'scram-sha-256',
    synchronous_commit: 'on',
    unix_socket_directories: '',
  });
  const wrong = new URL(adminUrl);
  wrong.password = 'wrong';
  await expect(ask(wrong.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  expect(statSync(join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600);
});

test('a server left behind by a killed process is adopted, and the port is remembered over restarts', async () => {
  const dataDir = freshFolder();
  const left = await start(dataDir);
  await ask(left.adminUrl, 'CREATE TABLE kept AS SELECT generate_series(1, 500) AS n');
  const next = await start(dataDir);
  expect(next.adopted).toBe(true);
  expect(next.adminUrl).toBe(left.adminUrl);
  // The first to leave sees that the other still needs the server.
  await left.stop();
  expect(await ask(next.adminUrl, 'SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 500 }]);
  await next.stop();
  await expect(ask(next.adminUrl, 'SELECT 1')).rejects.toThrow();
  const again = await start(dataDir);
  expect([again.adopted, again.adminUrl]).toEqual([false, left.adminUrl]);
});

test('two processes that start together on an empty folder share one server', async () => {
  const dataDir = freshFolder();
  const [one, other] = await Promise.all([start(dataDir), start(dataDir)]);
  expect(one.adminUrl).toBe(other.adminUrl);
  expect([one.adopted, other.adopted].filter(Boolean).length).toBe(1);
});

test('a killed postmaster is started again with every acknowledged row, while the process lives on', async () => {
  const dataDir = freshFolder();
  const { adminUrl } = await start(dataDir);
  await ask(adminUrl, 'CREATE TABLE kept AS SELECT generate_series(1, 500) AS n');
  process.kill(await postmasterPid(adminUrl), 'SIGKILL');
  await comesBack(adminUrl);
  expect(await ask(adminUrl, 'SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 500 }]);
});

test('a stale pid file whose number belongs to somebody else neither stops the start nor harms him', async () => {
  const dataDir = freshFolder();
  const first = await start(dataDir);
  const pid = await postmasterPid(first.adminUrl);
  await first.stop();
  const place = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as { cluster: string };
  const cluster = place.cluster === 'postgres' ? join(dataDir, 'postgres') : place.cluster;
  const stale = [process.pid, cluster, 1, new URL(first.adminUrl).port, '', '127.0.0.1', '0 0', 'ready'];
  writeFileSync(join(cluster, 'postmaster.pid'), `${stale.join('\n')}\n`);
  expect(pid).not.toBe(process.pid);
  const second = await start(dataDir).catch((error: Error) => error.message);
  // PostgreSQL itself refuses while the number lives; the message says so, and nobody was signalled.
  if (typeof second === 'string') expect(second).toMatch(/lock file|another (server|postmaster)/i);
  else expect(second.adopted).toBe(false);
}, 90_000);

test('a folder that is no cluster is refused with its name and left as it is', async () => {
  const dataDir = freshFolder();
  await (await start(dataDir)).stop();
  const other = freshFolder();
  writeFileSync(join(folders.at(-1) ?? '', 'x'), '');
  rmSync(join(dataDir, 'postgres', 'PG_VERSION'), { force: true });
  await expect(start(dataDir)).rejects.toThrow(/is no PostgreSQL cluster/);
  expect(existsSync(join(dataDir, 'postgres', 'base'))).toBe(true);
  expect(existsSync(other)).toBe(false);
});

test('under a parent that PostgreSQL’s user cannot enter, the cluster lies elsewhere and the parent stays as it was', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'suanpan-private-'));
  folders.push(folder);
  const dataDir = join(folder, 'data');
  const { adminUrl } = await start(dataDir);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const { cluster } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as { cluster: string };
  const isRoot = process.getuid?.() === 0;
  expect(cluster.startsWith('/var/lib/suanpan/')).toBe(isRoot);
  expect(await ask(adminUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  if (isRoot) folders.push(join(cluster, '..'));
});
