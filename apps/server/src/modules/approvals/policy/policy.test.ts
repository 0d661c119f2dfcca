import { amountActNames } from '@suanpan/domain/approvals';
import { beforeEach, expect, test } from 'vitest';
import { openDoor } from '../../identity/testing/open-door.ts';
import type { Person } from '../../identity/testing/open-door.ts';
import { openApprovals } from '../index.ts';

const door = await openDoor();
const { admin, call, code, database, identity, person } = door;
const paymentPassword = 'a payment password';
const approvals = openApprovals({ db: database, identity, fourEyes: true });
approvals.bind(door.app);

const ok = { code: 0 };
let maker: Person;
let checker: Person;
beforeEach(async () => {
  maker = await person({ kind: 'admin', paymentPassword });
  checker = await person({ kind: 'admin', paymentPassword });
  await admin.query('DELETE FROM approval_policy');
});

async function ask(who: Person, method: 'GET' | 'POST', path: string, more: object = {}) {
  const token = await door.tokenOf(who);
  const proof = { payment_password: paymentPassword, one_code: code(who) };
  const body = method === 'GET' ? undefined : { ...proof, ...more };
  return call(method, path, { token, ...(body && { body }) });
}

const change = (more: object, who = maker) =>
  ask(who, 'POST', '/admin/approvals/policy', {
    agent_id: null,
    act: null,
    currency: 'TWD',
    threshold: '50000',
    was: '100000.0000',
    reason: 'more care',
    ...more,
  });

async function approve(reply: Awaited<ReturnType<typeof change>>, who = checker) {
  const { approval_id: id } = reply.data as unknown as { approval_id: string };
  return ask(who, 'POST', `/admin/approvals/${id}/approve`);
}

interface Shown {
  readonly agent: { id: string } | null;
  readonly act: string | null;
  readonly currency: string;
  readonly threshold: string;
  readonly source: string;
}
const shown = async (): Promise<Shown[]> =>
  (await ask(maker, 'GET', '/admin/approvals/policy')).data['items'] as unknown as Shown[];
const ofTwd = async () =>
  (await shown())
    .filter(({ currency }) => currency === 'TWD')
    .map(({ agent, act, threshold, source }) => [agent?.id ?? null, act, threshold, source]);

test('before anybody set one, a threshold stands for TWD, and other sums always wait', async () => {
  const items = await shown();
  expect(await ofTwd()).toContainEqual([null, null, '100000.0000', 'preset']);
  expect(items.find(({ currency, act }) => currency === 'USDT' && act === null)).toMatchObject({
    threshold: '0.000000',
    source: 'preset',
  });
});

test('a threshold changes once a second person has approved it, and leaves a row with both sums', async () => {
  const sent = await change({});
  expect(sent).toMatchObject({ code: 0, data: { state: 'waiting' } });
  expect(await ofTwd()).toContainEqual([null, null, '100000.0000', 'preset']);
  expect((await approve(sent, maker)).code).toBe(21701);
  expect(await approve(sent)).toMatchObject(ok);
  expect(await ofTwd()).toEqual([
    [null, null, '50000.0000', 'own'],
    ...amountActNames.map((act) => [null, act, '50000.0000', 'inherited']),
  ]);
  const { rows } = await admin.query(
    `SELECT act, actor_id, before, after FROM audit_log WHERE object_kind = 'approvalPolicy' ORDER BY id DESC LIMIT 1`,
  );
  expect(rows).toMatchObject([
    {
      act: 'admin.approvals.update',
      actor_id: maker.id,
      before: { threshold: '100000.0000' },
      after: { threshold: '50000.0000', reason: 'more care', approved_by: checker.id.toString() },
    },
  ]);
});

test('one act and one senior agent can have a threshold of their own, and lose it again', async () => {
  const agent = await person();
  const place = { act: 'users.editFrozen', agent_id: agent.id.toString() };
  expect(await approve(await change(place))).toMatchObject(ok);
  expect(await ofTwd()).toContainEqual([agent.id.toString(), 'users.editFrozen', '50000.0000', 'own']);
  expect(await ofTwd()).toContainEqual([null, 'users.editFrozen', '100000.0000', 'preset']);
  const gone = await change({ ...place, threshold: null, was: '50000.0000' });
  expect(await approve(gone)).toMatchObject(ok);
  expect((await shown()).filter((row) => row.agent !== null)).toEqual([]);
});

test('a threshold under which nobody would ever be asked is refused', async () => {
  expect((await change({ threshold: '1000000.01' })).code).toBe(21705);
  expect((await change({ threshold: '999999999999' })).code).toBe(21705);
  expect((await change({ currency: 'USDT', threshold: '30000.000001', was: '0.000000' })).code).toBe(21705);
  expect((await change({ threshold: '1000000' })).code).toBe(0);
});

test('what cannot be read as a sum, names no senior agent, changes nothing or is out of date is refused', async () => {
  expect((await change({ threshold: '5.005' })).code).toBe(21010);
  expect((await change({ threshold: '-1' })).code).toBe(400);
  expect((await change({ act: 'access.grant' })).code).toBe(400);
  expect((await change({ agent_id: maker.id.toString() })).code).toBe(21601);
  expect((await change({ threshold: null })).code).toBe(21001);
  expect((await change({ was: '90000.0000' })).code).toBe(20412);
});

test('of two changes of the same threshold the later one has become stale', async () => {
  const [one, two] = [await change({}), await change({ threshold: '60000' })];
  expect(await approve(one)).toMatchObject(ok);
  expect((await approve(two)).code).toBe(20412);
  expect(await ofTwd()).toContainEqual([null, null, '50000.0000', 'own']);
});

test('the policy is the platform’s, even for somebody below a senior agent who was given the permission', async () => {
  const agent = await person({
    paymentPassword,
    permissions: ['admin.approvals.get', 'admin.approvals.update'],
  });
  expect((await ask(agent, 'GET', '/admin/approvals/policy')).code).toBe(20403);
  expect((await change({}, agent)).code).toBe(20403);
});

test('whoever sets, changes or removes a threshold past this leaves a trace that names his login', async () => {
  const traces = async () =>
    (
      await admin.query(
        `SELECT actor_id, object_id, before ->> 'amount_minor' AS was, after ->> 'amount_minor' AS is, after ->> 'by' AS login
         FROM audit_log WHERE act = 'threshold.set' ORDER BY id DESC LIMIT 3`,
      )
    ).rows;
  const run = (statement: string) => database.pool.query(statement);
  await run("INSERT INTO approval_policy (currency, threshold) VALUES ('TWD', 10)");
  await run('UPDATE approval_policy SET threshold = 99');
  await run('DELETE FROM approval_policy');
  const by = { actor_id: null, object_id: 'all:all:TWD', login: expect.stringMatching(/app_login$/) };
  expect(await traces()).toEqual([
    { ...by, was: '99', is: null },
    { ...by, was: '10', is: '99' },
    { ...by, was: null, is: '10' },
  ]);
  // Through the product it names the maker.
  expect(await approve(await change({}))).toMatchObject(ok);
  expect((await traces())[0]).toMatchObject({ actor_id: maker.id, was: null, is: '500000000', login: null });
  expect(await approve(await change({ threshold: '60000', was: '50000.0000' }))).toMatchObject(ok);
  expect((await traces())[0]).toMatchObject({ actor_id: maker.id, was: '500000000', is: '600000000' });
});
