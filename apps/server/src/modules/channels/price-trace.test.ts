import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { openMoneyRooms } from '../../../test/money-rooms.ts';
import { createTenant } from '../../../test/tenant.ts';
import { sql } from 'kysely';
import { transact } from '../../platform/db/transact.ts';
import { nameMaker } from '../audit/index.ts';

const base = await testDatabase();
const { admin, database } = base;
const tenant = await createTenant(base, { provider: (await openMoneyRooms(base)).bank });
const places = [tenant.merchantId, tenant.channelId];

/** What the log holds of prices since it was last asked. */
let asked = 0n;
async function traces() {
  const { rows } = await admin.query<{ id: bigint; object_id: string; was: string[]; is: string[] }>(
    `SELECT id, object_id, before -> 'prices' AS was, after -> 'prices' AS is FROM audit_log
     WHERE act = 'price.set' AND id > $1 ORDER BY id`,
    [asked],
  );
  asked = rows.at(-1)?.id ?? asked;
  expect(rows.map((row) => row.object_id)).toEqual(rows.map(() => String(tenant.channelId)));
  return rows.map(({ was, is }) => [was, is]);
}

test('a price that is changed for a moment and changed back leaves both changes in the log', async () => {
  expect(await traces()).not.toEqual([]);
  const set = (change: string, party: string) =>
    database.pool.query(`UPDATE ${party} SET ${change} WHERE channel_id = $1`, [tenant.channelId]);
  const { rows } = await admin.query<{ pct: string }>(
    'SELECT merchant_pct AS pct FROM customer_method WHERE customer_id = $1 AND channel_id = $2',
    places,
  );
  await set('merchant_pct = 9.5', 'customer_method');
  await set(`merchant_pct = ${rows[0]?.pct}`, 'customer_method');
  const [there, back] = await traces();
  expect(there?.[1]?.[0]).toMatch(/^9.5 %/);
  expect(back).toEqual(there?.toReversed());

  await set('system_pct = 8', 'agent_method');
  await database.pool.query('UPDATE channel SET endpoint_pct = 7 WHERE id = $1', [tenant.channelId]);
  expect((await traces()).map(([, is]) => is?.[0])).toEqual([
    expect.stringMatching(/^8 %/),
    expect.stringMatching(/^7 %/),
  ]);
});

test('a price that is taken away and put back is told like a change, and what is no price is not told', async () => {
  await database.pool.query('UPDATE customer_method SET enabled = NOT enabled WHERE channel_id = $1', [
    tenant.channelId,
  ]);
  expect(await traces()).toEqual([]);
  await database.pool.query(
    'WITH gone AS (DELETE FROM customer_method WHERE customer_id = $1 AND channel_id = $2 RETURNING *) ' +
      "INSERT INTO customer_method (customer_id, channel_id, alias, merchant_pct) SELECT customer_id, channel_id, 'other', 0 FROM gone",
    places,
  );
  const told = await traces();
  expect(told.map(([was, is]) => [was === null, is?.[0] ?? null])).toEqual(
    expect.arrayContaining([
      [false, null],
      [true, '0 % + 0'],
    ]),
  );
});

test('a trace names whose act it was, and else the login by which it was done', async () => {
  const raise = sql`UPDATE channel SET endpoint_pct = endpoint_pct + 1 WHERE id = ${tenant.channelId}`;
  await raise.execute(database.app);
  await transact(database.app, async (tx) => {
    await nameMaker(tx, tenant.merchantId, 'request-1');
    await raise.execute(tx);
  });
  // The name went with its transaction, whatever connection comes next.
  await raise.execute(database.app);
  const { rows: told } = await admin.query(
    `SELECT actor_id, effective_id, request_id, after ->> 'by' AS login FROM audit_log
     WHERE act = 'price.set' ORDER BY id DESC LIMIT 3`,
  );
  const byLogin = {
    actor_id: null,
    effective_id: null,
    request_id: null,
    login: expect.stringMatching(/app_login$/),
  };
  const byMaker = {
    actor_id: tenant.merchantId,
    effective_id: tenant.merchantId,
    request_id: 'request-1',
    login: null,
  };
  expect(told).toEqual([byLogin, byMaker, byLogin]);
});
