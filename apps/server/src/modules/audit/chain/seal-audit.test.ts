import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { transact } from '../../../platform/db/transact.ts';
import { chainEnd } from './chain.queries.ts';
import { sealAudit } from './seal-audit.ts';
import { draftBlock } from './seal.store.ts';
import { openChain } from './testing/open-chain.ts';
import type { TestChain } from './testing/open-chain.ts';

const base = await testDatabase();
const { database, admin, vault } = base;
let chain: TestChain;

beforeEach(async () => {
  chain = await openChain(base);
});

test('the log and the books stand in one chain, and it holds when nobody touched it', async () => {
  for (let n = 1n; n <= 3n; n += 1n) {
    await chain.write(String(n));
    await chain.post(n);
  }
  expect(await chain.seal()).toMatchObject({ rows: 6, isFull: false });
  await chain.write('4');
  expect(await chain.seal()).toMatchObject({ rows: 1 });
  expect(await chain.seal()).toBeUndefined();
  const { rows } = await admin.query('SELECT id::int, source FROM audit_seal ORDER BY id');
  expect(rows).toEqual([
    { id: 1, source: 'log' },
    { id: 2, source: 'books' },
    { id: 3, source: 'log' },
  ]);
  await chain.write('5');
  expect(await chain.verify()).toMatchObject({ passed: true, blocks: 3, rows: 4, journals: 3, unsealed: 1 });
});

test('an open transaction holds nobody up: its row gets into a later block, and nobody can take its place', async () => {
  await chain.write('1');
  const slow = await admin.connect();
  await slow.query('BEGIN');
  const { rows } = await slow.query<{ id: bigint }>(
    `INSERT INTO audit_log (at, act, object_kind, object_id) VALUES (now(), 'clock.move', 'clock', 'late') RETURNING id`,
  );
  const late = rows[0]?.id;
  for (const objectId of ['2', '3', '4']) {
    await chain.write(objectId);
    await chain.seal();
  }
  // However many blocks go by, an id is awaited as long as the transaction that drew it may commit.
  const { rows: last } = await admin.query(
    'SELECT awaited @> $1::bigint AS awaited FROM audit_seal ORDER BY id DESC LIMIT 1',
    [late],
  );
  expect(last).toEqual([{ awaited: true }]);
  await slow.query('COMMIT');
  slow.release();
  expect(await chain.seal()).toMatchObject({ rows: 1 });
  expect(await chain.verify()).toMatchObject({ passed: true, rows: 5, unsealed: 0 });
});

test('what is more than a block holds goes into the next ones, late rows among them', async () => {
  await chain.write('1');
  await chain.seal();
  const slow = await admin.connect();
  await slow.query('BEGIN');
  for (let n = 0; n < 3; n += 1) {
    await slow.query(
      `INSERT INTO audit_log (at, act, object_kind, object_id) VALUES (now(), 'clock.move', 'clock', 'late')`,
    );
  }
  for (const objectId of ['2', '3']) await chain.write(objectId);
  await chain.seal();
  await slow.query('COMMIT');
  slow.release();
  for (const objectId of ['4', '5']) await chain.write(objectId);
  for (let isFull = true; isFull;) isFull = (await chain.seal(2))?.isFull === true;
  expect(await chain.verify()).toMatchObject({ passed: true, rows: 8, unsealed: 0 });
});

test('two sealers at once never seal a row twice', async () => {
  for (let n = 0n; n < 20n; n += 1n) await Promise.all([chain.write(String(n)), chain.post(n)]);
  await Promise.all(Array.from({ length: 6 }, () => sealAudit(database, vault)));
  await chain.write('last');
  await chain.seal();
  expect(await chain.verify()).toMatchObject({ passed: true, rows: 21, journals: 20, unsealed: 0 });
});

test('sealing reads the new rows alone, however long the log is', async () => {
  await admin.query(
    `INSERT INTO audit_log (at, act, object_kind, object_id)
     SELECT now(), 'clock.move', 'clock', n::text FROM generate_series(1, 30000) AS n`,
  );
  for (let isFull = true; isFull;) isFull = (await chain.seal(7_000))?.isFull === true;
  const newest = await chain.write('one more');
  await transact(database.workers, async (tx) => {
    const readSoFar = async () => {
      const { rows } = await sql<{ read: bigint }>`
        SELECT coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) AS read
        FROM pg_stat_xact_user_tables WHERE relname = 'audit_log'`.execute(tx);
      return rows[0]?.read ?? 0n;
    };
    const before = await readSoFar();
    const block = await draftBlock(tx, 'log', await chainEnd(tx), { most: 7_000, patienceMs: 0 });
    expect(block).toMatchObject({ ids: `{[${newest},${newest + 1n})}` });
    expect((await readSoFar()) - before).toBeLessThan(10n);
  });
});

test('a verification may begin behind a block that was verified before', async () => {
  const first = await chain.write('1');
  await chain.seal();
  await chain.write('2');
  await chain.seal();
  await chain.tamper(`UPDATE audit_log SET act = 'clock.stop' WHERE id = $1`, [first]);
  expect(await chain.verify(1n)).toMatchObject({ passed: true, blocks: 1, rows: 1 });
  expect(await chain.verify()).toMatchObject({ passed: false, blocks: 2 });
});

test('the digest of a journal covers every column but what its legs say already', async () => {
  const { rows } = await admin.query<{ missing: string }>(
    `SELECT column_name AS missing FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = ANY ('{journal,audit_log}') AND column_name <> 'id'
       AND NOT EXISTS (
         SELECT FROM pg_proc WHERE proname = 'seal_text' AND proargtypes[0] = (
           SELECT reltype FROM pg_class WHERE relname = table_name AND relnamespace = 'public'::regnamespace)
           AND prosrc ~ ('\\m' || column_name || '\\M'))`,
  );
  expect(rows).toEqual([]);
});
