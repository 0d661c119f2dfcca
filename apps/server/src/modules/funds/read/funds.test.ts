import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { businessNow } from '../../../platform/clock.ts';
import { openDoor } from '../../identity/testing/open-door.ts';
import type { Person } from '../../identity/testing/open-door.ts';
import { openTestUsers } from '../../users/testing/open-test-users.ts';
import { openFunds } from '../index.ts';

const door = await openDoor();
const { call, code, database, person, tokenOf } = door;
const rooms = await openMoneyRooms(door);
const approvals = openTestUsers(door, door.app, door.identity);
openFunds({ db: database, identity: door.identity, approvals }).bind(door.app);
const paymentPassword = 'a payment password';

let boss: Person;
let agent: Person;
let merchant: Person;
beforeEach(async () => {
  boss = await person({ kind: 'admin', paymentPassword });
  agent = await person({ paymentPassword });
  merchant = await person({ kind: 'customer', parentId: agent.id, paymentPassword });
});

async function act(who: Person, path: string, body: object): Promise<void> {
  const answer = await call('POST', path, {
    token: await tokenOf(who),
    headers: { 'idempotency-key': randomUUID() },
    body: { reason: 'as agreed', payment_password: paymentPassword, one_code: code(who), ...body },
  });
  expect([path, answer.code]).toEqual([path, 0]);
}
interface List {
  readonly total: number;
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly summary: { readonly by_currency: readonly Readonly<Record<string, unknown>>[] };
}
const get = async (who: Person, path: string): Promise<List> =>
  (await call('GET', path, { token: await tokenOf(who) })).data as unknown as List;

/** Goodwill to the agent, of which he gives on, and of that some is frozen; and goodwill in another tree. */
async function moved(): Promise<{ stranger: Person; foreign: Person }> {
  const stranger = await person({ paymentPassword });
  const foreign = await person({ kind: 'customer', parentId: stranger.id });
  const adjust = '/cashManagement3/manualAdjustment';
  const goodwill = { direction: 'add', source: 'goodwill' };
  await act(boss, adjust, { ...goodwill, owner_id: String(agent.id), amount: '1000' });
  await act(boss, adjust, { ...goodwill, owner_id: String(foreign.id), amount: '77' });
  await act(agent, '/cashManagement3/fund', { customer_id: String(merchant.id), amount: '400' });
  await act(boss, `/users/${merchant.id}/frozen`, { direction: 'freeze', amount: '150' });
  return { stranger, foreign };
}

test('the buckets are those of one’s own tree, with their sums and with what one may do', async () => {
  const { stranger, foreign } = await moved();
  const own = await get(agent, '/cashManagement3');
  expect(own.items).toMatchObject([
    {
      owner: { id: String(agent.id) },
      role_name: 'agent',
      balance: '600.0000',
      frozen: '0.0000',
      actions: [],
    },
    {
      owner: { id: String(merchant.id) },
      role_name: 'customer',
      balance: '250.0000',
      settleable: '250.0000',
      frozen: '150.0000',
      actions: ['fund'],
    },
  ]);
  expect(own.summary.by_currency).toMatchObject([
    { currency: 'TWD', count: 2, balance: '850.0000', frozen: '150.0000' },
  ]);
  expect((await get(stranger, '/cashManagement3')).items).toMatchObject([
    { owner: { id: String(foreign.id) } },
  ]);
  expect((await get(stranger, `/cashManagement3?owner_id=${merchant.id}`)).total).toBe(0);
  const all = await get(boss, `/cashManagement3?owner_id=${merchant.id}`);
  expect(all.items).toMatchObject([{ actions: ['adjustGoodwill'] }]);
  expect((await get(boss, '/cashManagement3?role_name=agent&paginate=200')).items).toContainEqual(
    expect.objectContaining({ owner: expect.objectContaining({ id: String(agent.id) }) }),
  );
});

test('the register has every movement of one’s tree once, as the books have it', async () => {
  const { stranger, foreign } = await moved();
  const own = await get(agent, '/cashManagement3/register');
  const [ofAgent, ofMerchant] = [agent, merchant].map(({ id }) =>
    expect.objectContaining({ id: String(id) }),
  );
  expect(own.items).toMatchObject([
    {
      kind: 'freeze',
      from: ofMerchant,
      from_account: 'L200',
      to: ofMerchant,
      to_account: 'L220',
      amount: '150.0000',
    },
    {
      kind: 'fund',
      from: ofAgent,
      to: ofMerchant,
      amount: '400.0000',
      note: 'as agreed',
      operator: agent.username,
    },
    { kind: 'adjust', from: null, from_account: 'E510', to: ofAgent, amount: '1000.0000', operator: null },
  ]);
  expect(own.total).toBe(3);
  expect(own.summary.by_currency).toEqual([{ currency: 'TWD', count: 3, amount: '1550.0000' }]);
  expect((await get(stranger, '/cashManagement3/register')).items).toMatchObject([
    { kind: 'adjust', to: { id: String(foreign.id) } },
  ]);
  expect((await get(agent, '/cashManagement3/register?kind=fund')).total).toBe(1);
  expect((await get(agent, '/cashManagement3/register?kind=drawing')).total).toBe(0);
  expect((await get(agent, `/cashManagement3/register?owner_id=${merchant.id}`)).total).toBe(2);
  expect((await get(agent, `/cashManagement3/register?owner_id=${foreign.id}`)).total).toBe(0);
  expect((await get(agent, `/cashManagement3/register?operator_id=${agent.id}`)).total).toBe(1);
  // Whoever is above one’s tree acts without a name, and is not found by it.
  expect((await get(agent, `/cashManagement3/register?operator_id=${boss.id}`)).total).toBe(0);
  expect((await get(agent, '/cashManagement3/register?currency=USDT')).total).toBe(0);
  const later = new Date((await businessNow(database.app)).getTime() + 60_000).toISOString();
  expect((await get(agent, `/cashManagement3/register?from=${encodeURIComponent(later)}`)).total).toBe(0);
  const pages = [];
  for (const page of [1, 2, 3]) {
    pages.push((await get(agent, `/cashManagement3/register?paginate=1&page=${page}`)).items[0]?.id);
  }
  expect(new Set(pages)).toEqual(new Set(own.items.map(({ id }) => id)));
  expect(await rooms.balances(merchant.id)).toEqual({ L200: '250.00', L220: '150.00' });
});

test('what the house exchanged stands with all other movements, as its bank moved it, and nobody of a tree sees it', async () => {
  const run = `bank ${randomUUID()}`;
  await door.admin.query(
    "SELECT exchange_house('USDT', 'TWD', 1000000000, -326000000, $1, $2, NULL, $1, NULL), exchange_house('USDT', 'TWD', -1000000000, 328000000, $1, $2, NULL, $1, NULL)",
    [run, boss.id],
  );
  const register = '/cashManagement3/register?kind=exchange';
  const mine = `&operator_id=${boss.id}`;
  const { items, summary, total } = await get(boss, register + mine);
  expect(total).toBe(4);
  expect(
    items.map(({ amount, currency, from_account, note, to_account }) => [
      amount,
      currency,
      from_account,
      to_account,
      note,
    ]),
  ).toEqual(
    // Of what was sold the bank took in as much as came, its profit included.
    [
      ['32800.0000', 'TWD', 'A110', 'F300', run],
      ['1000.000000', 'USDT', 'F300', 'A110', run],
      ['32600.0000', 'TWD', 'F300', 'A110', run],
      ['1000.000000', 'USDT', 'A110', 'F300', run],
    ],
  );
  expect(summary.by_currency).toEqual([
    { currency: 'TWD', count: 2, amount: '65400.0000' },
    { currency: 'USDT', count: 2, amount: '2000.000000' },
  ]);
  expect((await get(agent, register)).total).toBe(0);
});
