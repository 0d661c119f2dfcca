import type pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { transact } from '../../platform/db/transact.ts';
import { recordAudit, sealAudit, verifyAudit } from './index.ts';

const { database, admin, vault } = await testDatabase();

const write = (objectId: string) =>
  transact(database.app, (tx) =>
    recordAudit(tx, {
      actorId: 1n,
      act: 'clock.move',
      objectKind: 'clock',
      objectId,
      after: { note: '5', title: 'noon' },
    }),
  );

beforeEach(async () => {
  await tamper(async (client) => {
    await client.query('DELETE FROM audit_sealed; DELETE FROM audit_seal; DELETE FROM audit_log');
  });
  for (const objectId of ['1', '2', '3']) await write(objectId);
  await sealAudit(database, vault);
  for (const objectId of ['4', '5']) await write(objectId);
  await sealAudit(database, vault);
});

test('a chain that nobody touched holds, over all its blocks', async () => {
  expect(await verifyAudit(database, vault)).toMatchObject({ passed: true, blocks: 2, rows: 5, unsealed: 0 });
  expect(await sealAudit(database, vault)).toBeUndefined();
});

test.each([
  ['changing a field', `UPDATE audit_log SET act = 'clock.stop' WHERE object_id = '2'`],
  [
    'changing a value inside',
    `UPDATE audit_log SET after = '{"title": "noon", "note": "6"}' WHERE object_id = '2'`,
  ],
  [
    'moving its time by a microsecond',
    `UPDATE audit_log SET at = at + interval '1 microsecond' WHERE object_id = '2'`,
  ],
  ['removing a row', `DELETE FROM audit_log WHERE object_id = '2'`],
  [
    'removing a row and its link',
    `DELETE FROM audit_sealed WHERE audit_id = (SELECT min(id) FROM audit_log); DELETE FROM audit_log WHERE id = (SELECT min(id) FROM audit_log)`,
  ],
  [
    'swapping two rows',
    `UPDATE audit_log a SET object_id = CASE object_id WHEN '1' THEN '2' ELSE '1' END WHERE object_id IN ('1', '2')`,
  ],
  [
    'moving a row to another block',
    `UPDATE audit_sealed SET seal_id = (SELECT max(id) FROM audit_seal) WHERE audit_id = (SELECT max(id) FROM audit_log WHERE object_id = '3')`,
  ],
  [
    'removing the first block',
    `DELETE FROM audit_sealed WHERE seal_id = (SELECT min(id) FROM audit_seal); DELETE FROM audit_seal WHERE id = (SELECT min(id) FROM audit_seal)`,
  ],
])('%s is found, even when the database owner did it', async (_what, statement) => {
  await tamper((client) => client.query(statement));
  expect(await verifyAudit(database, vault)).toMatchObject({
    passed: false,
    brokenBlock: expect.any(BigInt),
  });
});

test('a broken block names the row that was changed, and one that was removed', async () => {
  const idOf = async (objectId: string) =>
    (await admin.query<{ id: bigint }>('SELECT id FROM audit_log WHERE object_id = $1', [objectId])).rows[0]
      ?.id;
  const [second, third] = [await idOf('2'), await idOf('3')];
  await tamper((client) => client.query(`DELETE FROM audit_log WHERE object_id = '3'`));
  expect(await verifyAudit(database, vault)).toMatchObject({ passed: false, brokenRow: third });
  await tamper((client) => client.query(`UPDATE audit_log SET outcome = 'failed' WHERE object_id = '2'`));
  expect(await verifyAudit(database, vault)).toMatchObject({ passed: false, brokenRow: second });
});

test('a row that commits after younger ones were sealed gets into the next block', async () => {
  const slow = await admin.connect();
  await slow.query('BEGIN');
  await slow.query(
    `INSERT INTO audit_log (at, act, object_kind, object_id) VALUES (now(), 'late', 'thing', '6')`,
  );
  await write('7');
  expect(await sealAudit(database, vault)).toMatchObject({ rows: 1 });
  await slow.query('COMMIT');
  slow.release();
  expect(await sealAudit(database, vault)).toMatchObject({ rows: 1 });
  expect(await verifyAudit(database, vault)).toMatchObject({ passed: true, blocks: 4, rows: 7 });
});

test('two sealers at once never seal a row twice', async () => {
  for (let n = 8; n < 28; n += 1) await write(String(n));
  await Promise.all(Array.from({ length: 6 }, () => sealAudit(database, vault)));
  expect(await verifyAudit(database, vault)).toMatchObject({ passed: true, rows: 25, unsealed: 0 });
});

test('the head names the whole chain: cutting off its tail gives another one', async () => {
  const { head } = await verifyAudit(database, vault);
  await tamper((client) =>
    client.query(`DELETE FROM audit_sealed WHERE seal_id = (SELECT max(id) FROM audit_seal);
                  DELETE FROM audit_seal WHERE id = (SELECT max(id) FROM audit_seal);
                  DELETE FROM audit_log WHERE object_id IN ('4', '5')`),
  );
  const after = await verifyAudit(database, vault);
  expect(after.passed).toBe(true);
  expect(after.head).not.toBe(head);
});

/** What only the owner of the database can do: switch the guards off and write into history. */
async function tamper(work: (client: pg.PoolClient) => Promise<unknown>): Promise<void> {
  const client = await admin.connect();
  try {
    await client.query(`SET session_replication_role = 'replica'`);
    await work(client);
    await client.query(`SET session_replication_role = 'origin'`);
  } finally {
    client.release();
  }
}
