import { expect, test } from 'vitest';
import { actorOf } from '../../../test/http.ts';
import { openPayoutRooms } from '../../../test/payout-rooms.ts';
import { createTenant } from '../../../test/tenant.ts';
import { bindReceipts } from '../collections/index.ts';
import type { Person } from '../identity/testing/open-door.ts';
import { openWithdrawalRooms, paymentPassword } from '../withdrawals/testing/open-withdrawal-rooms.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { readManualQueue } from './index.ts';
import { searchEverything, tellKnown } from './search-everything.ts';

const here = await openWithdrawalRooms();
const { admin, boss, database, person, rooms } = here;
const payoutRooms = await openPayoutRooms(here, rooms);
bindReceipts(here.app, rooms.collections, here.identity, here.approvals, (...asked) =>
  readManualQueue(database.app, ...asked),
);

const queue = async (who: Person, more = '') => here.get(who, `/claimOrder?queue=manual${more}`);
const nosOf = async (who: Person, more = '') =>
  (await queue(who, more)).data.items.map(({ kind, no }) => [kind, no]);

test('payouts and withdrawals that wait for a hand are one list by age, each with its own acts, and of one tree', async () => {
  const agent = await person({ paymentPassword });
  const merchant = await person({ kind: 'customer', parentId: agent.id, paymentPassword });
  await here.fund(merchant, '10000');
  const account = await here.accountOf(merchant);
  const first = (await here.apply(merchant, account, '3000')).data;

  await here.passTime(60);
  const tenant = await createTenant(here, { provider: rooms.bank });
  const other = await tenant.merchant();
  await payoutRooms.channel(tenant, [other]);
  await payoutRooms.earn(other);
  rooms.bank.takeCreates = 'cut';
  const lost = await payoutRooms.place(other, { major: '700' });
  await payoutRooms.work();
  rooms.bank.takeCreates = 'answer';
  expect(await payoutRooms.payout(lost.id)).toMatchObject({ stage: 'unknown' });
  // Test money is no work for anybody, and what was paid is none any more.
  const tried = await payoutRooms.place(other, { major: '300' });
  await admin.query('UPDATE payout_order SET is_test = true WHERE id = $1', [tried.id]);

  await here.passTime(60);
  const last = (await here.apply(merchant, account, '500')).data;
  const all = [
    ['withdrawal', first.no],
    ['payout', lost.order_no],
    ['withdrawal', last.no],
  ];
  expect(await nosOf(boss)).toEqual(all);
  // Pages of one list, whichever kind fills them.
  expect(await nosOf(boss, '&paginate=1&page=2')).toEqual(all.slice(1, 2));
  expect(await nosOf(boss, '&paginate=2&page=2')).toEqual(all.slice(2));
  expect(await nosOf(boss, '&age=60')).toEqual(all.slice(0, 2));
  expect(await nosOf(boss, '&amount_min=600&amount_max=700')).toEqual(all.slice(1, 2));
  expect(await nosOf(boss, `&no=${last.no}`)).toEqual(all.slice(2));
  expect(await nosOf(boss, '&currency=USDT')).toEqual([]);

  const { data } = await queue(boss);
  expect(data).toMatchObject({
    total: 3,
    summary: { by_currency: [{ currency: 'TWD', count: 3, amount: '4200.0000' }], open: 0 },
  });
  expect(data.items[0]).toMatchObject({
    stage: 'pending',
    reason: null,
    left: '3000.0000',
    payer: '王小明',
    claimed_by: null,
    actions: ['take', 'reject', 'reveal', 'remark'],
  });
  expect(Number(data.items[0]?.['age_s'])).toBeGreaterThanOrEqual(120);
  expect(data.items[1]).toMatchObject({ stage: 'unknown', amount: '700.0000' });
  expect(data.items[1]?.actions).toContain('markPaid');

  // By its number the search finds it too, for whoever sees its owner.
  const found = async (actor: Actor) =>
    (await searchEverything(database, actor, 'en', last.no)).filter(({ kind }) => kind === 'withdrawal');
  const hit = {
    kind: 'withdrawal',
    id: String(last.id),
    title: last.no,
    detail: expect.stringMatching(/ · 500\.00 TWD · Pending$/),
    path: `/wrap/withdraws.list?range=all&no=${last.no}`,
  };
  const [seen] = [actorOf('customer', BigInt(merchant.id))];
  for (const actor of [actorOf('admin', 1n), seen]) expect(await found(actor)).toEqual([hit]);
  expect(await found(actorOf('customer', other))).toEqual([]);
  const known = [{ kind: 'withdrawal' as const, id: String(last.id) }];
  expect(await tellKnown(database, seen, 'en', known)).toEqual([hit]);
  expect(await tellKnown(database, actorOf('customer', other), 'en', known)).toEqual([]);

  expect((await here.decide(boss, 'take', first.id)).code).toBe(0);
  const held = await queue(boss);
  expect(held.data['summary']).toMatchObject({ open: 1, most: 6 });
  expect(held.data.items[0]).toMatchObject({
    stage: 'processing',
    claimed_by: { id: String(boss.id) },
    actions: ['approve', 'reject', 'release', 'reveal', 'remark'],
  });

  // What waits for a second person says so here as in the withdrawals' own list.
  const paying = await here.decide(boss, 'approve', first.id, { third_party_no: 'TX-queued' });
  expect(paying.data.state).toBe('waiting');
  expect((await queue(boss)).data.items[0]).toMatchObject({
    waiting_acts: [{ act: 'withdrawals.markPaid', blocks: expect.arrayContaining(['approve', 'reject']) }],
  });
  expect((await queue(boss)).data.items[1]).not.toHaveProperty('waiting_acts');

  // A senior agent sees what waits in his own tree, decides none of it, and is told nobody of the platform's people.
  const his = (await queue(agent)).data.items;
  expect(his.map(({ actions, claimed_by: by, no }) => [no, by, actions])).toEqual([
    [first.no, null, []],
    [last.no, null, []],
  ]);
  // Receipts stay a list of their own.
  expect((await here.get(boss, '/claimOrder')).data.items).toEqual([]);
  expect((await queue(boss, '&state=open')).code).toBe(400);
  expect((await here.get(merchant, '/claimOrder?queue=manual')).code).toBe(20_403);
});
