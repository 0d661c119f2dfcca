import { beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { actorOf, openHttp } from '../../../../test/http.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { confirmCollection } from '../../collections/index.ts';
import { openTestUsers } from '../testing/open-test-users.ts';

const base = await testDatabase();
const rooms = await openMoneyRooms(base);
const http = openHttp(base);
openTestUsers(base, http.app);

const facets = [
  'info',
  'balance',
  'settleable',
  'frozen',
  'channels',
  'permissions',
  'ipWhitelist',
  'logins',
  'changelogs',
  'rates',
  'audit',
];

interface Item {
  readonly id: string;
  readonly role_name: string;
  readonly actions: string[];
}

let own: Tenant;
let other: Tenant;
let subOf: bigint;
let staff: bigint;
beforeAll(async () => {
  const provider = rooms.bank;
  [own, other] = [await createTenant(base, { provider }), await createTenant(base, { provider })];
  for (const { merchantId } of [own, other]) {
    const order = await rooms.place(merchantId);
    rooms.bank.pay(order.order_no);
    await confirmCollection(rooms.collections, order.id, null);
  }
  subOf = await own.user('customerSub', { parent_id: own.merchantId, status: 'pending' });
  staff = await own.user('staffSub', { parent_id: own.agentId });
});

const admin = actorOf('admin', 1n);
const idsOf = (data: { items: Item[] }) => new Set(data.items.map(({ id }) => id));
const list = (actor: Actor, query = '') => http.get(actor, `/users${query}`);

describe('GET /users', () => {
  test('a senior agent sees himself and his tree, and nobody of another', async () => {
    const { data } = await list(actorOf('agent', own.agentId));
    expect(idsOf(data)).toEqual(
      new Set([own.agentId, own.subAgentId, own.middlemanId, own.merchantId].map(String)),
    );
    const found = await list(actorOf('agent', own.agentId), `?search=${other.merchantId}`);
    expect(found.data).toMatchObject({ items: [], total: 0, summary: { by_currency: [] } });
  });

  test('a general agent sees himself and the merchants bound to him, without who referred them', async () => {
    const unbound = await own.merchant();
    const { data } = await list(actorOf('subAgent', own.subAgentId));
    expect(idsOf(data)).toEqual(new Set([own.subAgentId, own.merchantId].map(String)));
    expect(idsOf(data)).not.toContain(String(unbound));
    const merchant = data.items.find((item: Item) => item.role_name === 'customer');
    expect(merchant).toMatchObject({ middleman_id: null, actions: [] });
  });

  test('a general agent knows what comes through his merchants and not what they hold, and his own money', async () => {
    const general = actorOf('subAgent', own.subAgentId);
    const hidden = { balance: null, settleable: null, unsettlement_amount: null, frozen_amount: null };
    for (const sort of ['balance', '-balance']) {
      const { data } = await list(general, `?sort=${sort}`);
      expect(data.items.find(({ id }: Item) => id === String(own.merchantId))).toMatchObject(hidden);
      const himself = data.items.find(({ id }: Item) => id === String(own.subAgentId));
      expect(himself.unsettlement_amount).toMatch(/^\d/);
      expect(data.summary.by_currency).toMatchObject([
        { unsettled: himself.unsettlement_amount, frozen: himself.frozen_amount },
      ]);
    }
    for (const side of ['balance', 'settleable', 'frozen']) {
      expect((await http.get(general, `/users/${own.merchantId}/${side}`)).code).toBe(20403);
      expect((await http.get(general, `/users/${own.subAgentId}/${side}`)).code).toBe(0);
    }
    expect((await http.get(general, `/users/${own.merchantId}/info`)).data).toMatchObject(hidden);
    const { data } = await list(actorOf('agent', own.agentId), `?search=${own.merchantId}`);
    expect(data.items[0].unsettlement_amount).not.toBe('0.0000');
  });

  test('a merchant may list nobody', async () => {
    expect((await list(actorOf('customer', own.merchantId))).code).toBe(20403);
  });

  test('managers and sub-accounts take the rights of their own screens', async () => {
    const agent = actorOf('agent', own.agentId);
    expect((await list(agent, '?role_name=admin,manager')).code).toBe(20403);
    expect((await list(agent, '?role_name=customerSub')).data.items).toMatchObject([
      { id: String(subOf), owner_id: String(own.merchantId), status: 'pending', set_access_first: true },
    ]);
    const onlyInactive = { ...agent, permissions: new Set(['users.unList.get']) };
    expect((await list(onlyInactive, '?status=pending,disabled')).code).toBe(0);
    expect((await list(onlyInactive, '?status=active,disabled')).code).toBe(20403);
    expect((await list(onlyInactive)).code).toBe(20403);
  });

  test('shows the money of each as the books have it, and the sums of the whole filter', async () => {
    const { data } = await list(
      admin,
      `?agent_id=${own.agentId}&paginate=1&role_name=agent,subAgent,customer`,
    );
    expect(data).toMatchObject({ paginate: 1, total: 4 });
    expect(data.items).toHaveLength(1);
    expect(data.summary.by_currency).toMatchObject([
      { currency: 'TWD', count: 4, balance: '0.0000', unsettled: '9818.0000' },
    ]);
    const agent = await list(admin, `?search=${own.agentId}`);
    expect(agent.data.items).toMatchObject([
      { unsettlement_amount: '73.0000', system_fee: '20.0000', system_fee_collected: '20.0000' },
    ]);
  });

  test('takes for an agent filter only a senior agent of the caller’s tree, and says so', async () => {
    const says = { agent_id: ['Please enter the correct Premium Proxy ID'] };
    for (const id of [own.merchantId, own.subAgentId, 999_999_999n])
      expect(await list(admin, `?agent_id=${id}`)).toMatchObject({ code: 400, errors: says });
    const agent = actorOf('agent', own.agentId);
    expect((await list(agent, `?agent_id=${own.agentId}`)).code).toBe(0);
    // One of another tree is as absent as none.
    expect(await list(agent, `?agent_id=${other.agentId}`)).toMatchObject({ code: 400, errors: says });
  });

  test('signs that mean something in a pattern are searched for as themselves', async () => {
    const odd = await own.user('customer', { name: '100%_sure' });
    const { data } = await list(actorOf('agent', own.agentId), `?search=${encodeURIComponent('0%_s')}`);
    expect(idsOf(data)).toEqual(new Set([String(odd)]));
    expect((await list(admin, `?search=${encodeURIComponent('%')}`)).data.total).toBe(1);
  });

  test('refuses a filter that it does not know', async () => {
    expect((await list(admin, '?balance=1')).code).toBe(400);
    expect((await list(admin, '?role_name=owner')).code).toBe(400);
  });
});

describe('what may be done comes with the row', () => {
  const actionsOf = async (actor: Actor, id: bigint): Promise<string[]> =>
    (await list(actor, `?search=${id}`)).data.items[0]?.actions;

  test('an administrator may do to a merchant all that makes sense in his state', async () => {
    expect(await actionsOf(admin, own.merchantId)).toEqual([
      'edit',
      'access',
      'createSub',
      'bind',
      'bindMiddleman',
      'password',
      'paymentPassword',
      'ipAllowlist',
      'changeAgent',
      'editSettleable',
      'editFrozen',
      'impersonate',
      'resetTwoFactor',
      'disable',
    ]);
  });

  test('an agent may not move a merchant, nor edit his money unless the platform granted it', async () => {
    const agent = actorOf('agent', own.agentId);
    const before = await actionsOf(agent, own.merchantId);
    expect(before).not.toContain('changeAgent');
    expect(before).not.toContain('editFrozen');
    const granted = { ...agent, permissions: new Set([...agent.permissions, 'users.list.editFrozen']) };
    expect(await actionsOf(granted, own.merchantId)).toContain('editFrozen');
  });

  test('nobody acts on himself, and his staff not on him', async () => {
    const agent = actorOf('agent', own.agentId);
    expect(await actionsOf(agent, own.agentId)).toEqual(['createSub', 'ipAllowlist']);
    const helper = { ...agent, userId: staff, effectiveUserId: staff, roleName: 'staffSub' as const };
    expect(await actionsOf(helper, own.agentId)).toEqual(['createSub']);
  });
});

describe('GET /users/{id}/{method}', () => {
  test.each(facets)('%s of a foreign user answers as of one that does not exist', async (facet) => {
    for (const caller of [
      actorOf('agent', own.agentId),
      actorOf('subAgent', own.subAgentId),
      actorOf('customer', own.merchantId),
      actorOf('middleman', own.middlemanId),
    ]) {
      const foreign = await http.get(caller, `/users/${other.merchantId}/${facet}`);
      const absent = await http.get(caller, `/users/999999999999/${facet}`);
      const nonsense = await http.get(caller, `/users/x/${facet}`);
      expect([foreign.code, foreign.data]).toEqual([404, null]);
      expect(absent).toEqual(foreign);
      expect(nonsense).toEqual(foreign);
    }
  });

  test.each(facets)('%s of somebody in his tree is answered to a senior agent', async (facet) => {
    const agent = actorOf('agent', own.agentId);
    for (const id of [own.merchantId, own.subAgentId, own.agentId, subOf]) {
      expect((await http.get(agent, `/users/${id}/${facet}`)).code).toBe(0);
    }
  });

  test('a method that is none is not found', async () => {
    expect((await http.get(admin, `/users/${own.merchantId}/password_hash`)).code).toBe(404);
  });

  test('no facet holds a hash or a secret', async () => {
    await base.admin.query(
      `UPDATE app_user SET password_hash = 'canary-hash', payment_password_hash = 'canary-hash', totp_sealed = 'canary-hash'
       WHERE id = $1`,
      [own.merchantId],
    );
    for (const facet of facets) {
      const { data } = await http.get(admin, `/users/${own.merchantId}/${facet}`);
      expect(JSON.stringify(data)).not.toContain('canary-hash');
    }
  });

  test('balance explains every bucket and its sums', async () => {
    const { data } = await http.get(admin, `/users/${own.merchantId}/balance`);
    expect(data.items).toEqual([
      {
        currency: 'TWD',
        balance: '0.0000',
        unsettlement_amount: '9715.0000',
        total: '9715.0000',
        frozen_amount: '0.0000',
        reserved: '0.0000',
        fee_income: '0.0000',
        accounts: [
          { account: 'L200', amount: '0.0000' },
          { account: 'L210', amount: '9715.0000' },
        ],
      },
    ]);
    const { data: settleable } = await http.get(admin, `/users/${own.merchantId}/settleable`);
    expect(settleable.due).toMatchObject([{ amount: '9715.0000' }]);
  });

  test('balance as of a moment counts what was posted up to then, and names the last journal of it', async () => {
    const { rows } = await base.admin.query<{ posted_at: Date; id: string }>(
      "SELECT posted_at, id FROM journal WHERE customer_id = $1 AND event = 'collection.settle' ORDER BY id DESC LIMIT 1",
      [own.merchantId],
    );
    const [last] = rows;
    if (last === undefined) throw new Error('nothing was settled');
    const at = async (instant: Date | string, who = admin) =>
      http.get(
        who,
        `/users/${own.merchantId}/balance?at=${instant instanceof Date ? instant.toISOString() : instant}`,
      );
    const then = (await at(last.posted_at)).data;
    expect(then).toMatchObject({ as_of_journal: String(last.id), items: [{ total: '9715.0000' }] });
    const before = (await at(new Date(last.posted_at.getTime() - 1_000))).data;
    expect(before).toMatchObject({ as_of_journal: null, items: [{ total: '0.0000' }] });
    for (const odd of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])
      expect((await at(odd)).code, odd).toBe(0);
    expect((await at('9999-12-31T23:59:59Z')).data.items[0].total).toBe('9715.0000');
    expect((await at('yesterday')).code).toBe(400);
    // Whose balances a reader may not see he does not see of any time.
    expect((await at(last.posted_at, actorOf('agent', other.agentId))).code).toBe(404);
  });

  test('a price is told only to whom it belongs', async () => {
    const ratesFor = async (actor: Actor, id: bigint) =>
      (await http.get(actor, `/users/${id}/rates`)).data.items[0];
    expect(await ratesFor(actorOf('customer', own.merchantId), own.merchantId)).toMatchObject({
      merchant: { pct: '2.8', per_item: '5.0000' },
      sub_agent: null,
      middleman: null,
      endpoint: null,
      system: null,
    });
    expect(await ratesFor(actorOf('subAgent', own.subAgentId), own.subAgentId)).toMatchObject({
      sub_agent: { pct: '0.3' },
      middleman: null,
      endpoint: null,
      system: null,
    });
    expect(await ratesFor(actorOf('middleman', own.middlemanId), own.middlemanId)).toMatchObject({
      merchant: null,
      middleman: { pct: '0.1' },
      endpoint: null,
    });
    expect(await ratesFor(actorOf('agent', own.agentId), own.merchantId)).toMatchObject({
      endpoint: { pct: '1.5' },
      system: { pct: '0.2' },
    });
  });

  test('the record of a user hides who acted from above', async () => {
    await base.admin.query(
      `INSERT INTO audit_log (at, actor_id, act, object_kind, object_id, ip)
       VALUES (now(), $1, 'users.list.update', 'user', $2, '203.0.113.7')`,
      [other.agentId, String(own.merchantId)],
    );
    const asAgent = await http.get(actorOf('agent', own.agentId), `/users/${own.merchantId}/audit`);
    expect(asAgent.data.items).toMatchObject([{ actor: null, ip: null }]);
    const asAdmin = await http.get(admin, `/users/${own.merchantId}/audit`);
    expect(asAdmin.data.items).toMatchObject([{ ip: '203.0.113.7' }]);
    expect(asAdmin.data.items[0].actor).not.toBeNull();
  });
});

describe('sub-accounts', () => {
  test('an owner sees his own under the word self and under his number', async () => {
    const merchant = actorOf('customer', own.merchantId);
    for (const self of ['self', own.merchantId]) {
      expect(idsOf((await http.get(merchant, `/users/${self}/sub`)).data)).toEqual(new Set([String(subOf)]));
      expect((await http.get(merchant, `/users/${self}/sub/${subOf}`)).data).toMatchObject({
        id: String(subOf),
      });
    }
    expect((await http.get(merchant, `/users/self/sub/${staff}`)).code).toBe(404);
    expect((await http.get(merchant, `/users/${own.agentId}/sub`)).code).toBe(404);
  });

  test("a senior agent sees his staff and his merchants', nobody another tree's", async () => {
    const agent = actorOf('agent', own.agentId);
    expect(idsOf((await http.get(agent, '/users/self/sub')).data)).toEqual(new Set([String(staff)]));
    expect(idsOf((await http.get(agent, `/users/customer/sub/${own.merchantId}`)).data)).toEqual(
      new Set([String(subOf)]),
    );
    expect((await http.get(agent, `/users/customer/sub/${other.merchantId}`)).code).toBe(404);
    expect((await http.get(agent, `/users/${other.merchantId}/sub`)).code).toBe(404);
  });
});
