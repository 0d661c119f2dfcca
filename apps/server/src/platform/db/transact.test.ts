import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { savepoint } from './savepoint.ts';
import { afterCommit, transact, UnknownOutcome } from './transact.ts';

const { database, admin } = await testDatabase();
await admin.query(
  'CREATE TABLE counter (id int PRIMARY KEY, value int NOT NULL); GRANT ALL ON counter TO PUBLIC',
);
await admin.query('INSERT INTO counter SELECT n, 0 FROM generate_series(1, 2) n');

const valueOf = async (id: number): Promise<number> =>
  (await admin.query<{ value: number }>('SELECT value FROM counter WHERE id = $1', [id])).rows[0]?.value ??
  -1;

test('a failed work leaves nothing behind and its own error comes out', async () => {
  const work = transact(database.app, async (tx) => {
    await sql`UPDATE counter SET value = 99 WHERE id = 1`.execute(tx);
    throw new Error('changed my mind');
  });
  await expect(work).rejects.toThrow('changed my mind');
  expect(await valueOf(1)).toBe(0);
});

test('two transactions that lock in opposite order both succeed when they may be repeated', async () => {
  const add = (first: number, second: number) =>
    transact(
      database.app,
      async (tx) => {
        await sql`UPDATE counter SET value = value + 1 WHERE id = ${first}`.execute(tx);
        await sql`SELECT pg_sleep(0.2)`.execute(tx);
        await sql`UPDATE counter SET value = value + 1 WHERE id = ${second}`.execute(tx);
      },
      { attempts: 5 },
    );
  await Promise.all([add(1, 2), add(2, 1)]);
  expect(await valueOf(1)).toBe(2);
  expect(await valueOf(2)).toBe(2);
});

test('a connection lost before COMMIT is repeated only when attempts were given', async () => {
  let runs = 0;
  const cutOnce = (attempts: number) =>
    transact(
      database.app,
      async (tx) => {
        runs += 1;
        const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx);
        if (runs === 1) await admin.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
        await sql`SELECT 1`.execute(tx);
        return runs;
      },
      { attempts },
    );
  expect(await cutOnce(3)).toBe(2);
  runs = 0;
  await expect(cutOnce(1)).rejects.toThrow();
  expect(runs).toBe(1);
});

test('a COMMIT without an answer is reported as an unknown outcome and never repeated', async () => {
  let runs = 0;
  await admin.query(`
    CREATE FUNCTION die_late() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(1); RETURN NULL; END $$;
    ALTER FUNCTION die_late() SECURITY DEFINER;
    CREATE TABLE doomed (id int);
    GRANT ALL ON doomed TO PUBLIC;
    CREATE CONSTRAINT TRIGGER doomed_late AFTER INSERT ON doomed DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION die_late()`);
  const work = transact(
    database.app,
    async (tx) => {
      runs += 1;
      await sql`INSERT INTO doomed VALUES (1)`.execute(tx);
    },
    { attempts: 5 },
  );
  await expect(work).rejects.toBeInstanceOf(UnknownOutcome);
  expect(runs).toBe(1);
});

test('what waits for the commit runs after it and not after a rollback', async () => {
  const seen: string[] = [];
  await transact(database.app, async (tx) => {
    afterCommit(tx, () => seen.push('kept'));
    expect(seen).toEqual([]);
  });
  await transact(database.app, async (tx) => {
    afterCommit(tx, () => seen.push('dropped'));
    throw new Error('no');
  }).catch(() => {});
  expect(seen).toEqual(['kept']);
});

test('what fails around a part that failed and was put up with is undone as a whole', async () => {
  const said = await transact(database.app, async (tx) => {
    const say = (text: string) => sql`SELECT set_config('suanpan.said', ${text}, true)`.execute(tx);
    const failing = (text: string, more: () => Promise<unknown> = async () => {}) =>
      savepoint(tx, async () => {
        await say(text);
        await more();
        throw new Error(text);
      }).catch(() => {});
    await say('before');
    await failing('outer', () => failing('inner'));
    const { rows } = await sql<{ text: string }>`SELECT current_setting('suanpan.said') AS text`.execute(tx);
    return rows[0]?.text;
  });
  expect(said).toBe('before');
});
