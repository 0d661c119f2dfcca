import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { actorOf, openHttp } from '../../../test/http.ts';
import { openMoneyRooms } from '../../../test/money-rooms.ts';
import { createTenant } from '../../../test/tenant.ts';
import type { Tenant } from '../../../test/tenant.ts';
import { openAccounts, postJournals } from '../../../test/post-journals.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { insertSession } from '../sessions/index.ts';
import { openTestUsers } from './testing/open-test-users.ts';

const base = await testDatabase();
const rooms = await openMoneyRooms(base);
const http = openHttp(base);
openTestUsers(base, http.app);
const { admin: sql } = base;

let own: Tenant;
let other: Tenant;
let merchantId: bigint;
let adminId: bigint;
let admin: Actor;
beforeAll(async () => {
  const provider = rooms.bank;
  [own, other] = [await createTenant(base, { provider }), await createTenant(base, { provider })];
  const { rows } = await sql.query(
    `INSERT INTO app_user (kind, username, name, password_hash, tenant_path, created_at, updated_at)
     VALUES ('admin', 'root', 'Root', 'x', '', now(), now()), ('manager', 'checker', 'Checker', 'x', '', now(), now())
     RETURNING id`,
  );
  adminId = rows[0].id;
  admin = actorOf('admin', adminId);
});
beforeEach(async () => {
  merchantId = await own.merchant();
});

const agent = (): Actor => actorOf('agent', own.agentId);
const row = async (id: bigint) => (await sql.query('SELECT * FROM app_user WHERE id = $1', [id])).rows[0];
const versionOf = async (id: bigint): Promise<string> => (await row(id)).updated_at.toISOString();
const auditsOf = async (id: bigint) =>
  (
    await sql.query(
      `SELECT act, actor_id, from_status, to_status, before, after FROM audit_log
       WHERE object_kind = 'user' AND object_id = $1 ORDER BY id`,
      [String(id)],
    )
  ).rows;
const openSession = (userId: bigint, ip = '192.0.2.1') =>
  transact(base.database.app, (tx) =>
    insertSession(tx, { userId, secondFactor: true, browserHash: null, ip, userAgent: 'test' }),
  );
const openSessions = async (userId: bigint): Promise<number> =>
  (await sql.query('SELECT FROM session WHERE user_id = $1 AND ended_at IS NULL', [userId])).rows.length;

describe('an edit', () => {
  const edit = async (actor: Actor, id: bigint, body: object) =>
    http.send(actor, 'PATCH', `/users/${id}`, { version: await versionOf(id), ...body });

  test('changes what is given, answers the row and leaves before and after', async () => {
    const answer = await edit(agent(), merchantId, { name: 'New Name', settle_rule: 'T2' });
    expect(answer.data).toMatchObject({
      state: 'done',
      user: { name: 'New Name', version: await versionOf(merchantId) },
    });
    expect(await row(merchantId)).toMatchObject({ name: 'New Name', settle_rule: 'T2' });
    expect(await auditsOf(merchantId)).toMatchObject([
      {
        act: 'users.list.update',
        actor_id: own.agentId,
        before: { settle_rule: 'T1' },
        after: { name: 'New Name', settle_rule: 'T2' },
      },
    ]);
  });

  test('that gives a merchant his money sooner waits for a second person, whole', async () => {
    const sooner = [
      { settle_rule: 'D0' },
      { settle_rule: 'T0', name: 'Other' },
      { payout_from_unsettled: true },
    ];
    const before = await row(merchantId);
    for (const body of sooner) {
      expect((await edit(agent(), merchantId, body)).code).toBe(21015);
      const asked = await edit(agent(), merchantId, { ...body, reason: 'a good customer' });
      expect(asked.data).toMatchObject({ state: 'waiting' });
    }
    expect(await row(merchantId)).toEqual(before);
    const waits = { act: 'users.settleSooner', maker: { id: String(own.agentId) }, blocks: [] };
    for (const who of [admin, agent()]) {
      const { data } = await http.get(who, `/users?search=${merchantId}`);
      expect(data.items).toMatchObject([{ id: String(merchantId), waiting_acts: [waits, waits, waits] }]);
    }
    expect((await edit(admin, merchantId, { settle_rule: 'weekly' })).data).toMatchObject({ state: 'done' });
    expect((await edit(admin, merchantId, { settle_rule: 'T1' })).code).toBe(21015);
    const made = { name: 'New', username: `early.${merchantId}`, settle_rule: 'D0' };
    const refused = await http.post(agent(), '/customers', made);
    expect([refused.code, Object.keys(refused.errors ?? {})]).toEqual([400, ['settle_rule']]);
  });

  test('of a state that somebody else has changed meanwhile is refused', async () => {
    const version = await versionOf(merchantId);
    await edit(agent(), merchantId, { name: 'First' });
    const late = await http.send(agent(), 'PATCH', `/users/${merchantId}`, { version, name: 'Second' });
    expect(late.code).toBe(20412);
    expect((await row(merchantId)).name).toBe('First');
  });

  test('never reaches a foreign user, or a field that the user or the caller has not', async () => {
    expect((await edit(agent(), other.merchantId, { name: 'Mine' })).code).toBe(404);
    expect((await edit(agent(), merchantId, { system_fee_mode: 'periodic' })).code).toBe(400);
    expect((await edit(admin, own.subAgentId, { settle_rule: 'D0' })).code).toBe(400);
    expect((await edit(admin, merchantId, { balance: '1' })).code).toBe(400);
    expect((await edit(admin, merchantId, { settle_rule: 'T31' })).code).toBe(400);
    expect((await edit(actorOf('subAgent', own.subAgentId), own.merchantId, { name: 'x' })).code).toBe(20403);
    expect((await edit(admin, own.agentId, { system_fee_mode: 'periodic' })).code).toBe(0);
  });
});

describe('access', () => {
  const grant = async (actor: Actor, id: bigint, permissions: string[] | null, more: object = {}) =>
    http.send(actor, 'PUT', `/users/${id}/permissions`, {
      version: await versionOf(id),
      permissions,
      ...more,
    });
  let sub: bigint;
  beforeEach(async () => {
    sub = await own.user('customerSub', {
      parent_id: merchantId,
      customer_id: merchantId,
      status: 'pending',
    });
  });

  test('saved for the first time makes a pending sub-account active', async () => {
    const answer = await grant(actorOf('customer', merchantId), sub, ['collections.transactions.get']);
    expect(answer.data).toMatchObject({ state: 'done', user: { status: 'active', set_access_first: false } });
    expect(await auditsOf(sub)).toMatchObject([
      { act: 'users.subAcc.access', from_status: 'pending', to_status: 'active' },
    ]);
  });

  test('of a sub-account never goes beyond its owner', async () => {
    for (const permission of ['collections.transactions.supply', 'users.list.get', 'no.such.permission']) {
      expect((await grant(admin, sub, [permission])).code).toBe(21607);
    }
    await sql.query(`UPDATE app_user SET permissions = '{payment.apply.get}' WHERE id = $1`, [merchantId]);
    expect((await grant(agent(), sub, ['collections.transactions.get'])).code).toBe(21607);
    expect((await grant(agent(), sub, ['payment.apply.get'])).code).toBe(0);
  });

  test('given by a sub-account never goes beyond itself', async () => {
    const helper = actorOf('customerSub', sub, {
      scope: { kind: 'customer', customerId: merchantId },
      permissions: new Set(['users.subAcc.get', 'users.subAcc.access']),
    });
    const second = await own.user('customerSub', { parent_id: merchantId, status: 'pending' });
    expect((await grant(helper, second, ['collections.transactions.get'])).code).toBe(21607);
    expect((await grant(helper, second, ['users.subAcc.get'])).code).toBe(0);
  });

  test('on request is the platform to give, and so are the two flags of an agent', async () => {
    expect((await grant(agent(), merchantId, null, { allow_manual_payout: true })).code).toBe(400);
    const flag = { allow_manual_balance: true };
    expect((await grant(admin, own.agentId, null, flag)).code).toBe(21015);
    const asked = await grant(admin, own.agentId, null, { ...flag, reason: 'trusted for years' });
    expect(asked.data).toMatchObject({ state: 'waiting' });
    expect((await row(own.agentId)).allow_manual_balance).toBe(false);
    await sql.query('UPDATE app_user SET allow_manual_balance = true WHERE id = $1', [own.agentId]);
    expect((await http.get(admin, `/users/${own.agentId}/permissions`)).data).toMatchObject({
      allow_manual_balance: true,
      source: 'preset',
    });
    expect((await http.get(admin, `/users/${own.agentId}/permissions`)).data.effective).toContain(
      'cashManagement3.manualAdjustment',
    );
  });

  test('taken away ends the sessions that had it, given does not', async () => {
    await openSession(merchantId);
    const all = (await http.get(admin, `/users/${merchantId}/permissions`)).data.effective as string[];
    expect((await grant(agent(), merchantId, all)).code).toBe(0);
    expect(await openSessions(merchantId)).toBe(1);
    expect((await grant(agent(), merchantId, all.slice(1))).code).toBe(0);
    expect(await openSessions(merchantId)).toBe(0);
  });
});

describe('passwords', () => {
  test('a link is told once, is nowhere else, and ends the one before', async () => {
    const first = (await http.post(agent(), `/users/${merchantId}/password`)).data;
    const second = (await http.post(agent(), `/users/${merchantId}/password`)).data;
    const code = new URL(second.url.replace('#/', '')).searchParams.get('code') ?? '';
    expect(code.length).toBeGreaterThan(30);
    expect(first.url).not.toBe(second.url);
    const stored = await sql.query('SELECT * FROM password_link WHERE user_id = $1', [merchantId]);
    expect(stored.rows).toHaveLength(1);
    const { token_hash: hash } = stored.rows[0];
    expect(hash).not.toContain(code);
    expect((await auditsOf(merchantId)).map(({ after }) => JSON.stringify(after)).join()).not.toContain(code);
    expect((await http.post(agent(), `/users/${other.merchantId}/password`)).code).toBe(404);
  });

  test('a payment password is taken away, and its owner is told', async () => {
    const reset = () =>
      http.post(agent(), `/users/${merchantId}/paymentPassword`, { reason: 'asked by phone' });
    expect((await reset()).code).not.toBe(0);
    await sql.query(`UPDATE app_user SET payment_password_hash = 'x' WHERE id = $1`, [merchantId]);
    expect((await reset()).code).toBe(0);
    expect((await row(merchantId)).payment_password_hash).toBeNull();
    const news = await sql.query(
      `SELECT FROM outbox WHERE kind = 'user.paymentPasswordChanged' AND subject = $1`,
      [`user:${merchantId}`],
    );
    expect(news.rows).toHaveLength(1);
  });
});

describe('the list of addresses', () => {
  const save = async (actor: Actor, id: bigint, entries: string[]) =>
    http.send(actor, 'PUT', `/users/${id}/ipWhitelist`, { version: await versionOf(id), entries });

  test('takes addresses and blocks of both kinds in one spelling, and nothing else', async () => {
    const answer = await save(agent(), merchantId, [
      '203.0.113.7',
      '198.51.100.0/24',
      '2001:DB8::/32',
      '::ffff:203.0.113.7',
    ]);
    expect(answer.data.entries).toEqual(['203.0.113.7', '198.51.100.0/24', '2001:db8::/32']);
    const news = await sql.query(
      `SELECT FROM outbox WHERE kind = 'user.ipAllowlistChanged' AND subject = $1`,
      [`user:${merchantId}`],
    );
    expect(news.rows).toHaveLength(1);
    for (const wrong of ['203.0.113', '1.2.3.4/33', '1.2.3.4/', 'example.com', '::/129', '1.2.3.4/8/8']) {
      expect((await save(agent(), merchantId, [wrong])).code).toBe(400);
    }
  });

  test('ends sessions from elsewhere and leaves the others', async () => {
    await openSession(merchantId, '203.0.113.7');
    await openSession(merchantId, '192.0.2.99');
    expect((await save(agent(), merchantId, ['203.0.113.0/24'])).data).toMatchObject({ sessions_ended: 1 });
    expect(await openSessions(merchantId)).toBe(1);
  });

  test('of oneself must hold the address one comes from', async () => {
    expect((await save(agent(), own.agentId, ['203.0.113.7'])).code).not.toBe(0);
    expect((await row(own.agentId)).ip_allowlist).toEqual([]);
    expect((await save(agent(), own.agentId, ['127.0.0.0/8'])).code).toBe(0);
    expect((await save(agent(), own.agentId, [])).code).toBe(0);
  });
});

describe('states', () => {
  const change = (actor: Actor, id: bigint, event: string) =>
    http.post(actor, `/users/${id}/status`, { event, reason: 'as agreed' });

  test('disabling cuts the sessions of the user and of those who work for him', async () => {
    const sub = await own.user('customerSub', { parent_id: merchantId });
    await openSession(merchantId);
    await openSession(sub);
    expect((await change(agent(), merchantId, 'disable')).data).toMatchObject({ status: 'disabled' });
    expect([await openSessions(merchantId), await openSessions(sub)]).toEqual([0, 0]);
    expect((await change(agent(), merchantId, 'disable')).code).toBe(21001);
    expect((await change(agent(), merchantId, 'enable')).data).toMatchObject({ status: 'active' });
    expect((await change(agent(), other.merchantId, 'disable')).code).toBe(404);
  });

  test('archiving waits for open orders, for money, and for those below', async () => {
    const order = await rooms.place(merchantId);
    await change(admin, merchantId, 'disable');
    expect((await change(admin, merchantId, 'archive')).code).toBe(21603);
    rooms.bank.pay(order.order_no);
    await rooms.tell(order);
    expect((await change(admin, merchantId, 'archive')).code).toBe(21114);

    const ga = await own.user('subAgent', { status: 'disabled' });
    const bound = await own.merchant({ sub_agent_id: ga });
    expect((await change(admin, ga, 'archive')).code).toBe(21614);
    await sql.query('UPDATE app_user SET sub_agent_id = NULL WHERE id = $1', [bound]);
    expect((await change(admin, ga, 'archive')).data).toMatchObject({ status: 'archived', actions: [] });
  });

  test('archiving and moving wait for callbacks, approvals, set-aside money and debts', async () => {
    await change(admin, merchantId, 'disable');
    const archive = async () => (await change(admin, merchantId, 'archive')).code;
    const move = async () =>
      (
        await http.post(admin, `/users/${merchantId}/agent`, {
          version: await versionOf(merchantId),
          agent_id: String(other.agentId),
          reason: 'as agreed',
        })
      ).code;
    await sql.query(
      `INSERT INTO callback (event_id, order_kind, order_id, customer_id, agent_id, recipient_id, type, api_version, body, url, lane,
                             status, next_at, created_at, order_created_at)
       VALUES ('evt_open', 'collection', 1, $1, $2, $1, 'collection.succeeded', 'v2', '{}', 'https://a.example.com', 'lane', 'failed',
               now(), now(), now())`,
      [merchantId, own.agentId],
    );
    expect([await archive(), await move()]).toEqual([21615, 21615]);
    await sql.query("UPDATE callback SET next_at = NULL WHERE event_id = 'evt_open'");
    const { rows } = await sql.query(
      `INSERT INTO approval (act, subject_kind, subject_id, subject_label, agent_id, payload, payload_hash, effect,
                             effect_hash, reason, maker_id, created_at, expires_at)
       VALUES ('users.grant', 'user', $1, 'somebody', $2, '{}', 'h', '{}', 'none', 'x', $2, business_now(),
               business_now() + interval '1 day') RETURNING id`,
      [String(merchantId), own.agentId],
    );
    expect([await archive(), await move()]).toEqual([21616, 21616]);
    await sql.query(`UPDATE approval SET state = 'expired', decided_at = now() WHERE id = $1`, [rows[0].id]);
    // A top-up that is found afterwards would come to nobody, or to the tree that he has left.
    await sql.query('UPDATE app_user SET status = $2 WHERE id = $1', [merchantId, 'active']);
    await sql.query("SELECT apply_deposit($1, 'TWD', 5000000, 'bank', '12345', NULL, NULL, $1, NULL)", [
      merchantId,
    ]);
    await change(admin, merchantId, 'disable');
    expect([await archive(), await move()]).toEqual([21616, 21616]);
    await sql.query(
      "SELECT end_deposit((SELECT id FROM deposit WHERE owner_id = $1), 'cancelled', made_by, 'x', NULL) FROM deposit WHERE owner_id = $1",
      [merchantId],
    );
    const order = await rooms.place(merchantId);
    await sql.query(`UPDATE collection_order SET status = 'expired' WHERE id = $1`, [order.id]);
    await sql.query(
      `INSERT INTO receipt (channel_account_id, order_id, provider_ref, currency, amount, reason, received_at)
       VALUES ($1, $2, 'aside', 'TWD', 1, 'unknown', now())`,
      [own.channelAccountId, order.id],
    );
    expect(await archive()).toBe(21603);
    await sql.query(`UPDATE receipt SET closed_at = now() WHERE provider_ref = 'aside'`);
    await owe(merchantId, 500_0000n);
    expect([await archive(), await move()]).toEqual([21101, 21101]);
    await owe(merchantId, -500_0000n);
    expect(await archive()).toBe(0);
  });

  /** What a charge-back leaves to be paid, against the house's goodwill. */
  let debts = 700_000n;
  async function owe(customerId: bigint, amount: bigint): Promise<void> {
    debts += 1n;
    const account = (kind: 'A130' | 'E510', ownerId: bigint | null) =>
      ({ kind, ownerId, channelAccountId: null, currency: 'TWD', book: 'main' }) as const;
    const [claim = 0n, house = 0n] = await openAccounts(sql, [
      account('A130', customerId),
      account('E510', null),
    ]);
    await postJournals(sql, [
      {
        event: 'test.opening',
        clawsBack: true,
        refId: debts,
        book: 'main',
        currency: 'TWD',
        chain: { customerId, agentId: null, subAgentId: null, middlemanId: null },
        actorId: null,
        requestId: null,
        legs: [
          { accountId: claim, amount: -amount },
          { accountId: house, amount },
        ],
      },
    ]);
  }

  test('opens from where somebody was switched off, or from above, and never from below', async () => {
    expect((await change(admin, merchantId, 'disable')).code).toBe(0);
    expect((await change(agent(), merchantId, 'enable')).code).toBe(21617);
    expect((await row(merchantId)).status).toBe('disabled');
    expect((await http.get(agent(), `/users/${merchantId}/info`)).data.actions).not.toContain('enable');
    expect((await http.get(admin, `/users/${merchantId}/info`)).data.actions).toContain('enable');
    expect((await change(admin, merchantId, 'enable')).code).toBe(0);
    expect((await row(merchantId)).switched_off_by).toBeNull();
    const sub = await own.user('customerSub', { parent_id: merchantId, customer_id: merchantId });
    await sql.query('UPDATE app_user SET tenant_path = $2 WHERE id = $1', [
      sub,
      `${own.agentId}.${merchantId}.${sub}.`,
    ]);
    const owner = actorOf('customer', merchantId);
    expect((await change(agent(), sub, 'disable')).code).toBe(0);
    expect((await change(owner, sub, 'enable')).code).toBe(21617);
    expect((await change(agent(), sub, 'enable')).code).toBe(0);
    expect((await change(owner, sub, 'disable')).code).toBe(0);
    expect((await change(owner, sub, 'enable')).code).toBe(0);
  });

  test('is taken over by switching off once more from above', async () => {
    await change(agent(), merchantId, 'disable');
    expect((await change(agent(), merchantId, 'disable')).code).toBe(21001);
    expect((await change(admin, merchantId, 'disable')).data).toMatchObject({ status: 'disabled' });
    expect((await change(agent(), merchantId, 'enable')).code).toBe(21617);
    expect((await change(admin, merchantId, 'disable')).code).toBe(21001);
  });

  test('two administrators must remain', async () => {
    const add = async (name: string): Promise<bigint> =>
      (
        await sql.query(
          `INSERT INTO app_user (kind, username, name, password_hash, tenant_path, created_at, updated_at)
           VALUES ('admin', $1, $1, 'x', '', now(), now()) RETURNING id`,
          [name],
        )
      ).rows[0].id;
    const [second, third] = [await add('second'), await add('third')];
    expect((await change(admin, third, 'disable')).code).toBe(0);
    expect((await change(admin, second, 'disable')).code).toBe(21609);
    expect((await change(admin, adminId, 'disable')).code).toBe(21608);
    expect((await change(actorOf('manager', 9n), second, 'disable')).code).toBe(20403);
  });
});

describe('another senior agent', () => {
  const move = async (id: bigint, agentId: string | bigint) =>
    http.post(admin, `/users/${id}/agent`, {
      version: await versionOf(id),
      agent_id: String(agentId),
      reason: 'sold',
    });

  test('gets the merchant with his sub-accounts; the old tree sees them no more', async () => {
    const ga = await own.user('subAgent');
    const id = await own.merchant({ sub_agent_id: ga, middleman_id: own.middlemanId });
    const sub = await own.user('customerSub', { parent_id: id, customer_id: id });
    await sql.query('UPDATE app_user SET tenant_path = $2 WHERE id = $1', [
      sub,
      `${own.agentId}.${id}.${sub}.`,
    ]);
    await openSession(id);
    expect((await move(id, other.agentId)).code).toBe(0);
    expect(await row(id)).toMatchObject({
      agent_id: other.agentId,
      parent_id: other.agentId,
      sub_agent_id: null,
      middleman_id: null,
      tenant_path: `${other.agentId}.${id}.`,
    });
    expect(await row(sub)).toMatchObject({
      agent_id: other.agentId,
      parent_id: id,
      tenant_path: `${other.agentId}.${id}.${sub}.`,
    });
    expect(await openSessions(id)).toBe(0);
    expect((await http.get(agent(), `/users/${id}/info`)).code).toBe(404);
    expect((await http.get(actorOf('agent', other.agentId), `/users/${id}/info`)).code).toBe(0);
    const methods = await sql.query('SELECT enabled FROM customer_method WHERE customer_id = $1', [id]);
    expect(methods.rows).toEqual([{ enabled: false }]);
  });

  test('opens whom the one before had switched off, and not whom the platform had', async () => {
    const to = actorOf('agent', other.agentId);
    const off = async (actor: Actor): Promise<bigint> => {
      const id = await own.merchant();
      await http.post(actor, `/users/${id}/status`, { event: 'disable', reason: 'before he goes' });
      expect((await move(id, other.agentId)).code).toBe(0);
      return id;
    };
    const open = async (id: bigint) =>
      (await http.post(to, `/users/${id}/status`, { event: 'enable', reason: 'he has come' })).code;
    expect([await open(await off(agent())), await open(await off(admin))]).toEqual([0, 21617]);
  });

  test('must be one', async () => {
    for (const id of [own.subAgentId, own.merchantId, 'abc', '', '99999999999']) {
      expect((await move(merchantId, id)).code).toBe(21601);
    }
    expect((await move(merchantId, own.agentId)).code).toBe(21604);
  });

  test('waits until nothing is under way', async () => {
    await rooms.place(merchantId);
    expect((await move(merchantId, other.agentId)).code).toBe(21603);
    expect((await row(merchantId)).agent_id).toBe(own.agentId);
  });
});

describe('binding', () => {
  const bind = (actor: Actor, id: bigint, userId: bigint, kind = 'subAgent') =>
    http.post(actor, `/customers/${id}/bind`, { user_id: String(userId), kind });

  test('takes one general agent of the own tree, and shows whom it could take', async () => {
    const path = `/customers/${merchantId}/bind`;
    const before = (await http.get(agent(), path)).data as { id: string; bound: boolean }[];
    expect(before.find(({ id }) => id === String(own.subAgentId))).toMatchObject({ bound: false });
    expect(before.map(({ id }) => id)).not.toContain(String(other.subAgentId));
    expect((await bind(agent(), merchantId, other.subAgentId)).code).toBe(404);
    expect((await bind(agent(), merchantId, own.middlemanId)).code).toBe(404);
    expect((await bind(agent(), merchantId, own.subAgentId)).code).toBe(0);
    expect((await bind(agent(), merchantId, own.subAgentId)).code).toBe(21604);
    expect((await http.get(agent(), path)).data).toContainEqual(
      expect.objectContaining({ id: String(own.subAgentId), bound: true, rates: [expect.anything()] }),
    );
    expect((await http.send(agent(), 'DELETE', path)).code).toBe(0);
    expect((await http.send(agent(), 'DELETE', path)).code).toBe(21605);
    expect(await auditsOf(merchantId)).toMatchObject([
      { act: 'users.list.bind', after: { sub_agent_id: String(own.subAgentId) } },
      {
        act: 'users.list.bind',
        before: { sub_agent_id: String(own.subAgentId) },
        after: { sub_agent_id: null },
      },
    ]);
  });

  test('a middleman stands apart from the general agent', async () => {
    await bind(agent(), merchantId, own.subAgentId);
    expect((await bind(agent(), merchantId, own.middlemanId, 'middleman')).code).toBe(0);
    await http.send(agent(), 'DELETE', `/customers/${merchantId}/bind`, {});
    expect(await row(merchantId)).toMatchObject({ sub_agent_id: null, middleman_id: own.middlemanId });
  });

  test('is nobody else: foreign merchants are absent, general agents and merchants may not', async () => {
    expect((await bind(agent(), other.merchantId, own.subAgentId)).code).toBe(404);
    expect((await bind(actorOf('subAgent', own.subAgentId), own.merchantId, own.subAgentId)).code).toBe(
      20403,
    );
    expect((await http.get(actorOf('customer', merchantId), '/subagents')).data).toEqual([]);
    const seen = (await http.get(agent(), '/subagents')).data as { id: string }[];
    expect(seen.map(({ id }) => id)).toContain(String(own.subAgentId));
    expect(seen.map(({ id }) => id)).not.toContain(String(other.subAgentId));
  });
});

describe('creation', () => {
  let serial = 0;
  const draft = (more: object = {}) => ({ name: 'Newcomer', username: `newcomer${(serial += 1)}`, ...more });

  test('an agent makes merchants below himself; a link sets the password', async () => {
    const { data } = await http.post(agent(), '/customers', draft({ region: 'UTF+8', settle_rule: 'T2' }));
    expect(data.user).toMatchObject({
      role_name: 'customer',
      agent_id: String(own.agentId),
      status: 'active',
    });
    expect(data.password_link.url).toContain('http://127.0.0.1:3000/#/userLogin?code=');
    expect(await row(BigInt(data.user.id))).toMatchObject({
      region: 'UTC+8',
      settle_rule: 'T2',
      password_hash: '',
    });
    expect(await auditsOf(BigInt(data.user.id))).toMatchObject([
      { act: 'users.create.customer/accountMethod.createCustomer', to_status: 'active' },
    ]);
  });

  test('the senior agent is named by the platform, and by nobody else', async () => {
    expect((await http.post(admin, '/customers', draft())).code).toBe(21601);
    expect((await http.post(admin, '/customers', draft({ agent_id: String(own.subAgentId) }))).code).toBe(
      21601,
    );
    expect((await http.post(agent(), '/customers', draft({ agent_id: String(other.agentId) }))).code).toBe(
      21601,
    );
    const { data } = await http.post(admin, '/subagents', draft({ agent_id: String(other.agentId) }));
    expect(data.user).toMatchObject({ role_name: 'subAgent', agent_id: String(other.agentId) });
  });

  test('a weak password, another region and a name that is taken are refused', async () => {
    expect((await http.post(agent(), '/customers', draft({ password: 'short' }))).code).toBe(400);
    expect((await http.post(agent(), '/customers', draft({ region: 'UTC+9' }))).code).toBe(400);
    const first = draft({ password: 'a fine long passphrase' });
    expect((await http.post(agent(), '/customers', first)).data.password_link).toBeNull();
    expect((await http.post(agent(), '/customers', first)).code).toBe(21600);
  });

  test('what is refused of one field is said beside it', async () => {
    const made = draft({ password: 'a fine long passphrase' });
    await http.post(agent(), '/customers', made);
    expect((await http.post(agent(), '/customers', made)).errors).toEqual({
      username: ['This username is taken'],
    });
    expect(
      (await http.post(admin, '/customers', draft({ agent_id: String(own.subAgentId) }))).errors,
    ).toEqual({
      agent_id: ['Please enter the correct Premium Proxy ID'],
    });
    const strange = draft({ sub_agent_id: String(other.subAgentId) });
    expect(Object.keys((await http.post(agent(), '/customers', strange)).errors ?? {})).toEqual([
      'sub_agent_id',
    ]);
    expect(
      Object.keys(
        (await http.post(agent(), '/customers', draft({ password: 'password123456' }))).errors ?? {},
      ),
    ).toEqual(['password']);
  });

  test('senior agents and free middlemen are made by the platform alone', async () => {
    expect((await http.post(agent(), '/agents', draft())).code).toBe(20403);
    const made = await http.post(admin, '/agents', draft({ system_fee_mode: 'periodic' }));
    expect(made.data.user).toMatchObject({ role_name: 'agent' });
    expect(await row(BigInt(made.data.user.id))).toMatchObject({
      system_fee_mode: 'periodic',
      agent_id: null,
    });
    expect((await http.post(admin, '/middlemen', draft())).data.user).toMatchObject({ agent_id: null });
    expect((await http.post(agent(), '/middlemen', draft())).data.user).toMatchObject({
      agent_id: String(own.agentId),
    });
  });

  test('a merchant is bound at birth only to a general agent of his own agent', async () => {
    const foreign = draft({ sub_agent_id: String(other.subAgentId), agent_id: String(own.agentId) });
    expect((await http.post(admin, '/customers', foreign)).code).toBe(404);
    const { data } = await http.post(agent(), '/customers', draft({ sub_agent_id: String(own.subAgentId) }));
    expect(data.user).toMatchObject({ sub_agent_id: String(own.subAgentId) });
  });

  test('a sub-account is pending until its access is set, and is removed for good', async () => {
    const merchant = actorOf('customer', merchantId);
    const { data } = await http.post(merchant, '/users/self/sub', draft());
    expect(data.user).toMatchObject({
      role_name: 'customerSub',
      status: 'pending',
      set_access_first: true,
      owner_id: String(merchantId),
    });
    const id = data.user.id as string;
    expect((await http.send(merchant, 'DELETE', `/users/${own.merchantId}/sub/${id}`)).code).toBe(404);
    expect((await http.send(merchant, 'DELETE', `/users/self/sub/${id}`)).code).toBe(0);
    expect(await row(BigInt(id))).toMatchObject({ status: 'archived' });
    expect((await http.send(merchant, 'DELETE', `/users/self/sub/${id}`)).code).toBe(21001);
  });

  test('sub-accounts are made for whom one may, and for nobody else', async () => {
    expect((await http.post(agent(), `/users/${merchantId}/sub`, draft())).data.user.role_name).toBe(
      'customerSub',
    );
    expect((await http.post(admin, `/users/${own.agentId}/sub`, draft())).data.user.role_name).toBe(
      'staffSub',
    );
    expect((await http.post(agent(), `/users/${other.merchantId}/sub`, draft())).code).toBe(404);
    const merchant = actorOf('customer', merchantId);
    expect((await http.post(merchant, `/users/${own.agentId}/sub`, draft())).code).toBe(404);
    const sub = (await http.post(merchant, '/users/self/sub', draft())).data.user.id as string;
    expect((await http.post(merchant, `/users/${sub}/sub`, draft())).code).toBe(20403);
  });
});
