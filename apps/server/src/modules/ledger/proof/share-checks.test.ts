import { existsSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Check } from './check.queries.ts';
import { shareChecks } from './share-checks.ts';

const { admin, database } = await testDatabase();

/** A check whose statement takes a while, and what it saw: its connection, and how many notes stood. */
const slow = (name: string): Check => ({
  names: [name],
  query: sql`SELECT pg_sleep(0.4), pg_backend_pid() AS pid, (SELECT count(*) FROM note) AS notes`,
});
interface Seen {
  readonly name: string | undefined;
  readonly pid: number;
  readonly notes: bigint;
}
async function look(tx: Kysely<Tables>, check: Check): Promise<Seen> {
  const { rows } = await check.query.execute(tx);
  const [row] = rows as unknown as Seen[];
  if (row === undefined) throw new Error('It saw nothing');
  return { name: check.names[0], pid: row.pid, notes: row.notes };
}
const share = (checks: readonly Check[], meanwhile?: () => Promise<unknown>) =>
  database.proofs
    .transaction()
    .setIsolationLevel('read committed')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const found = shareChecks(database.proofs, tx, checks, look);
      await meanwhile?.();
      return found;
    });
const names = ['a', 'b', 'c', 'd', 'e', 'f'];
await admin.query('CREATE TABLE note (n int); GRANT SELECT ON note TO PUBLIC');

test('two connections share the checks, and answer in the order asked', async () => {
  const found = await share(names.map(slow));
  expect(found.map(({ name }) => name)).toEqual(names);
  expect(new Set(found.map(({ pid }) => pid)).size).toBe(2);
});

test('no snapshot outlives its check: what came meanwhile is seen by the next', async () => {
  const found = await share(names.map(slow), () => admin.query('INSERT INTO note VALUES (1)'));
  expect(found.at(-1)?.notes).toBe(1n);
});

test('while traffic goes on one connection proves', async () => {
  let goesOn = true;
  const traffic = (async () => {
    while (goesOn) await admin.query("SELECT nextval('journal_id') FROM generate_series(1, 20)");
  })();
  const found = await share(names.slice(0, 4).map(slow)).finally(() => (goesOn = false));
  await traffic;
  expect(new Set(found.map(({ pid }) => pid)).size).toBe(1);
});

// The server that a test brings along may be another machine's.
test.runIf(process.env['TEST_DATABASE_URL'] === undefined)(
  'a proof stands back behind everybody else',
  async () => {
    const [seen] = await share([slow('a')]);
    const nice = /^.*\) \S+(?: \S+){15} (\S+)/.exec(readFileSync(`/proc/${seen?.pid}/stat`, 'utf8'))?.[1];
    expect(nice).toBe('10');
    // Between sessions, where Linux counts by them; every server process is one.
    const session = `/proc/${seen?.pid}/autogroup`;
    if (existsSync(session)) expect(readFileSync(session, 'utf8')).toMatch(/nice 10$/m);
  },
);

test('a check that fails ends the proof', async () => {
  const broken: Check = { names: ['x'], query: sql`SELECT 1 / 0` };
  await expect(share([slow('a'), broken, slow('b')])).rejects.toThrow('division by zero');
});
