import { describe, expect, test } from 'vitest';
import { screens } from '@suanpan/contract/screens/registry';
import { roleNames } from '@suanpan/domain/access/roles';
import type { RoleName } from '@suanpan/domain/access/roles';
import { openAccounts, postJournals } from '../../../../test/post-journals.ts';
import { openDoor } from '../testing/open-door.ts';
import type { Person } from '../testing/open-door.ts';

const door = await openDoor();
const { admin, call, person } = door;

const signIn = async (who: Person) => await door.tokenOf(who);
const get = async <T>(token: string, path: string, headers: Record<string, string> = {}) =>
  (await call('GET', path, { token, headers })).data as unknown as T;

interface Group {
  readonly key: string;
  readonly title: string;
  readonly children: { name: string; title: string; path?: string; query?: Record<string, string> }[];
}

async function family(): Promise<Record<RoleName, Person>> {
  const agent = await person({ kind: 'agent' });
  const customer = await person({ kind: 'customer', parentId: agent.id });
  return {
    admin: await person({ kind: 'admin' }),
    manager: await person({ kind: 'manager' }),
    staffSub: await person({
      kind: 'staffSub',
      parentId: agent.id,
      permissions: ['collections.transactions.get'],
    }),
    agent,
    subAgent: await person({ kind: 'subAgent', parentId: agent.id }),
    customer,
    customerSub: await person({
      kind: 'customerSub',
      parentId: customer.id,
      permissions: ['collections.transactions.get'],
    }),
    middleman: await person({ kind: 'middleman', parentId: agent.id }),
  };
}

describe('GET /users/self', () => {
  test('says how far the business clock stands ahead, once it was moved', async () => {
    const token = await signIn(await person({ kind: 'manager' }));
    expect(await get(token, '/users/self')).not.toHaveProperty('clock_ahead_ms');
    const dayMs = 86_400_000;
    await admin.query('UPDATE business_clock SET offset_us = offset_us + $1', [dayMs * 1_000]);
    expect(await get(token, '/users/self')).toMatchObject({ clock_ahead_ms: dayMs });
  });

  test('shows balance, unsettled and frozen money of the owner, and his number', async () => {
    const { agent, customer, customerSub, staffSub, admin: operator } = await family();
    await give(customer.id, {
      L200: 100_0000n,
      L201: 20_0000n,
      L202: 3_0000n,
      L210: 70_5000n,
      L220: 1_2345n,
      L230: 9_0000n,
    });
    const shown = {
      balance: '123.0000',
      unsettlement_amount: '70.5000',
      frozen_amount: '1.2345',
      currency: 'TWD',
    };
    const ofMerchant = await get<object>(await signIn(customer), '/users/self');
    expect(ofMerchant).toMatchObject({
      ...shown,
      role_name: 'customer',
      customer_id: customer.id.toString(),
    });
    expect(ofMerchant).not.toHaveProperty('agent_id');
    const ofSub = await get<object>(await signIn(customerSub), '/users/self');
    expect(ofSub).toMatchObject({
      ...shown,
      id: customerSub.id.toString(),
      role_name: 'customerSub',
      customer_id: customer.id.toString(),
      scope: 'customer',
    });
    expect(await get(await signIn(staffSub), '/users/self')).toMatchObject({
      balance: '0.0000',
      agent_id: agent.id.toString(),
      scope: 'agent',
    });
    const ofAdmin = await get<object>(await signIn(operator), '/users/self');
    expect(ofAdmin).toMatchObject({ balance: '123.0000', role_name: 'admin', scope: 'platform' });
    expect(ofAdmin).not.toHaveProperty('agent_id');
  });

  test('names the role in the language of the caller', async () => {
    const token = await signIn(await person({ kind: 'agent' }));
    const level = async (locale: string) =>
      (await get<{ role_name_ch: string }>(token, '/users/self', { 'x-localization': locale })).role_name_ch;
    expect(await level('en')).toBe('Senior agent');
    expect(await level('zh-TW')).toBe('高級代理');
    expect(await level('zh-CN')).toBe('高级代理');
    expect(await level('fr')).toBe('高級代理');
  });

  test('the version of the rights changes with the rights alone', async () => {
    const ann = await person({ kind: 'agent' });
    const token = await signIn(ann);
    const version = async () =>
      (await get<{ permissions_version: string }>(token, '/users/self')).permissions_version;
    const before = await version();
    await admin.query('UPDATE app_user SET phone = $2 WHERE id = $1', [ann.id, '0912345678']);
    expect(await version()).toBe(before);
    await admin.query('UPDATE app_user SET allow_manual_payout = true WHERE id = $1', [ann.id]);
    expect(await version()).not.toBe(before);
  });

  test('title and logo are those of the tree, else those of the platform', async () => {
    const { agent, customer, admin: operator } = await family();
    await admin.query(
      `INSERT INTO branding (agent_id, app_name, logo, domain) VALUES ($1, 'Bright Pay', '/logo.png', 'pay.bright.example')`,
      [agent.id],
    );
    const title = async (who: Person) =>
      (await get<{ customized: { app_name: string } }>(await signIn(who), '/users/self')).customized.app_name;
    expect([await title(agent), await title(customer), await title(operator)]).toEqual([
      'Bright Pay',
      'Bright Pay',
      'Suanpan',
    ]);
    const byHost = async (host: string) => (await call('GET', '/branding', { headers: { host } })).data;
    expect(await byHost('PAY.bright.example:8080')).toEqual({
      app_name: 'Bright Pay',
      logo: '/logo.png',
      color: '',
    });
    expect(await byHost('elsewhere.example')).toEqual({ app_name: 'Suanpan', logo: '', color: '' });
    await admin.query(`INSERT INTO branding (agent_id, app_name) VALUES (NULL, 'House Pay')`);
    expect(await byHost('elsewhere.example')).toMatchObject({ app_name: 'House Pay' });
    expect(await title(operator)).toBe('House Pay');
    await admin.query('DELETE FROM branding');
  });
});

describe('GET /users/menu', () => {
  test.each(roleNames)(
    'shows %s exactly the screens he may open, none of them hidden, each with a title',
    async (role) => {
      const token = await signIn((await family())[role]);
      const permissions = new Set(await get<string[]>(token, '/users/permissions'));
      const groups = await get<Group[]>(token, '/users/menu');
      const names = groups.flatMap(({ children }) => children.map(({ name }) => name));
      const expected = screens
        .filter(
          ({ name, hidden, permission }) =>
            !hidden && permissions.has(permission) && !name.startsWith('users.create'),
        )
        .map(({ name }) => name);
      expect(names.filter((name) => !name.startsWith('users.create'))).toEqual(expected);
      expect(names).not.toContain('downloadPage');
      for (const group of groups) {
        expect(group.children.length).toBeGreaterThan(0);
        for (const { title } of [group, ...group.children]) expect(title).toMatch(/^[A-Z][^.]+$/);
      }
    },
  );

  test('creating stands there twice, for merchants and for general agents, each by its own right', async () => {
    const agent = await person({ kind: 'agent' });
    const token = await signIn(agent);
    const items = async () =>
      (await get<Group[]>(token, '/users/menu'))
        .flatMap(({ children }) => children)
        .filter(({ name }) => name.startsWith('users.create'));
    const path = '/wrap/users.create.customer/accountMethod';
    const name = 'users.create.customer/accountMethod';
    expect(await items()).toEqual([
      { name, title: 'New merchant', path, query: { kind: 'customer' } },
      { name, title: 'New general agent', path, query: { kind: 'subAgent' } },
    ]);
    await admin.query(
      `UPDATE app_user SET permissions = '{${name}.get,${name}.createSubAgent}' WHERE id = $1`,
      [agent.id],
    );
    expect((await items()).map(({ query }) => query)).toEqual([{ kind: 'subAgent' }]);
  });

  test('sub-account permissions open on oneself', async () => {
    const token = await signIn(await person({ kind: 'agent' }));
    const items = (await get<Group[]>(token, '/users/menu')).flatMap(({ children }) => children);
    expect(items.find(({ name }) => name === 'subAuthority')).toMatchObject({ query: { self: '1' } });
  });
});

describe('GET /banks/{country}', () => {
  test('has the banks of Taiwan with their codes in order; another country is not found', async () => {
    const token = await signIn(await person());
    const banks = await get<{ code: string; name: string; name_en: string }[]>(token, '/banks/TW');
    const codes = banks.map((bank) => bank.code);
    expect(codes).toEqual([...new Set(codes)].sort());
    expect(banks.length).toBeGreaterThan(60);
    expect(banks).toContainEqual({ code: '004', name: '臺灣銀行', name_en: 'Bank of Taiwan' });
    expect(banks).toContainEqual({ code: '700', name: '中華郵政', name_en: 'Chunghwa Post' });
    expect(banks).toContainEqual({ code: '822', name: '中國信託商業銀行', name_en: 'CTBC Bank' });
    for (const path of ['/banks/JP', '/banks/tw', '/banks/TWN'])
      expect((await call('GET', path, { token })).code).toBe(404);
    expect((await call('GET', '/banks/TW')).code).toBe(10001);
  });
});

/** Puts money into a merchant's buckets, against the house. */
async function give(ownerId: bigint, amounts: Record<string, bigint>): Promise<void> {
  const kinds = Object.keys(amounts) as 'L200'[];
  const bank = {
    kind: 'A110',
    ownerId: null,
    channelAccountId: null,
    currency: 'TWD',
    book: 'main',
  } as const;
  const ids = await openAccounts(admin, [
    bank,
    ...kinds.map((kind) => ({ ...bank, kind, ownerId }) as const),
  ]);
  const legs = kinds.map((kind, index) => ({ accountId: ids[index + 1]!, amount: amounts[kind]! }));
  const total = legs.reduce((sum, leg) => sum + leg.amount, 0n);
  await postJournals(admin, [
    {
      event: 'test.given',
      refId: ownerId,
      book: 'main',
      currency: 'TWD',
      chain: { customerId: ownerId, agentId: null, subAgentId: null, middlemanId: null },
      actorId: null,
      requestId: null,
      legs: [{ accountId: ids[0]!, amount: -total }, ...legs],
    },
  ]);
}
