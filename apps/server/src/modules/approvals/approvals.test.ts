import { randomUUID } from 'node:crypto';
import { Refusal } from '@suanpan/domain/errors';
import { formatLedger } from '@suanpan/money/amount';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { moveBusinessClock } from '../../../test/database.ts';
import type { RequestContext } from '../../platform/http/actor.ts';
import { openDoor } from '../identity/testing/open-door.ts';
import type { Person } from '../identity/testing/open-door.ts';
import { openApprovals } from './index.ts';
import type { ApprovalAct, Approvals } from './index.ts';

const door = await openDoor();
const { admin, call, code, database, identity, person } = door;
const paymentPassword = 'a payment password';

/** An act on a row of its own: it writes a sum into a merchant's phone number, which nobody else reads. */
const payload = z.strictObject({ userId: z.string(), amount: z.string().nullable() });
const writeSum = (name: ApprovalAct<unknown>['name']): ApprovalAct<z.output<typeof payload>> => ({
  name,
  payload,
  async preview(tx, { userId, amount }) {
    const user = await tx
      .selectFrom('app_user')
      .selectAll()
      .where('id', '=', BigInt(userId))
      .forUpdate()
      .executeTakeFirst();
    if (user === undefined) throw new Refusal('notFound');
    return {
      subject: { kind: 'user', id: userId, label: user.name },
      agentId: user.agent_id,
      ...(amount !== null && { amount: { currency: 'TWD' as const, minor: BigInt(amount) } }),
      rows: [{ field: 'frozen', before: user.phone, after: formatLedger(BigInt(amount ?? 0), 'TWD') }],
    };
  },
  async perform(tx, { userId, amount }) {
    const phone = formatLedger(BigInt(amount ?? 0), 'TWD');
    await tx.updateTable('app_user').set({ phone }).where('id', '=', BigInt(userId)).execute();
  },
});

const approvals = openApprovals({ db: database, identity, fourEyes: true });
const sum = approvals.register(writeSum('users.editFrozen'));
const grant = approvals.register(writeSum('access.grant'));
approvals.bind(door.app);

let merchant: Person;
let agent: Person;
beforeEach(async () => {
  agent = await person({
    paymentPassword,
    permissions: [
      'admin.approvals.get',
      'admin.approvals.approve',
      'admin.approvals.refuse',
      'users.list.editFrozen',
    ],
  });
  merchant = await person({ kind: 'customer', parentId: agent.id });
});

const admins = async () => person({ kind: 'admin', paymentPassword });

async function tokenOf(who: Person): Promise<string> {
  return await door.tokenOf(who);
}

async function contextOf(who: Person, more: Partial<RequestContext> = {}): Promise<RequestContext> {
  const actor = await identity.authenticate({
    token: await tokenOf(who),
    cookies: {},
    ip: '192.0.2.1',
    userAgent: 'test',
    isBackground: false,
    requestId: 'r',
  });
  return {
    actor,
    requestId: 'r',
    ip: '192.0.2.1',
    userAgent: 'test',
    locale: 'en',
    ...more,
  } as RequestContext;
}

async function submitSum(maker: Person, minor: bigint | null, desk: Approvals = approvals, act = sum) {
  const context = await contextOf(maker);
  const stepUp = await identity.proveStepUp(context.actor, { paymentPassword, oneCode: code(maker) });
  const wanted = { userId: merchant.id.toString(), amount: minor === null ? null : minor.toString() };
  return desk.submit(context, act, wanted, { reason: 'by court order', stepUp });
}

async function waiting(maker: Person): Promise<string> {
  const submitted = await submitSum(maker, 200_000_0000n);
  if (submitted.state !== 'waiting') throw new Error('It did not wait');
  return submitted.approval_id;
}

async function approve(
  who: Person,
  id: string,
  more: { password?: string; key?: string; code?: string } = {},
) {
  return call('POST', `/admin/approvals/${id}/approve`, {
    token: await tokenOf(who),
    body: { payment_password: more.password ?? paymentPassword, one_code: more.code ?? code(who) },
    ...(more.key !== undefined && { headers: { 'idempotency-key': more.key } }),
  });
}

const refuse = async (who: Person, id: string, reason = 'not like this') =>
  call('POST', `/admin/approvals/${id}/refuse`, { token: await tokenOf(who), body: { reason } });

const withdraw = async (who: Person, id: string, key?: string) =>
  call('POST', `/admin/approvals/${id}/withdraw`, {
    token: await tokenOf(who),
    body: {},
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });

const list = async (who: Person, query = '') =>
  (await call('GET', `/admin/approvals${query}`, { token: await tokenOf(who) })).data as unknown as {
    items: { id: string; state: string; actions: string[]; hindrance: string | null; effect: unknown[] }[];
    summary: { waiting: number; decidable: number; closed_today: number; four_eyes: boolean };
  };

const written = async () =>
  (await admin.query('SELECT phone FROM app_user WHERE id = $1', [merchant.id])).rows[0].phone as
    | string
    | null;
const stateOf = async (id: string) =>
  (await admin.query('SELECT state FROM approval WHERE id = $1', [id])).rows[0].state as string;
const auditOf = async (kind: string, id: string | bigint) =>
  (
    await admin.query(
      `SELECT act, actor_id, from_status, to_status, outcome, before, after FROM audit_log
       WHERE object_kind = $1 AND object_id = $2 ORDER BY id`,
      [kind, String(id)],
    )
  ).rows;

test('a sum from the threshold on waits for a second person, a smaller one does not', async () => {
  const maker = await admins();
  expect(await submitSum(maker, 99_999_9999n)).toEqual({ state: 'done' });
  expect(await written()).toBe('99999.9999');
  expect(await submitSum(maker, 100_000_0000n)).toMatchObject({ state: 'waiting' });
  expect(await written()).toBe('99999.9999');
  const rows = await auditOf('user', merchant.id);
  expect(rows).toMatchObject([
    {
      act: 'users.list.editFrozen',
      before: { frozen: null },
      after: { frozen: '99999.9999', reason: 'by court order' },
    },
  ]);
  expect(rows[0].actor_id).toBe(maker.id);
});

test('the most particular policy decides, and a negative sum counts by its size', async () => {
  const maker = await admins();
  await admin.query(
    `INSERT INTO approval_policy VALUES (NULL, NULL, 'TWD', 10000), ($1, 'users.editFrozen', 'TWD', 50000)`,
    [agent.id],
  );
  expect(await submitSum(maker, 49_999n)).toEqual({ state: 'done' });
  expect(await submitSum(maker, -50_000n)).toMatchObject({ state: 'waiting' });
  await admin.query('DELETE FROM approval_policy');
});

test('an act without a sum always waits', async () => {
  const maker = await admins();
  expect(await submitSum(maker, null, approvals, grant)).toMatchObject({ state: 'waiting' });
  expect(await submitSum(maker, null)).toMatchObject({ state: 'waiting' });
});

test('a second person approves, and then it is done once, with rows that name both', async () => {
  const [maker, checker] = [await admins(), await admins()];
  const id = await waiting(maker);
  const key = randomUUID();
  const oneCode = code(checker);
  const token = await tokenOf(checker);
  const fresh = code(checker);
  expect(oneCode).not.toBe(fresh);
  const send = () =>
    call('POST', `/admin/approvals/${id}/approve`, {
      token,
      body: { payment_password: paymentPassword, one_code: fresh },
      headers: { 'idempotency-key': key },
    });
  expect((await send()).code).toBe(0);
  expect((await send()).code).toBe(0);
  expect((await approve(checker, id)).code).toBe(21702);
  expect(await written()).toBe('200000.0000');
  expect(await stateOf(id)).toBe('approved');
  expect(await auditOf('approval', id)).toMatchObject([
    { act: 'approval.submit', to_status: 'waiting' },
    { act: 'admin.approvals.approve', from_status: 'waiting', to_status: 'approved' },
  ]);
  const rows = await auditOf('user', merchant.id);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ after: { approved_by: checker.id.toString(), approval_id: id } });
  expect(rows[0].actor_id).toBe(maker.id);
});

test('nobody approves or refuses what he made', async () => {
  const maker = await admins();
  const id = await waiting(maker);
  expect((await approve(maker, id)).code).toBe(21701);
  expect((await refuse(maker, id)).code).toBe(21701);
  expect(await stateOf(id)).toBe('waiting');
  expect((await list(maker)).items.find((item) => item.id === id)).toMatchObject({
    actions: ['withdraw'],
    hindrance: 'own',
  });
  await expect(
    admin.query(
      `UPDATE approval SET state = 'approved', checker_id = maker_id, decided_at = now() WHERE id = $1`,
      [id],
    ),
  ).rejects.toThrow('is the person of its maker');
});

test('an account that the maker made is the maker, also as the owner of the one who submitted', async () => {
  const maker = await admins();
  const id = await waiting(maker);
  const access = [
    'admin.approvals.get',
    'admin.approvals.approve',
    'admin.approvals.refuse',
    'users.list.editFrozen',
  ];
  const draft = { kind: 'staffSub', parentId: maker.id, paymentPassword, permissions: access } as const;
  const sub = await person({ ...draft, madeBy: maker.id });
  expect((await approve(sub, id)).code).toBe(21701);
  expect((await list(sub)).items.find((item) => item.id === id)).toMatchObject({ hindrance: 'samePerson' });
  await withdraw(maker, id);
  const its = await waiting(sub);
  expect((await approve(maker, its)).code).toBe(21701);
  await withdraw(sub, its);
  const again = await waiting(maker);
  const other = await person({
    kind: 'staffSub',
    parentId: (await admins()).id,
    paymentPassword,
    permissions: access,
  });
  expect((await approve(other, again)).code).toBe(0);
});

test('whoever acts as another neither submits nor decides', async () => {
  const [maker, boss] = [await admins(), await admins()];
  const id = await waiting(maker);
  const context = await contextOf(boss);
  const acting = { ...context, actor: { ...context.actor, effectiveUserId: agent.id } };
  await expect(
    approvals.submit(acting, sum, { userId: merchant.id.toString(), amount: '1' }, { reason: 'x' }),
  ).rejects.toMatchObject({ refusal: 'impersonationForbidden' });
  await admin.query('UPDATE session SET acting_for = $1 WHERE id = $2', [agent.id, context.actor.sessionId]);
  const token = await tokenOf(boss);
  await admin.query('UPDATE session SET acting_for = $1 WHERE user_id = $2', [agent.id, boss.id]);
  for (const [path, body] of [
    ['approve', { payment_password: paymentPassword, one_code: code(boss) }],
    ['refuse', { reason: 'x' }],
  ] as const) {
    expect((await call('POST', `/admin/approvals/${id}/${path}`, { token, body })).code).toBe(20430);
  }
  expect(await stateOf(id)).toBe('waiting');
});

test('the checker needs the right to approve, the right to the act, and the tree', async () => {
  const maker = await admins();
  const id = await waiting(maker);
  const stranger = await person({
    paymentPassword,
    permissions: ['admin.approvals.approve', 'admin.approvals.get'],
  });
  expect((await approve(stranger, id)).code).toBe(404);
  expect((await list(stranger)).items).toEqual([]);
  expect((await list(stranger, `?id=${id}`)).items).toEqual([]);
  const manager = await person({
    kind: 'manager',
    paymentPassword,
    permissions: ['admin.approvals.approve'],
  });
  expect((await approve(manager, id)).code).toBe(20403);
  const reader = await person({
    kind: 'manager',
    permissions: ['admin.approvals.get', 'users.list.editFrozen'],
  });
  expect((await list(reader)).items.find((item) => item.id === id)).toMatchObject({
    actions: [],
    hindrance: null,
  });
  const forAll = await submitSum(maker, null, approvals, grant);
  // His own tree, but a right that no senior agent has.
  expect((await approve(agent, 'approval_id' in forAll ? forAll.approval_id : '')).code).toBe(20403);
  expect((await approve(agent, id)).code).toBe(0);
});

test('payment password and a fresh code are needed, and what they guard is not done without', async () => {
  const [maker, checker] = [await admins(), await admins()];
  const id = await waiting(maker);
  expect((await approve(checker, id, { password: 'wrong' })).code).toBe(20434);
  expect((await approve(checker, id, { code: '000000' })).code).toBe(10003);
  const context = await contextOf(maker);
  await expect(
    approvals.submit(context, sum, { userId: merchant.id.toString(), amount: '1' }, { reason: 'x' }),
  ).rejects.toMatchObject({ refusal: 'stepUpRequired' });
  expect(await written()).toBeNull();
});

test('an effect that has changed ends it without an effect, and leaves the code unspent', async () => {
  const [maker, checker] = [await admins(), await admins()];
  const id = await waiting(maker);
  await admin.query(`UPDATE app_user SET phone = '1' WHERE id = $1`, [merchant.id]);
  const token = await tokenOf(checker);
  const oneCode = code(checker);
  const body = { payment_password: paymentPassword, one_code: oneCode };
  expect((await call('POST', `/admin/approvals/${id}/approve`, { token, body })).code).toBe(20412);
  expect(await stateOf(id)).toBe('stale');
  expect(await written()).toBe('1');
  expect((await auditOf('approval', id)).at(-1)).toMatchObject({ outcome: 'failed', to_status: 'stale' });
  // The only code that counts as used is the one he signed in with.
  const spent = await admin.query('SELECT step FROM totp_used WHERE user_id = $1', [checker.id]);
  expect(spent.rows).toHaveLength(1);
  expect(await waiting(maker)).not.toBe(id);
});

test('what somebody submitted who was switched off since, or lost the right, is not done in his name', async () => {
  const owner = await admins();
  const permissions = ['admin.approvals.get', 'users.list.editFrozen'];
  const clerk = () => person({ kind: 'staffSub', parentId: owner.id, paymentPassword, permissions });
  const set = (change: string, id: bigint) =>
    admin.query(`UPDATE app_user SET ${change} WHERE id = $1`, [id]);
  for (const [maker, change, about] of [
    [await admins(), "status = 'disabled'", null],
    [await clerk(), "permissions = '{admin.approvals.get}'", null],
    [await clerk(), "status = 'disabled'", owner.id],
  ] as const) {
    const id = await waiting(maker);
    await set(change, about ?? maker.id);
    const checker = await admins();
    expect([change, (await approve(checker, id)).code]).toEqual([change, 20412]);
    expect(await stateOf(id)).toBe('stale');
    expect(await written()).toBeNull();
  }
});

test('what the checker sees is what was submitted: a row that was rewritten is not carried out', async () => {
  const [maker, checker] = [await admins(), await admins()];
  const id = await waiting(maker);
  const rewrite = `UPDATE approval SET effect = jsonb_set(effect, '{rows,0,after}', '"1.0000"') WHERE id = $1`;
  await expect(admin.query(rewrite, [id])).rejects.toThrow('stands as it is');
  await expect(
    admin.query(
      `UPDATE approval SET effect_hash = 'x', state = 'expired', decided_at = now() WHERE id = $1`,
      [id],
    ),
  ).rejects.toThrow('stands as it is');
  await admin.query('ALTER TABLE approval DISABLE TRIGGER approval_stands');
  await admin.query(rewrite, [id]);
  await admin.query('ALTER TABLE approval ENABLE TRIGGER approval_stands');
  expect((await list(checker)).items.find((item) => item.id === id)?.effect).toMatchObject([
    { after: '1.0000' },
  ]);
  expect((await approve(checker, id)).code).not.toBe(0);
  expect(await stateOf(id)).toBe('waiting');
  expect(await written()).toBeNull();
});

test('the same thing waits once', async () => {
  const [maker, other] = [await admins(), await admins()];
  await waiting(maker);
  await expect(waiting(other)).rejects.toMatchObject({ refusal: 'approvalPending' });
  expect(await submitSum(other, 300_000_0000n)).toMatchObject({ state: 'waiting' });
});

test('after 24 hours it is over, even before the sweep has said so', async () => {
  const [maker, checker] = [await admins(), await admins()];
  const id = await waiting(maker);
  await moveBusinessClock(database, 24 * 3_600_000 + 1_000);
  expect((await approve(checker, id)).code).toBe(21702);
  expect((await list(checker, '?state=waiting')).items.map((item) => item.id)).not.toContain(id);
  expect((await list(checker, '?state=expired')).items.map((item) => item.id)).toContain(id);
  expect((await list(checker, `?id=${id}`)).items).toMatchObject([{ id, state: 'expired' }]);
  expect(await stateOf(id)).toBe('waiting');
  await approvals.sweep();
  expect(await stateOf(id)).toBe('expired');
  expect((await auditOf('approval', id)).at(-1)).toMatchObject({
    act: 'approval.expire',
    to_status: 'expired',
  });
  expect(await waiting(maker)).not.toBe(id);
});

test('what is asked for once more after its time ends the one before in the log too', async () => {
  const maker = await admins();
  const id = await waiting(maker);
  await moveBusinessClock(database, 24 * 3_600_000 + 1_000);
  expect(await waiting(maker)).not.toBe(id);
  expect((await auditOf('approval', id)).at(-1)).toMatchObject({
    act: 'approval.expire',
    to_status: 'expired',
  });
});

test('a refusal takes a reason, has no effect and stands', async () => {
  const [maker, checker] = [await admins(), await admins()];
  const id = await waiting(maker);
  expect((await refuse(checker, id, '  ')).code).toBe(400);
  expect((await refuse(checker, id)).code).toBe(0);
  expect((await approve(await admins(), id)).code).toBe(21702);
  expect(await written()).toBeNull();
  expect((await list(checker, '?state=refused')).items[0]).toMatchObject({
    id,
    decision_reason: 'not like this',
  });
  expect((await auditOf('approval', id)).at(-1)).toMatchObject({
    act: 'admin.approvals.refuse',
    to_status: 'refused',
    after: { reason: 'not like this' },
  });
  await expect(admin.query(`UPDATE approval SET state = 'waiting' WHERE id = $1`, [id])).rejects.toThrow(
    'stands as it is',
  );
  await expect(admin.query('DELETE FROM approval WHERE id = $1', [id])).rejects.toThrow('stands as it is');
});

test('the maker takes back what waits, and nobody else does', async () => {
  const [maker, checker] = [await admins(), await admins()];
  const id = await waiting(maker);
  expect((await list(maker)).items.find((item) => item.id === id)?.actions).toEqual(['withdraw']);
  expect((await list(checker)).items.find((item) => item.id === id)?.actions).toEqual(['approve', 'refuse']);
  expect((await withdraw(checker, id)).code).toBe(404);
  expect((await withdraw(agent, id)).code).toBe(404);
  const key = randomUUID();
  expect((await withdraw(maker, id, key)).code).toBe(0);
  expect((await withdraw(maker, id, key)).code).toBe(0);
  expect((await withdraw(maker, id)).code).toBe(21702);
  expect((await approve(checker, id)).code).toBe(21702);
  expect((await refuse(checker, id)).code).toBe(21702);
  expect(await written()).toBeNull();
  expect((await list(checker, '?state=withdrawn')).items[0]).toMatchObject({ id, actions: [] });
  expect((await auditOf('approval', id)).at(-1)).toMatchObject({
    act: 'approval.withdraw',
    actor_id: maker.id,
    from_status: 'waiting',
    to_status: 'withdrawn',
  });
  const { rows } = await admin.query(
    `SELECT payload FROM outbox WHERE subject = $1 ORDER BY id DESC LIMIT 1`,
    [`approval:${id}`],
  );
  expect(rows).toMatchObject([{ payload: { state: 'withdrawn', maker_id: maker.id.toString() } }]);
  expect(await waiting(maker)).not.toBe(id);
});

test('what is over is not taken back', async () => {
  const maker = await admins();
  const id = await waiting(maker);
  await moveBusinessClock(database, 24 * 3_600_000 + 1_000);
  expect((await withdraw(maker, id)).code).toBe(21702);
  expect(await stateOf(id)).toBe('waiting');
});

test('whoever acts as another takes nothing back', async () => {
  const maker = await admins();
  const id = await waiting(maker);
  const token = await tokenOf(maker);
  await admin.query('UPDATE session SET acting_for = $1 WHERE user_id = $2', [agent.id, maker.id]);
  expect((await call('POST', `/admin/approvals/${id}/withdraw`, { token, body: {} })).code).toBe(20430);
  expect(await stateOf(id)).toBe('waiting');
});

test('of taking back and approving at once exactly one happens', async () => {
  for (let round = 0; round < 3; round += 1) {
    const [maker, checker] = [await admins(), await admins()];
    await admin.query('UPDATE app_user SET phone = NULL WHERE id = $1', [merchant.id]);
    const id = await waiting(maker);
    const [makers, checkers] = [await tokenOf(maker), await tokenOf(checker)];
    const proof = { payment_password: paymentPassword, one_code: code(checker) };
    const [taken, approved] = await Promise.all([
      call('POST', `/admin/approvals/${id}/withdraw`, { token: makers, body: {} }),
      call('POST', `/admin/approvals/${id}/approve`, { token: checkers, body: proof }),
    ]);
    expect([taken.code, approved.code].toSorted((left, right) => left - right)).toEqual([0, 21702]);
    expect(await stateOf(id)).toBe(taken.code === 0 ? 'withdrawn' : 'approved');
    expect(await written()).toBe(taken.code === 0 ? null : '200000.0000');
  }
});

test('two who approve at once do it once', async () => {
  const [maker, one, two] = [await admins(), await admins(), await admins()];
  const id = await waiting(maker);
  const tokens = [await tokenOf(one), await tokenOf(two)];
  // Each code moves the clock a step on, and the one before is still good; so all are taken before anybody calls.
  const fresh = [code(one), code(two)];
  const replies = await Promise.all(
    tokens.map((token, index) =>
      call('POST', `/admin/approvals/${id}/approve`, {
        token,
        body: { payment_password: paymentPassword, one_code: fresh[index] },
      }),
    ),
  );
  const codes = replies.map((reply) => reply.code);
  expect(codes.toSorted((left, right) => left - right)).toEqual([0, 21702]);
  expect(await auditOf('user', merchant.id)).toHaveLength(1);
});

test('the list counts what waits and what of it the caller may decide', async () => {
  const [maker, checker] = [await admins(), await admins()];
  await waiting(maker);
  const [mine, his] = [(await list(maker)).summary, (await list(checker)).summary];
  expect(mine.waiting).toBe(his.waiting);
  expect(his.decidable - mine.decidable).toBe(1);
  expect((await list(agent)).summary).toMatchObject({ waiting: 1, decidable: 1, four_eyes: true });
});

test('the list counts what was closed today and gives it when asked, and not what was closed before', async () => {
  const [maker, checker] = [await admins(), await admins()];
  const closedToday = async (): Promise<number> => (await list(checker)).summary.closed_today;
  const listed = async () => (await list(checker, '?closed=today&paginate=200')).items.map(({ id }) => id);
  const before = await closedToday();
  const first = await waiting(maker);
  expect(await closedToday()).toBe(before);
  expect((await refuse(checker, first)).code).toBe(0);
  const second = await waiting(maker);
  expect((await refuse(checker, second)).code).toBe(0);
  const open = await waiting(maker);
  expect(await closedToday()).toBe(before + 2);
  expect(await listed()).toHaveLength(before + 2);
  expect((await list(checker, '?closed=today&state=waiting')).items).toEqual([]);
  // A decision stands as it is, so time is turned back with the guards away.
  await admin.query(
    `SET session_replication_role = replica;
     UPDATE approval SET decided_at = decided_at - interval '1 day' WHERE id = ${BigInt(first)};
     SET session_replication_role = origin`,
  );
  expect(await closedToday()).toBe(before + 1);
  const after = await listed();
  expect([first, second, open].map((id) => after.includes(id))).toEqual([false, true, false]);
});

test('without a question the list is what waits whatever its age, and then what was closed today', async () => {
  const [maker, checker] = [await admins(), await admins()];
  const submitted = await submitSum(maker, 300_000_0000n);
  if (submitted.state !== 'waiting') throw new Error('It did not wait');
  const old = submitted.approval_id;
  const refused = async (): Promise<string> => {
    const id = await waiting(maker);
    expect((await refuse(checker, id)).code).toBe(0);
    return id;
  };
  const [before, closed] = [await refused(), await refused()];
  await admin.query(
    `SET session_replication_role = replica;
     UPDATE approval SET created_at = created_at - interval '2 days' WHERE id = ${BigInt(old)};
     UPDATE approval SET decided_at = decided_at - interval '1 day' WHERE id = ${BigInt(before)};
     SET session_replication_role = origin`,
  );
  const { items } = await list(checker, '?paginate=200');
  const ids = items.map(({ id }) => id);
  expect([old, closed, before].map((id) => ids.includes(id))).toEqual([true, true, false]);
  expect(ids.indexOf(old)).toBeLessThan(ids.indexOf(closed));
  expect((await list(checker, '?state=refused&paginate=200')).items.map(({ id }) => id)).toContain(before);
});

test('news goes out with a submission and with its end', async () => {
  const [maker, checker] = [await admins(), await admins()];
  const id = await waiting(maker);
  await refuse(checker, id);
  const { rows } = await admin.query(`SELECT kind, payload FROM outbox WHERE subject = $1 ORDER BY id`, [
    `approval:${id}`,
  ]);
  expect(rows).toMatchObject([
    {
      kind: 'approval.submitted',
      payload: { approval_id: id, maker_id: maker.id.toString(), state: 'waiting' },
    },
    { kind: 'approval.ended', payload: { state: 'refused' } },
  ]);
});

test('with four eyes switched off nothing waits, and a row says so', async () => {
  const off = openApprovals({ db: database, identity, fourEyes: false });
  const act = off.register(writeSum('users.editFrozen'));
  await off.announce();
  expect(await submitSum(await admins(), 900_000_0000n, off, act)).toEqual({ state: 'done' });
  expect(await written()).toBe('900000.0000');
  expect(await auditOf('installation', 'FOUR_EYES')).toMatchObject([{ act: 'approvals.fourEyesOff' }]);
});

test('an act is registered once', () => {
  expect(() => approvals.register(writeSum('access.grant'))).toThrow('registered twice');
});
