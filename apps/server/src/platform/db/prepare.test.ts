import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { createLog } from '../log.ts';
import { randomToken } from '../crypto/tokens.ts';
import { ensureDatabase, prepareDatabase, refuseUnsafeServer } from './prepare.ts';
import type { PrepareOptions } from './prepare.ts';

const lines: string[] = [];
const log = createLog({ logLevel: 'warn' }, { write: (line) => void lines.push(line) });
const server = inject('testServerUrl');
const unique = randomToken(6).replaceAll(/\W|_/g, '').toLowerCase();
const folder = mkdtempSync(join(tmpdir(), 'suanpan-prepare-'));
const admin = new pg.Pool({ connectionString: server, max: 2 });
admin.on('error', () => {});
afterAll(async () => {
  await admin.end();
  rmSync(folder, { recursive: true, force: true });
});

const deriveKey = (use: string): Buffer => Buffer.alloc(32, use.length);
const prepare = (
  adminUrl: string,
  migrations?: string,
  more: Pick<PrepareOptions, 'mode' | 'allowOneRole'> = {},
) =>
  prepareDatabase({
    adminUrl,
    deriveKey,
    log,
    loginPrefix: `p_${unique}`,
    ...(migrations === undefined ? {} : { migrations }),
    ...more,
  });
async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query<Record<string, unknown>>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

test('three servers that start together on an empty database migrate it once and agree on its addresses', async () => {
  const names = await Promise.all([1, 2, 3].map(() => ensureDatabase(server, `together_${unique}`)));
  const urls = await Promise.all(names.map((url) => prepare(url)));
  expect(new Set(urls.map(({ app }) => app)).size).toBe(1);
  const [doubled] = await ask(
    names[0] ?? '',
    'SELECT count(*)::int - count(DISTINCT name)::int AS n FROM migration',
  );
  expect(doubled).toEqual({ n: 0 });
});

test('the application may not rewrite the books nor make tables, and reports may not write at all', async () => {
  const { app, reports } = await prepare(await ensureDatabase(server, `roles_${unique}`));
  expect(await ask(app, 'SELECT count(*)::int AS n FROM outbox')).toEqual([{ n: 0 }]);
  const refused = { code: '42501' };
  await expect(ask(app, 'DELETE FROM journal')).rejects.toMatchObject(refused);
  await expect(ask(app, 'UPDATE balance SET balance = 1')).rejects.toMatchObject(refused);
  await expect(ask(app, 'DELETE FROM audit_log')).rejects.toMatchObject(refused);
  await expect(ask(app, 'DELETE FROM migration')).rejects.toMatchObject(refused);
  await expect(ask(app, "UPDATE migration_text SET name = ''")).rejects.toMatchObject(refused);
  await expect(ask(app, 'CREATE TABLE x ()')).rejects.toMatchObject(refused);
  await expect(ask(app, 'SET ROLE suanpan_owner')).rejects.toMatchObject(refused);
  // Nor one of his own session, which would stand before ours.
  for (const url of [app, reports])
    await expect(ask(url, 'BEGIN READ WRITE; CREATE TEMP TABLE app_user ()')).rejects.toMatchObject(refused);
  expect(await ask(reports, 'SELECT count(*)::int AS n FROM journal')).toEqual([{ n: 0 }]);
  await expect(
    ask(
      reports,
      "BEGIN READ WRITE; INSERT INTO outbox (kind, subject, payload, created_at) VALUES ('', '', '{}', now())",
    ),
  ).rejects.toMatchObject(refused);
});

test('a migration that fails leaves nothing behind, those before it stand, and the next start completes', async () => {
  const adminUrl = await ensureDatabase(server, `failing_${unique}`);
  writeFileSync(join(folder, '20260101000000_one.sql'), '-- Up Migration\nCREATE TABLE one (id int);\n');
  const second = join(folder, '20260101000001_two.sql');
  writeFileSync(second, '-- Up Migration\nCREATE TABLE two (id int);\nSELECT 1 / 0;\n');
  await expect(prepare(adminUrl, folder)).rejects.toThrow();
  expect(await ask(adminUrl, "SELECT to_regclass('one') AS one, to_regclass('two') AS two")).toEqual([
    { one: 'one', two: null },
  ]);
  expect(await ask(adminUrl, 'SELECT name FROM migration')).toEqual([{ name: '20260101000000_one' }]);
  writeFileSync(second, '-- Up Migration\nCREATE TABLE two (id int);\n');
  await prepare(adminUrl, folder);
  expect(await ask(adminUrl, 'SELECT name FROM migration ORDER BY id')).toEqual([
    { name: '20260101000000_one' },
    { name: '20260101000001_two' },
  ]);
});

test('migrations that find a table in use let everybody else through, and are done once it is free', async () => {
  const adminUrl = await ensureDatabase(server, `busy_${unique}`);
  const busy = mkdtempSync(join(tmpdir(), 'suanpan-prepare-'));
  try {
    writeFileSync(join(busy, '20260101000000_one.sql'), '-- Up Migration\nCREATE TABLE one (id int);\n');
    await prepare(adminUrl, busy);
    writeFileSync(
      join(busy, '20260101000001_two.sql'),
      '-- Up Migration\nALTER TABLE one ADD COLUMN two int;\n',
    );
    const reader = new pg.Client({ connectionString: adminUrl });
    await reader.connect();
    await reader.query('BEGIN; SELECT FROM one');
    const done = prepare(adminUrl, busy);
    done.catch(() => {});
    // Behind the migration's own wait for the table; an ordinary call would have given up after five seconds.
    await expect
      .poll(() =>
        ask(
          adminUrl,
          "SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted AND relation = 'one'::regclass",
        ),
      )
      .toEqual([{ n: 1 }]);
    const other = new pg.Client({ connectionString: adminUrl });
    await other.connect();
    await other.query("SET lock_timeout = '5s'");
    await other.query('SELECT FROM one');
    await other.end();
    await reader.query('COMMIT');
    await reader.end();
    await done;
    expect(await ask(adminUrl, 'SELECT two FROM one')).toEqual([]);
  } finally {
    rmSync(busy, { recursive: true, force: true });
  }
});

test('of a migration and a call that each hold what the other wants, the migration gives up and comes again', async () => {
  const adminUrl = await ensureDatabase(server, `crossing_${unique}`);
  const crossing = mkdtempSync(join(tmpdir(), 'suanpan-prepare-'));
  try {
    writeFileSync(
      join(crossing, '20260101000000_one.sql'),
      '-- Up Migration\nCREATE TABLE one (id int);\nCREATE TABLE two (id int);\n',
    );
    await prepare(adminUrl, crossing);
    writeFileSync(
      join(crossing, '20260101000001_two.sql'),
      '-- Up Migration\nLOCK TABLE two;\nSELECT pg_sleep(0.1);\nALTER TABLE one ADD COLUMN two int;\n',
    );
    // Half a second more than by itself, for a machine that is slow.
    await ask(adminUrl, `ALTER DATABASE crossing_${unique} SET deadlock_timeout = '1500ms'`);
    const caller = new pg.Client({ connectionString: adminUrl });
    await caller.connect();
    await caller.query('BEGIN; INSERT INTO one VALUES (1)');
    const done = prepare(adminUrl, crossing);
    done.catch(() => {});
    // The call waits first, so that PostgreSQL would look at it first.
    const isLocked = "SELECT FROM pg_locks WHERE granted AND relation = 'two'::regclass";
    while ((await caller.query(isLocked)).rowCount === 0);
    await caller.query('INSERT INTO two VALUES (1)');
    await caller.query('COMMIT');
    await caller.end();
    await done;
    expect(await ask(adminUrl, 'SELECT one.id, one.two, two.id AS other FROM one, two')).toEqual([
      { id: 1, two: null, other: 1 },
    ]);
  } finally {
    rmSync(crossing, { recursive: true, force: true });
  }
});

test('a database that another text of a migration made is refused by name, before anything is changed', async () => {
  const adminUrl = await ensureDatabase(server, `foreign_${unique}`);
  const own = mkdtempSync(join(folder, 'foreign-'));
  const first = join(own, '20260101000000_first.sql');
  writeFileSync(first, '-- Up Migration\nCREATE TABLE first (id int);\n');
  await prepare(adminUrl, own);
  await prepare(adminUrl, own);
  writeFileSync(first, '-- Up Migration\nCREATE TABLE first (id bigint);\n');
  writeFileSync(join(own, '20260101000001_second.sql'), '-- Up Migration\nCREATE TABLE second (id int);\n');
  await expect(prepare(adminUrl, own)).rejects.toThrow('20260101000000_first');
  expect(await ask(adminUrl, "SELECT to_regclass('second') AS second")).toEqual([{ second: null }]);
});

test('a login that may not create roles runs everything alone, and says so loudly', async () => {
  const adminUrl = new URL(await ensureDatabase(server, `single_${unique}`));
  await admin.query(`CREATE ROLE single_${unique} LOGIN PASSWORD 'x'`);
  await admin.query(`ALTER DATABASE single_${unique} OWNER TO single_${unique}`);
  adminUrl.username = `single_${unique}`;
  adminUrl.password = 'x';
  const { app, reports } = await prepare(adminUrl.href);
  expect([app, reports]).toEqual([adminUrl.href, adminUrl.href]);
  expect(lines.join('')).toContain('ONE role');
  await expect(ask(app, 'DELETE FROM audit_log')).rejects.toThrow('append-only');
  await expect(prepare(adminUrl.href, undefined, { allowOneRole: false })).rejects.toThrow(
    /DATABASE_URL: .*ALLOW_ONE_DATABASE_ROLE=1/,
  );
});

test('a database is served as what its first start began it for, and nobody changes that', async () => {
  for (const [begun, other] of [
    ['demo', 'production'],
    ['production', 'demo'],
    ['development', 'production'],
  ] as const) {
    const adminUrl = await ensureDatabase(server, `${begun}_${unique}`);
    const { app } = await prepare(adminUrl, undefined, { mode: begun });
    await prepare(adminUrl, undefined, { mode: begun });
    await expect(prepare(adminUrl, undefined, { mode: other })).rejects.toThrow(
      `SUANPAN_MODE: it is ${other}, but this database was begun as ${begun}`,
    );
    expect(await ask(app, 'SELECT mode FROM installation')).toEqual([{ mode: begun }]);
    await expect(ask(app, `UPDATE installation SET mode = '${other}'`)).rejects.toMatchObject({
      code: '42501',
    });
    await expect(ask(adminUrl, 'DELETE FROM installation')).rejects.toThrow('does not change');
  }
});

test('accounts of a demo are never served in production, whatever the database was begun as', async () => {
  for (const mode of [undefined, 'production'] as const) {
    const adminUrl = await ensureDatabase(server, `mixed_${mode ?? 'unnamed'}_${unique}`);
    await prepare(adminUrl, undefined, mode === undefined ? {} : { mode });
    await ask(
      adminUrl,
      `INSERT INTO app_user (username, name, kind, password_hash, tenant_path, is_demo, created_at, updated_at)
       VALUES ('demo', 'demo', 'admin', '', '', true, now(), now())`,
    );
    await expect(prepare(adminUrl, undefined, { mode: 'production' })).rejects.toThrow('accounts of a demo');
  }
});

test('a server that could lose acknowledged money is refused by name', async () => {
  await expect(refuseUnsafeServer(server)).rejects.toThrow(/fsync.*off/);
});
