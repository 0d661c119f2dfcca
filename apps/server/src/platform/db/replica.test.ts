import { DatabaseError } from 'pg';
import { afterEach, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { createLog } from '../log.ts';
import type { Figures } from './figures.ts';
import { readFromReplica, refuseForeignReplica, replicaLogin } from './replica.ts';
import type { ReplicaDeps } from './replica.ts';

const { database } = await testDatabase();
const log = createLog({ logLevel: 'silent' });

/** What two servers say of themselves, changed by each test. */
const said = (isReplica: boolean) => ({
  isReplica,
  cluster: '7',
  timeline: 1,
  database: 'suanpan',
  at: '100' as string | null,
});
let open: Figures | undefined;
afterEach(() => open?.stop());

function follow(options: { readonly lagMaxMs?: number } = {}) {
  const servers = { primary: said(false), replica: said(true), isReplicaUp: true };
  const ask = (which: 'primary' | 'replica') =>
    ({
      async query() {
        if (which === 'replica' && !servers.isReplicaUp) throw new Error('Connection terminated');
        return { rows: [{ ...servers[which] }] };
      },
    }) as unknown as ReplicaDeps['primaryLook'];
  const [primary, replica] = [database.app, database.workers];
  const figures = readFromReplica({
    primary,
    replica,
    primaryLook: ask('primary'),
    replicaLook: ask('replica'),
    lagMaxMs: options.lagMaxMs ?? 3_600_000,
    lookEveryMs: 5,
    log,
  });
  open = figures;
  /** From where the next reading comes, and why. */
  const place = async () => {
    const { told, value } = await figures.read(async (db) => (db === replica ? 'replica' : 'primary'));
    expect(told.read_from?.source).toBe(value);
    return told.read_from?.reason ?? value;
  };
  return { figures, place, primary, replica, servers };
}

test('before it was looked at, and while it does not answer, the primary is read', async () => {
  const { place, servers } = follow();
  expect(await place()).toBe('away');
  await expect.poll(place).toBe('replica');
  servers.isReplicaUp = false;
  await expect.poll(place).toBe('away');
});

test('the lag is the time since the primary stood there, and nothing while neither moves', async () => {
  const { figures, place, servers } = follow({ lagMaxMs: 400 });
  await expect.poll(place).toBe('replica');
  servers.primary.at = '101';
  await expect.poll(() => figures.state()).toMatchObject({ fault: 'behind' });
  expect(figures.state()?.lagMs).toBeGreaterThan(400);
  servers.replica.at = '101';
  await expect.poll(place).toBe('replica');
});

test('where it stands before all that is remembered, nothing is known of its lag', async () => {
  const { figures, servers } = follow();
  servers.replica.at = '99';
  await expect.poll(() => figures.state()).toEqual({ fault: 'behind', lagMs: null });
});

test.each([
  ['promoted', { isReplica: false }],
  ['of another cluster', { cluster: '8' }],
  ['a follower of a copy that went its own way', { timeline: 2 }],
  ['another database', { database: 'other' }],
])('one that is %s is not read', async (_, change) => {
  const { place, servers } = follow();
  await expect.poll(place).toBe('replica');
  Object.assign(servers.replica, change);
  await expect.poll(place).toBe('foreign');
});

test('a reading that it breaks off is done on the primary, and an error of the reading itself is told', async () => {
  const { figures, place, replica } = follow();
  await expect.poll(place).toBe('replica');
  const conflict = new DatabaseError('canceling statement due to conflict with recovery', 0, 'error');
  conflict.code = '40001';
  const { told, value } = await figures.read(async (db) => {
    if (db === replica) throw conflict;
    return 'done';
  });
  expect([value, told.read_from]).toEqual(['done', { source: 'primary', lag_s: 0, reason: 'cancelled' }]);
  expect(await place()).toBe('replica');
  await expect(figures.read(() => Promise.reject(new Error('no such column')))).rejects.toThrow('no such');
});

test('a file is read where everything is that was there before, and never goes back', async () => {
  const { figures, place, replica, servers } = follow();
  await expect.poll(place).toBe('replica');
  const at = async (read: Awaited<ReturnType<Figures['whole']>>) =>
    (await read(async (db) => (db === replica ? 'replica' : 'primary'))).value;
  const caughtUp = await figures.whole();
  expect(await at(caughtUp)).toBe('replica');
  servers.isReplicaUp = false;
  await expect.poll(place).toBe('away');
  expect(await at(caughtUp)).toBe('primary');
  servers.isReplicaUp = true;
  await expect.poll(place).toBe('replica');
  expect(await at(caughtUp)).toBe('primary');
  servers.primary.at = '200';
  expect(await at(await figures.whole())).toBe('primary');
});

test('it is entered with the reading login, and a server that takes changes is refused', async () => {
  const { reports } = database.urls;
  const own = new URL(reports);
  const url = replicaLogin(`postgres://${own.host}/other?sslmode=disable`, reports);
  expect(url).toBe(`${reports}?sslmode=disable`);
  await expect(refuseForeignReplica(reports, url, log)).rejects.toThrow(/takes changes/);
  const nobody = replicaLogin('postgres://127.0.0.1:1/', reports);
  await expect(refuseForeignReplica(reports, nobody, log)).resolves.toBeUndefined();
});
