import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { approvalDefaultThreshold } from '@suanpan/domain/limits';
import { parseSignedLedger } from '@suanpan/money/amount';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openAccounts, postJournals } from '../../../../test/post-journals.ts';
import { openDoor } from '../../identity/testing/open-door.ts';
import type { Person } from '../../identity/testing/open-door.ts';
import { prove } from '../../ledger/index.ts';
import { openTestUsers } from '../testing/open-test-users.ts';

// What somebody may try at the edits' door who has the application's own login to the database.
const door = await openDoor();
const { admin, call, code, database, person } = door;
openTestUsers(door, door.app, door.identity);
const paymentPassword = 'a payment password';

let agent: Person;
let merchant: Person;
let maker: Person;
let checker: Person;
let goodwill = 900_000n;
beforeAll(async () => {
  maker = await person({ kind: 'admin', paymentPassword });
  checker = await person({ kind: 'admin', paymentPassword });
});
beforeEach(async () => {
  agent = await person({ paymentPassword });
  merchant = await person({ kind: 'customer', parentId: agent.id });
  goodwill += 1n;
  const account = { channelAccountId: null, currency: 'TWD', book: 'main' } as const;
  const [house = 0n, purse = 0n] = await openAccounts(admin, [
    { ...account, kind: 'E510', ownerId: null },
    { ...account, kind: 'L200', ownerId: merchant.id },
  ]);
  await postJournals(admin, [
    {
      event: 'test.opening',
      refId: goodwill,
      book: 'main',
      currency: 'TWD',
      chain: { customerId: merchant.id, agentId: null, subAgentId: null, middlemanId: null },
      actorId: null,
      requestId: null,
      legs: [
        { accountId: house, amount: -900_000_0000n },
        { accountId: purse, amount: 900_000_0000n },
      ],
    },
  ]);
});

interface Edit {
  readonly owner?: bigint;
  readonly change?: bigint;
  readonly by: bigint;
  readonly agreed?: bigint | null;
  readonly kind?: 'frozen' | 'settleable';
}
const reason = 'by court order';
/** What the application is told when it edits by itself; undefined where it may. */
const edit = ({ owner = merchant.id, change = 100_0000n, by, agreed = null, kind = 'frozen' }: Edit) =>
  database.pool
    .query('SELECT edit_balance($1, $2, $3, $4, $5, $6, NULL)', [owner, kind, change, by, agreed, reason])
    .then(
      () => undefined,
      (error: { code?: string }) => error.code,
    );

const ask = async (who: Person, path: string, body: object = {}) =>
  call('POST', path, {
    token: await door.tokenOf(who),
    headers: { 'idempotency-key': randomUUID() },
    body: { payment_password: paymentPassword, one_code: code(who), ...body },
  });
/** Submits a sum that waits for a second person. */
async function submitted(amount = '200000'): Promise<bigint> {
  const answer = await ask(maker, `/users/${merchant.id}/frozen`, { direction: 'freeze', amount, reason });
  return BigInt((answer.data as unknown as { approval_id: string }).approval_id);
}
const approve = (id: bigint) => ask(checker, `/admin/approvals/${id}/approve`);

test('an edit is made by an active person of the platform or of the owner’s own tree', async () => {
  expect(await edit({ by: agent.id })).toBeUndefined();
  expect(await edit({ by: maker.id })).toBeUndefined();
  expect(await edit({ by: 987_654_321n })).toBe('LG403');
  expect(await edit({ by: merchant.id })).toBe('LG403');
  const stranger = await person({ paymentPassword });
  expect(await edit({ by: stranger.id })).toBe('LG403');
  // A senior agent's own money is the platform's to edit.
  expect(await edit({ by: agent.id, owner: agent.id })).toBe('LG403');
  await admin.query("UPDATE app_user SET status = 'disabled' WHERE id = $1", [agent.id]);
  expect(await edit({ by: agent.id })).toBe('LG403');
});

test('an approval stands behind its own edit alone, once it was given, and once', async () => {
  const id = await submitted();
  const change = 200_000_0000n;
  expect(await edit({ by: maker.id, change, agreed: id })).toBe('LG403');
  expect((await approve(id)).code).toBe(0);
  expect(await edit({ by: maker.id, change, agreed: id })).toBe('23505');
  expect(await edit({ by: maker.id, change: change + 1n, agreed: id })).toBe('LG403');
  expect(await edit({ by: maker.id, change, agreed: id, kind: 'settleable' })).toBe('LG403');
  expect(await edit({ by: maker.id, change, agreed: id, owner: agent.id })).toBe('LG403');
  expect(await edit({ by: agent.id, change, agreed: id })).toBe('LG403');
  const { rows } = await admin.query('SELECT maker_id, checker_id FROM balance_edit WHERE approval_id = $1', [
    id,
  ]);
  expect(rows).toEqual([{ maker_id: maker.id, checker_id: checker.id }]);
});

test('the proof sees an edit that is not the one that was approved', async () => {
  const id = await submitted('150000');
  await approve(id);
  const failing = async () =>
    (await prove(database)).checks.flatMap(({ name, passed }) => (passed ? [] : [name]));
  // Money that was given to these owners, and edits past everybody who writes the log.
  const before = await failing();
  expect(before).toEqual(['L11', 'A1']);
  const client = await admin.connect();
  await client.query("SET session_replication_role = 'replica'");
  await client.query('UPDATE balance_edit SET checker_id = $1 WHERE approval_id = $2', [agent.id, id]);
  expect(await failing()).toEqual([...before, 'E2']);
  await client.query('UPDATE balance_edit SET checker_id = $1 WHERE approval_id = $2', [checker.id, id]);
  client.release(true);
});

const threshold = parseSignedLedger(approvalDefaultThreshold, 'TWD');
interface Client {
  query(text: string, values?: readonly unknown[]): Promise<unknown>;
}
async function inProduction(work: (client: Client) => Promise<void>) {
  const client = await admin.connect();
  await client.query("SET session_replication_role = 'replica'");
  await client.query('DELETE FROM installation');
  await client.query("INSERT INTO installation (mode) VALUES ('production')");
  try {
    await work({ query: (text, values = []) => client.query(text, [...values]) });
  } finally {
    await client.query('DELETE FROM installation');
    client.release(true);
  }
}

test('in production the books themselves insist on a second person from the threshold on', async () => {
  const alone = await person({ kind: 'admin', paymentPassword });
  await inProduction(async (client) => {
    expect(await edit({ by: alone.id, change: threshold })).toBe('LG403');
    expect(await edit({ by: alone.id, change: threshold - 1n })).toBeUndefined();
    // Many small ones count as the large one that they are, back and forth, of the same person and with the same owner.
    expect(await edit({ by: alone.id, change: -1n })).toBe('LG403');
    expect(await edit({ by: checker.id, change: 1n })).toBe('LG403');
    await client.query("INSERT INTO approval_policy VALUES ($1, 'users.editFrozen', 'TWD', $2)", [
      agent.id,
      threshold * 3n,
    ]);
    expect(await edit({ by: checker.id, change: 1n })).toBeUndefined();
  });
});

test('two edits of one person at once, with two owners, count as the one that they are', async () => {
  const alone = await person({ kind: 'admin', paymentPassword });
  await inProduction(async () => {
    const first = await database.pool.connect();
    await first.query('BEGIN');
    await first.query('SELECT edit_balance($1, $2, $3, $4, NULL, $5, NULL)', [
      merchant.id,
      'frozen',
      threshold - 1n,
      alone.id,
      reason,
    ]);
    // The other owner has no such money: without the person's lock it is the cover that refuses it.
    const second = edit({ by: alone.id, owner: agent.id, change: threshold - 1n });
    await setTimeout(200);
    await first.query('COMMIT');
    first.release();
    expect(await second).toBe('LG403');
  });
});

test('in production nobody moves the business clock, which would make all money due and begin a new day', async () => {
  const move = 'UPDATE business_clock SET offset_us = offset_us + 86400000000';
  await inProduction(async () => {
    await expect(database.pool.query(move)).rejects.toMatchObject({ code: '42501' });
  });
  for (const remove of ['DELETE FROM business_clock', 'INSERT INTO business_clock VALUES (false)']) {
    await expect(database.pool.query(remove)).rejects.toMatchObject({ code: '42501' });
  }
  await database.pool.query('UPDATE business_clock SET offset_us = offset_us + 1');
});
