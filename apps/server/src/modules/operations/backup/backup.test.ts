import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { generateSecret } from 'otplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { moveBusinessClock, testVault } from '../../../../test/database.ts';
import type { TestDatabase } from '../../../../test/database.ts';
import { actorOf, openHttp } from '../../../../test/http.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { codeOfStep, stepAt } from '../../../../test/one-time-code.ts';
import { createTenant } from '../../../../test/tenant.ts';
import { loadBackupKeys } from '../../../platform/backup/backup-key.ts';
import { extractCluster } from '../../../platform/backup/extract-cluster.ts';
import { ordinaryLimits } from '../../../platform/db/connection-settings.ts';
import { openDatabase, openPool } from '../../../platform/db/database.ts';
import { ensureDatabase, prepareDatabase } from '../../../platform/db/prepare.ts';
import { transact } from '../../../platform/db/transact.ts';
import { startDueWork } from '../../../platform/due-work.ts';
import { wallClock } from '../../../platform/clock.ts';
import { createLog } from '../../../platform/log.ts';
import { startEmbeddedPostgres } from '../../../platform/postgres/embedded.ts';
import { createUser, openIdentity } from '../../identity/index.ts';
import { openBackups } from './open-backups.ts';
import { makeRunFolder } from '../../../../../../tools/run-folder.ts';

const log = createLog({ logLevel: process.env['TEST_LOG'] ?? 'silent' });
const root = makeRunFolder('suanpan-backup-');
chmodSync(root, 0o755);
const dataDir = join(root, 'data');
const keyFile = join(root, 'keys', 'backup.key');
const settings = { shared_buffers: '32MB' };
const masterKey = `test:${Buffer.alloc(32, 1).toString('base64')},lookup:${Buffer.alloc(32, 2).toString('base64')}`;

const server = await startEmbeddedPostgres({ dataDir, log, settings });
const adminUrl = await ensureDatabase(server.adminUrl, 'suanpan');
const urls = await prepareDatabase({
  adminUrl,
  deriveKey: testVault.deriveKey,
  log,
  mode: 'development',
  allowOneRole: true,
});
const database = openDatabase(urls, log);
const admin = openPool(adminUrl, { name: 'test admin', max: 4, limits: ordinaryLimits }, log);
const base: TestDatabase = { database, admin, adminUrl, log, vault: testVault };
const rooms = await openMoneyRooms(base);
const place = { adminUrl: () => server.adminUrl, clusterDir: server.clusterDir, dataDir, keyFile };
let ahead = 0;
/** A code counts once, so the door's clock goes on with each. */
const clock = { ...wallClock, now: () => new Date(wallClock.now().getTime() + ahead) };
const identity = openIdentity({ db: database, vault: testVault, clock, config: { demo: false }, log });
const backups = openBackups({ db: database, identity, log, place });
const http = openHttp(base);
backups.bind(http.app);
const { merchantId } = await createTenant(base, { provider: rooms.bank });
const paymentPassword = 'quiet river stones';
const totpSecret = generateSecret();
const person = await transact(database.app, async (tx) =>
  createUser(tx, testVault, {
    kind: 'admin',
    madeBy: null,
    username: 'backup.boss',
    name: 'Boss',
    password: 'a password of his',
    paymentPassword,
    totpSecret,
  }),
);
// Somebody that there is: who made one stands with it.
const boss = actorOf('admin', person.id);
const proven = (more: object = {}) => {
  ahead += 30_000;
  return {
    reason: 'a copy for the vault',
    payment_password: paymentPassword,
    one_code: codeOfStep(totpSecret, stepAt(clock.now())),
    ...more,
  };
};
afterAll(async () => {
  await backups.stop();
  await Promise.all([database.close(), admin.end()]);
  await server.stop();
  rmSync(root, { recursive: true, force: true });
});

const settleOne = async (): Promise<void> => {
  const order = await rooms.place(merchantId, { major: '100' });
  rooms.bank.pay(order.order_no);
  await rooms.tell(order);
};
const settled = async (): Promise<number> =>
  Number(
    (await admin.query<{ n: string }>("SELECT count(*) AS n FROM collection_order WHERE status = 'success'"))
      .rows[0]?.n,
  );
interface Row {
  readonly id: string;
  readonly state: string;
  readonly verify_state: string | null;
  readonly verified: { prove: boolean; counts_equal: boolean; rows: number } | null;
  readonly error: string | null;
  readonly made_by: string | null;
}
const rows = async (): Promise<Row[]> => (await http.get(boss, '/admin/backup')).data.items as Row[];
const newest = async (): Promise<Row> => {
  const [row] = await rows();
  if (row === undefined) throw new Error('There is no backup');
  return row;
};
const fileOf = async (id: string): Promise<string> =>
  join(dataDir, 'backups', (await admin.query('SELECT file FROM backup WHERE id = $1', [id])).rows[0].file);

const isServed = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** The command as an operator gives it, with an environment of its own. */
async function restore(into: string, file: string, ...more: string[]) {
  const program = fileURLToPath(new URL('../../../tools/restore-backup.ts', import.meta.url));
  const child = spawn(process.execPath, [program, file, ...more], {
    env: {
      PATH: process.env['PATH'],
      SUANPAN_MODE: 'development',
      DATA_DIR: into,
      BACKUP_KEY_FILE: keyFile,
      SUANPAN_MASTER_KEY: masterKey,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, fault, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { said: said + fault, code: code as number | null };
}

describe('a backup that is made while money moves', () => {
  let before = 0;
  let after = 0;
  let made: Row;
  beforeAll(async () => {
    for (let n = 0; n < 20; n += 1) await settleOne();
    let isOver = false;
    const load = (async () => {
      while (!isOver) await settleOne();
    })();
    expect((await http.post(boss, '/admin/backup', { note: 'before the upgrade' })).code).toBe(0);
    expect((await http.post(boss, '/admin/backup')).code).toBe(21_806);
    before = await settled();
    await backups.run();
    after = await settled();
    isOver = true;
    await load;
    made = await newest();
  }, 120_000);

  test('is whole, and tells what it is without telling anything of what is in it', async () => {
    expect(made).toMatchObject({ state: 'completed', error: null });
    const file = await fileOf(made.id);
    const raw = readFileSync(file);
    for (const word of ['collection_order', 'backup_label', 'PG_VERSION'])
      expect(raw.includes(word)).toBe(false);
    expect(raw.includes(readFileSync(join(dataDir, 'postgres.json')))).toBe(false);
    const { manifest } = JSON.parse(readFileSync(`${file}.json`, 'utf8')) as { manifest: { sha256: string } };
    expect(manifest.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(after).toBeGreaterThan(before);
  });

  test('is tried on a scratch server: its books are right and no row is missing; nothing of it stays', async () => {
    expect((await http.post(boss, `/admin/backup/${made.id}/verify`)).code).toBe(0);
    await backups.run();
    expect(await newest()).toMatchObject({
      verify_state: 'passed',
      error: null,
      verified: { prove: true, counts_equal: true },
    });
    expect(readdirSync(dataDir).filter((name) => name.startsWith('verify-'))).toEqual([]);
  }, 120_000);

  test('is restored by one command, with every order that was credited before it ended', async () => {
    const into = join(root, 'restored');
    mkdirSync(into, { mode: 0o755 });
    const { code, said } = await restore(into, await fileOf(made.id));
    expect(said).toContain('The books are right');
    expect(code).toBe(0);
    const back = await startEmbeddedPostgres({ dataDir: into, log, settings });
    const url = await ensureDatabase(back.adminUrl, 'suanpan');
    const pool = openPool(url, { name: 'restored', max: 1, limits: ordinaryLimits }, log);
    const { rows: found } = await pool.query<{ n: string }>(
      "SELECT count(*) AS n FROM collection_order WHERE status = 'success'",
    );
    await pool.end();
    await back.stop();
    const there = Number(found[0]?.n);
    expect(there).toBeGreaterThanOrEqual(before);
    expect(there).toBeLessThanOrEqual(after + 1);
    expect((await restore(into, await fileOf(made.id))).said).toMatch('--replace moves it aside');
    expect((await restore(into, await fileOf(made.id), '--replace')).code).toBe(0);
    expect(readdirSync(into).some((name) => name.startsWith('postgres.before-'))).toBe(true);
  }, 240_000);

  test('whose file was changed, cut off or is another’s is refused before anything is written', async () => {
    const file = await fileOf(made.id);
    const whole = readFileSync(file);
    const keys = loadBackupKeys(keyFile, dataDir);
    const tries = { changed: Buffer.from(whole), cut: whole.subarray(0, whole.length - 40) };
    tries.changed[Math.floor(whole.length / 2)] = (tries.changed[Math.floor(whole.length / 2)] ?? 0) ^ 1;
    for (const [name, bytes] of Object.entries(tries)) {
      const damaged = join(root, `${name}.backup`);
      writeFileSync(damaged, bytes);
      await expect(extractCluster(damaged, keys, join(root, name))).rejects.toMatchObject({
        name: 'DamagedArchive',
      });
    }
    const others = loadBackupKeys(join(root, 'others', 'backup.key'), dataDir);
    await expect(extractCluster(file, others, join(root, 'others-copy'))).rejects.toMatchObject({
      message: expect.stringContaining('is not in the key file'),
    });
    writeFileSync(file, tries.changed);
    expect((await http.post(boss, `/admin/backup/${made.id}/verify`)).code).toBe(0);
    await backups.run();
    expect(await newest()).toMatchObject({
      verify_state: 'failed',
      verified: null,
      error: 'The file is not the one that was made',
    });
    writeFileSync(file, whole);
  }, 60_000);
});

test('what a process that died left half done is cleared, and what it was at is told as interrupted', async () => {
  const folder = join(dataDir, 'backups');
  writeFileSync(join(folder, 'half.backup.part'), 'half');
  const scratch = join(dataDir, 'verify-left');
  mkdirSync(scratch, { mode: 0o755 });
  // Whoever started it is killed, and it goes on serving.
  const program = `
    import { createLog } from '${new URL('../../../platform/log.ts', import.meta.url).href}';
    import { startEmbeddedPostgres } from '${new URL('../../../platform/postgres/embedded.ts', import.meta.url).href}';
    const log = createLog({ logLevel: 'silent' });
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(scratch)}, log, settings: { shared_buffers: '16MB' } });
    console.log('up');
    setInterval(() => {}, 1_000);`;
  const starter = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(starter.stdout, 'data');
  starter.kill('SIGKILL');
  await once(starter, 'exit');
  const { port } = JSON.parse(readFileSync(join(scratch, 'postgres.json'), 'utf8')) as { port: number };
  expect(await isServed(port)).toBe(true);
  await admin.query(
    "INSERT INTO backup (state, note, asked_at, started_at) VALUES ('running', 'cut', now(), now())",
  );
  await backups.run();
  expect(existsSync(join(folder, 'half.backup.part'))).toBe(false);
  expect(existsSync(scratch)).toBe(false);
  expect(await newest()).toMatchObject({ state: 'failed', error: 'interrupted' });
  expect(await isServed(port)).toBe(false);
}, 60_000);

test('the key never lies with what it protects', () => {
  expect(() => loadBackupKeys(join(dataDir, 'backup.key'), dataDir)).toThrow('lies in DATA_DIR');
  expect(existsSync(join(dataDir, 'backup.key'))).toBe(false);
  // A name that only begins as the way up does.
  expect(() => loadBackupKeys(join(dataDir, '..keys', 'backup.key'), dataDir)).toThrow('lies in DATA_DIR');
});

test('the schedule makes one a day at its time, and the newest stay', async () => {
  const older = (await rows()).find(({ state }) => state === 'completed')?.id ?? '';
  expect((await http.post(boss, `/admin/backup/${older}/verify`)).code).toBe(0);
  await backups.run();
  const work = startDueWork({ db: database.workers, works: backups.works, log, pollMs: 3_600_000 });
  const { summary } = (await http.get(boss, '/admin/backup')).data as {
    summary: { schedule: { version: number } };
  };
  const set = (version: number) =>
    http.send(boss, 'PUT', '/admin/backup/schedule', { at: '00:00', keep: 2, version });
  expect((await set(summary.schedule.version)).code).toBe(0);
  expect((await set(summary.schedule.version)).code).toBe(20_412);
  const hours = 3_600_000;
  for (let day = 0; day < 2; day += 1) {
    for (let look = 0; look < 2; look += 1) {
      await moveBusinessClock(database, 12 * hours);
      await work.runDue();
      await backups.run();
    }
  }
  await work.stop();
  const scheduled = (await rows()).filter(({ made_by: by }) => by === null);
  expect(scheduled.length).toBeGreaterThanOrEqual(2);
  expect(scheduled.length).toBeLessThanOrEqual(3);
  // Besides those the last one that was tried and passed, which is older: none of the new ones has been tried.
  const there = (await rows()).filter(({ state }) => state === 'completed');
  expect(there.map(({ verify_state: tried }) => tried)).toEqual([null, null, 'passed']);
  expect(there.at(-1)?.id).toBe(older);
  expect(readdirSync(join(dataDir, 'backups')).filter((name) => name.endsWith('.backup'))).toHaveLength(3);
}, 240_000);

test('a file is fetched once by a link that ends', async () => {
  const { id } = await newest();
  const ask = (body: object) => http.post(boss, `/admin/backup/${id}/ticket`, body);
  expect((await ask({})).code).toBe(400);
  expect((await ask(proven({ payment_password: 'a guess' }))).code).toBe(20_434);
  const used = proven();
  const { url } = (await ask(used)).data as { url: string };
  expect((await ask(used)).code).not.toBe(0);
  const fetched = await http.app.inject({ method: 'GET', url });
  expect(fetched.statusCode).toBe(200);
  expect(fetched.rawPayload.equals(readFileSync(await fileOf(id)))).toBe(true);
  expect((await http.app.inject({ method: 'GET', url })).statusCode).toBe(404);
  expect((await http.app.inject({ method: 'GET', url: '/api/backup' })).statusCode).toBe(404);
  const late = ((await ask(proven())).data as { url: string }).url;
  await admin.query("UPDATE backup SET ticket_until = now() - interval '1 second'");
  expect((await http.app.inject({ method: 'GET', url: late })).statusCode).toBe(404);
});
