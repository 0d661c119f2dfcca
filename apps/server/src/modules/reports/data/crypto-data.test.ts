import { cryptoData } from '@suanpan/contract/endpoints/data-screens';
import type { DataRow, DataSummary } from '@suanpan/contract/endpoints/data-screens';
import { regionDayOf, startOfRegionDay } from '@suanpan/domain/region-day';
import { formatLedger, parseSignedLedger } from '@suanpan/money/amount';
import { beforeAll, expect, test } from 'vitest';
import { moveBusinessClock } from '../../../../test/database.ts';
import { actorOf, openHttp } from '../../../../test/http.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { businessNow } from '../../../platform/clock.ts';
import type { ExportCell } from '../../../platform/lines/export-cell.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { confirmCollection } from '../../collections/index.ts';
import type { Person } from '../../identity/testing/open-door.ts';
import { openWithdrawalRooms, paymentPassword } from '../../withdrawals/testing/open-withdrawal-rooms.ts';
import { bindWithdrawalList } from '../../withdrawals/read/list.routes.ts';
import { dataExports, openReports } from '../index.ts';

const here = await openWithdrawalRooms();
const { admin, apply, boss, database, decide, person, rooms } = here;
const http = openHttp(here);
openReports({
  db: database,
  unanswered: async () => [],
  placesOf: async (ids) => new Map(ids.map((id) => [id, 3])),
  differences: async () => ({ oldestAt: null, sums: [], items: [] }),
}).bind(http.app);
bindWithdrawalList(http.app, database);

interface Answer {
  readonly items: readonly DataRow[];
  readonly total: number;
  readonly summary: DataSummary;
}

const platform = (): Actor => actorOf('admin', boss.id);
async function ask(actor: Actor, more: Record<string, string> = {}): Promise<Answer> {
  const answer = await http.get(actor, `${cryptoData.path}?${new URLSearchParams(more).toString()}`);
  expect(answer.code, JSON.stringify(answer)).toBe(0);
  return answer.data as Answer;
}

let agent: Person;
let merchant: Person;
let stranger: Person;
let pool: Tenant;
let idle: Tenant;

const pay = async (id: string, no: string): Promise<void> => {
  await decide(boss, 'take', id);
  expect((await decide(boss, 'approve', id, { third_party_no: no })).data.state).toBe('done');
};

/** Two trees that withdraw to a chain, by rates that change meanwhile; a USDT account that was paid, and one that nobody used. */
beforeAll(async () => {
  // No day ends while it is looked at.
  const now = await businessNow(database.app);
  const noon = startOfRegionDay(regionDayOf(now) + 1).getTime() + 12 * 3_600_000;
  await moveBusinessClock(database, noon - now.getTime());
  agent = await person({ paymentPassword });
  merchant = await person({ kind: 'customer', parentId: agent.id, paymentPassword });
  const other = await person({ paymentPassword });
  stranger = await person({ kind: 'customer', parentId: other.id, paymentPassword });
  await here.raiseCeiling('1000000');
  await here.setRate('TWD', 'USDT', '32.50');
  await here.setRate('TWD', 'USDT', '32.60', agent.id);
  await admin.query(
    `INSERT INTO withdraw_fee (owner_id, currency, target_currency, type, pct, fixed, mode, share_pct, share_fixed, valid_from)
     VALUES ($1, 'TWD', 'USDT', 'chain', 0, 2000000, 'inside', 0, 2000000, business_now() - interval '1 second')`,
    [merchant.id],
  );
  for (const who of [merchant, stranger]) await here.fund(who, '90000');
  const [address, foreign] = [await here.addressOf(merchant), await here.addressOf(stranger)];
  await pay((await apply(merchant, address, '32600')).data.id, 'T-1');
  await pay((await apply(stranger, foreign, '3250')).data.id, 'T-2');
  await here.setRate('TWD', 'USDT', '32.40', null);
  // It waits, by another rate than the one before it.
  await here.setRate('TWD', 'USDT', '33', agent.id);
  expect((await apply(merchant, address, '3300')).code).toBe(0);
  pool = await createTenant(here, { provider: rooms.bank, currency: 'USDT' });
  idle = await createTenant(here, { provider: rooms.bank, currency: 'USDT' });
  const order = await rooms.place(pool.merchantId, { major: '100.00', currency: 'USDT' });
  rooms.bank.pay(order.order_no);
  await confirmCollection(rooms.collections, order.id, null);
}, 120_000);

const rowOf = ({ items }: Answer, id: bigint): DataRow | undefined =>
  items.find((row) => row.channel_account?.id === String(id));

test('an account tells what came in and what lies there, one that did nothing as well', async () => {
  const all = await ask(platform());
  expect(all.summary).toMatchObject({ currency: 'USDT', exchange: { quote: 'TWD' } });
  const { rows: books } = await admin.query<{ held: string }>(
    `SELECT (-coalesce(sum(p.amount), 0))::text AS held FROM posting p JOIN account a ON a.id = p.account_id
     WHERE a.kind = 'A100' AND a.book = 'main' AND a.channel_account_id = $1`,
    [pool.channelAccountId],
  );
  const held = BigInt(books[0]?.held ?? 0);
  expect(held).toBeGreaterThan(0n);
  expect(rowOf(all, pool.channelAccountId)).toMatchObject({
    figures: { orders: 1, success: 1, actual: '100.000000', payouts: 0, paidAmount: '0.000000' },
    crypto: { clearing: formatLedger(held, 'USDT'), provider: null },
  });
  expect(rowOf(all, idle.channelAccountId)).toMatchObject({
    figures: { orders: 0, actual: '0.000000' },
    crypto: { clearing: '0.000000' },
  });
  // No sum of a pair of days stands for one of them.
  const byDay = await ask(platform(), { group: 'account.day' });
  expect(rowOf(byDay, pool.channelAccountId)?.day).toBe(byDay.summary.to);
  expect(byDay.summary.figures['actual']).toBe(all.summary.figures['actual']);
  const later = await admin.query<{ n: bigint }>(
    `SELECT count(*) AS n FROM channel_account WHERE currency = 'USDT'`,
  );
  expect(all.total).toBe(Number(later.rows[0]?.n));
});

test('addresses are in use while somebody is asked to pay to them, and count out of as many as there are', async () => {
  const id = pool.channelAccountId;
  const addresses = async () => rowOf(await ask(platform()), id)?.crypto?.addresses;
  await admin.query(
    'INSERT INTO channel_feed (channel_account_id, read_until, looked_at) VALUES ($1, now(), now())',
    [id],
  );
  await admin.query(
    `INSERT INTO awaited_transfer (order_id, channel_account_id, destination, amount, until, freed_at)
     VALUES (-1, $1, 'first', 1, business_now() + interval '1 hour', NULL), (-2, $1, 'first', 2, business_now() + interval '1 hour', NULL),
            (-3, $1, 'second', 1, business_now() + interval '1 hour', NULL), (-4, $1, 'third', 1, business_now() + interval '1 hour', now()),
            (-5, $1, 'fourth', 1, business_now() - interval '1 second', NULL)`,
    [id],
  );
  expect(await addresses()).toEqual({ used: 2, waiting: 3, of: 3 });
  await admin.query('UPDATE awaited_transfer SET freed_at = now() WHERE channel_account_id = $1', [id]);
  expect(await addresses()).toEqual({ used: 0, waiting: 0, of: 3 });
});

test('withdrawals are told by the rate that was locked for each, and lead to their list', async () => {
  const mine = actorOf('agent', agent.id);
  const { items, summary, total } = await ask(mine, { group: 'withdrawal' });
  expect(total).toBe(2);
  expect(items.map(({ figures, owner }) => [owner?.id, figures])).toEqual([
    [
      String(merchant.id),
      {
        withdrawals: 1,
        withdrawalsPaid: 1,
        withdrawalAmount: '32600.0000',
        withdrawalPaid: '32600.0000',
        withdrawalSent: '998.000000',
        withdrawalFee: '2.000000',
        withdrawalMargin: '100.0000',
        lockedRate: '32.6',
        lockedLow: '32.6',
        lockedHigh: '32.6',
      },
    ],
    [
      String(merchant.id),
      expect.objectContaining({
        withdrawalsPaid: 0,
        withdrawalAmount: '3300.0000',
        withdrawalPaid: '0.0000',
        lockedRate: '33',
      }),
    ],
  ]);
  expect(summary.figures).toMatchObject({
    withdrawals: 2,
    withdrawalAmount: '35900.0000',
    lockedLow: '32.6',
    lockedHigh: '33',
    // 35,900 TWD for 1,100 USDT.
    lockedRate: '32.63636363',
  });
  let held = 0;
  for (const { drill, figures } of [...items, summary]) {
    for (const [name, to] of Object.entries(drill)) {
      expect(to.screen).toBe('withdraws.list');
      const { from, range, to: until, ...plain } = to.search;
      expect(range).toBe(plain['no'] === undefined ? undefined : 'all');
      const end = Date.parse(`${String(until)}T00:00:00+08:00`) + 86_400_000;
      const answer = await http.post(mine, '/withdraws/list/search', {
        ...plain,
        ...(range === undefined && {
          created_from: `${String(from)}T00:00:00+08:00`,
          created_to: new Date(end).toISOString(),
        }),
      });
      const list = answer.code === 404 ? { total: 0, summary: { by_currency: [] } } : (answer.data as never);
      const { by_currency: sums } = (list as { summary: { by_currency: Record<string, string>[] } }).summary;
      const paid = sums[0]?.['paid_amount'] ?? '0.0000';
      if (name === 'withdrawals' || name === 'withdrawalsPaid')
        expect((list as { total: number }).total).toBe(figures[name]);
      else if (name === 'withdrawalAmount') expect(sums[0]?.['amount']).toBe(figures[name]);
      else if (name === 'withdrawalPaid') expect(paid).toBe(figures[name]);
      else continue;
      held += 1;
    }
  }
  expect(held).toBe(12);
});

test('nothing of another tree is told, whoever asks however', async () => {
  const mine = actorOf('agent', agent.id);
  const foreign = actorOf('agent', pool.agentId);
  expect((await ask(mine)).items).toEqual([]);
  expect((await ask(foreign, { group: 'withdrawal' })).items).toEqual([]);
  const own = await ask(foreign);
  expect(own.items.map((row) => row.channel_account?.id)).toEqual([String(pool.channelAccountId)]);
  // The platform's own result is not a senior agent's matter, and neither are the rates of another.
  for (const actor of [mine, foreign]) expect((await ask(actor)).summary.exchange?.fx).toBeNull();
  expect((await ask(mine)).summary.exchange?.rates.map(({ agent: one }) => one?.id ?? null)).toEqual([
    null,
    String(agent.id),
  ]);
  expect((await ask(foreign)).summary.exchange?.rates.map(({ agent: one }) => one)).toEqual([null]);
  const other = { agent_id: String(agent.id), group: 'withdrawal' };
  const asked = await http.get(foreign, `${cryptoData.path}?${new URLSearchParams(other).toString()}`);
  expect((asked.data as Answer | null)?.items ?? []).toEqual([]);
  // Whoever is let in all the same sees his own withdrawals and no rate above him.
  const granted = actorOf('customer', merchant.id, { permissions: new Set(['index.encryption.get']) });
  const told = await ask(granted, { group: 'withdrawal' });
  expect(told.items.map((row) => row.owner?.id)).toEqual([String(merchant.id), String(merchant.id)]);
  expect(told.items[0]?.drill).toEqual({});
  expect(told.summary.exchange).toEqual({ quote: 'TWD', rates: [], fx: null });
  for (const role of ['customer', 'subAgent'] as const)
    expect((await http.get(actorOf(role, merchant.id), cryptoData.path)).code).toBe(20403);
});

test('the platform is told what is open of its exchanging, and which rates were in force', async () => {
  const { exchange } = (await ask(platform(), { agent_id: String(agent.id), group: 'withdrawal' })).summary;
  // 1,000 USDT for 32,500 TWD that stay with the house: 100 of 32,600 are the senior agent's. The pair's collection rate is 1.
  expect(exchange?.fx).toEqual({
    result: '0.0000',
    drill: expect.objectContaining({ screen: 'accounting.systemIncome' }),
    sold: '1000.000000',
    kept: '32500.0000',
    rate: '32.5',
    open_result: '31500.0000',
  });
  expect(
    exchange?.rates.map(({ agent: one, versions }) => [
      one?.id ?? null,
      versions.map(({ payment_rate: rate }) => rate),
    ]),
  ).toEqual([
    [null, ['32.5', '32.4']],
    [String(agent.id), ['32.6', '33']],
  ]);
  expect((await ask(platform())).summary.exchange?.rates).toHaveLength(1);
  // A range that lies before them had none; another pair has none either.
  const past = { from: '2020-01-01T00:00:00+08:00', to: '2020-01-02T00:00:00+08:00' };
  expect((await ask(platform(), past)).summary.exchange?.rates).toEqual([]);
  const dollars = await ask(platform(), { quote: 'USD', group: 'withdrawal' });
  expect(dollars.summary.exchange).toMatchObject({
    quote: 'USD',
    rates: [],
    fx: { sold: '0.000000', rate: null },
  });
  expect(dollars.items).toEqual([]);
});

test('the file has as many rows as the screen, and adds up to its sums', async () => {
  const list = dataExports.find(({ kind }) => kind === 'index.encryption') ?? expect.fail();
  const actor = platform();
  const reader = { db: database, actor, locale: 'en' as const };
  for (const [group, name] of [
    ['account', 'actual'],
    ['withdrawal', 'withdrawalSent'],
  ] as const) {
    const filter = list.filter.parse({ group });
    const { summary, total } = await ask(actor, { group });
    expect(await list.count(reader, filter)).toBe(total);
    const rows: Readonly<Record<string, ExportCell>>[] = [];
    for (let after: string | null = null, more = true; more; more = after !== null) {
      const page = await list.read(reader, filter, { after, limit: 1 });
      rows.push(...page.rows);
      after = page.next;
    }
    expect(rows).toHaveLength(total);
    const sum = rows.reduce(
      (all, row) => all + parseSignedLedger((row[name] as { money: string }).money, 'USDT'),
      0n,
    );
    expect(formatLedger(sum, 'USDT')).toBe(summary.figures[name]);
  }
});
