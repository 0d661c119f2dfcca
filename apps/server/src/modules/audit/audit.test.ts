import { expect, test } from 'vitest';
import { moveBusinessClock, testDatabase } from '../../../test/database.ts';
import { businessNow } from '../../platform/clock.ts';
import { transact } from '../../platform/db/transact.ts';
import { createDenialRecorder, recordAudit } from './index.ts';

const { database, admin, log } = await testDatabase();
const rowsOf = async (objectId: string) =>
  (await admin.query('SELECT * FROM audit_log WHERE object_id = $1 ORDER BY id', [objectId])).rows as Record<
    string,
    unknown
  >[];

test('a row stands with the change it tells of, at business time, or not at all', async () => {
  await moveBusinessClock(database, 86_400_000);
  const entry = {
    actorId: 7n,
    act: 'users.list.disable' as const,
    objectKind: 'user' as const,
    objectId: '8',
    fromStatus: 'active',
    toStatus: 'disabled',
    before: { version: 5n },
    after: { version: 6n },
    ip: '192.0.2.1',
    userAgent: 'agent',
    requestId: 'r1',
  };
  await transact(database.app, (tx) => recordAudit(tx, entry));
  await expect(
    transact(database.app, async (tx) => {
      await recordAudit(tx, entry);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  const rows = await rowsOf('8');
  expect(rows).toMatchObject([
    {
      actor_id: 7n,
      effective_id: 7n,
      outcome: 'done',
      before: { version: '5' },
      after: { version: '6' },
      request_id: 'r1',
    },
  ]);
  const at = rows[0]?.['at'] as Date;
  const now = await businessNow(database.app);
  expect(Math.abs(at.getTime() - now.getTime())).toBeLessThan(60_000);
  expect(now.getTime() - Date.now()).toBeGreaterThan(80_000_000);
});

test('nobody changes or removes a row', async () => {
  await transact(database.app, (tx) =>
    recordAudit(tx, { actorId: null, act: 'clock.move', objectKind: 'clock', objectId: '9' }),
  );
  await expect(database.app.updateTable('audit_log').set({ act: 'x' }).execute()).rejects.toThrow(
    /permission denied|append-only/,
  );
  await expect(database.app.deleteFrom('audit_log').execute()).rejects.toThrow(
    /permission denied|append-only/,
  );
  await expect(admin.query('DELETE FROM audit_log')).rejects.toThrow('append-only');
  await expect(admin.query('TRUNCATE audit_log')).rejects.toThrow('append-only');
});

test('nobody changes or removes a try at the door', async () => {
  const own = (text: string) => database.pool.query(text);
  await own(
    "INSERT INTO login_attempt (username, ip, outcome) VALUES ('somebody', '192.0.2.1', 'wrongPassword')",
  );
  for (const text of [
    "UPDATE login_attempt SET outcome = 'success'",
    "DELETE FROM login_attempt WHERE username = 'somebody'",
    'TRUNCATE login_attempt',
  ]) {
    await expect(own(text)).rejects.toMatchObject({ code: '42501' });
    await expect(admin.query(text)).rejects.toThrow('append-only');
  }
  const { rows } = await admin.query("SELECT outcome FROM login_attempt WHERE username = 'somebody'");
  expect(rows).toEqual([{ outcome: 'wrongPassword' }]);
});

test('values of secrets never enter a row, only that they changed', async () => {
  const after = {
    password: 'canary-1',
    api_key: 'canary-2',
    totp: { secret: 'canary-3' },
    oneCode: 'canary-4',
    name: 'Chen',
    password_set: true,
  };
  await transact(database.app, (tx) =>
    recordAudit(tx, { actorId: 1n, act: 'clock.move', objectKind: 'clock', objectId: '10', after }),
  );
  const [row] = await rowsOf('10');
  expect(JSON.stringify(row?.['after'])).not.toContain('canary');
  expect(row?.['after']).toMatchObject({ name: 'Chen', password: '***', password_set: true });
});

test('denials are written apart from the call, also those of nobody, and a flood of them is bounded', async () => {
  const record = createDenialRecorder(database.app, log);
  const denial = {
    actor: undefined,
    method: 'GET',
    path: '/api/users',
    refusal: 'forbidden' as const,
    ip: '192.0.2.1',
    userAgent: '',
    requestId: 'r',
  };
  for (let n = 0; n < 300; n += 1) record(denial);
  await record.settled();
  const rows = await rowsOf('GET /api/users');
  expect(rows).toHaveLength(11);
  expect(rows[0]).toMatchObject({ outcome: 'denied', act: 'forbidden', actor_id: null, after: null });
  expect(rows[10]).toMatchObject({ outcome: 'denied', act: 'forbidden', after: { attempts: 290 } });
  record(denial);
  await record.settled();
  expect(await rowsOf('GET /api/users')).toHaveLength(12);
});

test('a merchant’s key has one row a minute for each refusal, however many strangers sign in its name', async () => {
  const record = createDenialRecorder(database.app, log);
  const forged = (keyId: bigint | null) => ({
    actor: undefined,
    merchant: { customerId: keyId === null ? null : 5n, keyId },
    method: 'POST',
    path: '/api/v2/collections',
    refusal: 'merchant.badSignature' as const,
    ip: '192.0.2.1',
    userAgent: '',
    requestId: 'r',
  });
  for (let n = 0; n < 500; n += 1) for (const key of [71n, 72n]) record(forged(key));
  record.endMinute();
  record(forged(71n));
  await record.settled();
  expect((await rowsOf('71')).map(({ after }) => after)).toEqual([{ attempts: 500 }, { attempts: 1 }]);
  expect(await rowsOf('72')).toMatchObject([{ effective_id: 5n, object_kind: 'apiKey', actor_id: null }]);
  // Keys without end are told apart up to a limit, and counted together behind it.
  for (let n = 1_000; n < 4_000; n += 1) record(forged(BigInt(n)));
  await record.settled();
  const { rows } = await admin.query(
    `SELECT count(*)::int AS n, sum((after->>'attempts')::int)::int AS attempts FROM audit_log
     WHERE act = 'merchant.badSignature' AND object_id NOT IN ('71', '72')`,
  );
  expect(rows).toEqual([{ n: 1_001, attempts: 3_000 }]);
});
