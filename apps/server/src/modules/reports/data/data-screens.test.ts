import type { DataRow, DataSummary } from '@suanpan/contract/endpoints/data-screens';
import {
  accountGroups,
  analysisGroups,
  channelAccountsData,
  feeLayers,
  generalAgents,
  generalGroups,
  generalResults,
  layerGroups,
  merchantAnalysis,
  merchantStats,
  merchantsData,
  payoutCommissions,
  payoutGroups,
  payoutStats,
  seniorAgents,
  statsGroups,
} from '@suanpan/contract/endpoints/data-screens';
import { comparisons, figures as figureKinds } from '@suanpan/domain/reports/figures';
import type { FigureName } from '@suanpan/domain/reports/figures';
import { regionDayFromText, regionDayOf, regionDayText, startOfRegionDay } from '@suanpan/domain/region-day';
import { successRate } from '@suanpan/domain/reports/success-rate';
import { formatLedger, parseSignedLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { beforeAll, describe, expect, test } from 'vitest';
import { moveBusinessClock, testDatabase } from '../../../../test/database.ts';
import { actorOf, openHttp } from '../../../../test/http.ts';
import { openMoneyRooms } from '../../../../test/money-rooms.ts';
import { openPayoutRooms } from '../../../../test/payout-rooms.ts';
import { createTenant } from '../../../../test/tenant.ts';
import type { Tenant } from '../../../../test/tenant.ts';
import { businessNow } from '../../../platform/clock.ts';
import type { ExportCell } from '../../../platform/lines/export-cell.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { bindCollections, confirmCollection } from '../../collections/index.ts';
import { bindFundLists } from '../../funds/read/funds.routes.ts';
import { bindIncome } from '../../income/income.routes.ts';
import { openLedger, prove } from '../../ledger/index.ts';
import { bindPayouts, keepPayee } from '../../payouts/index.ts';
import { bindLists } from '../../users/list/lists.routes.ts';
import { dataExports, openReports } from '../index.ts';
import type { withdrawalFigures } from './withdrawal-figures.ts';

const base = await testDatabase();
const { database, admin } = base;
const rooms = await openMoneyRooms(base);
const desk = await openPayoutRooms(base, rooms);
const http = openHttp(base);
/** Orders whose merchants were told in vain. */
let untold: readonly bigint[] = [];
openReports({
  db: database,
  unanswered: async () => untold,
  placesOf: async () => new Map(),
  differences: async () => ({ oldestAt: null, sums: [], items: [] }),
}).bind(http.app);
bindCollections(http.app, rooms.collections, async () => []);
bindPayouts(http.app, desk.payouts, async () => []);
openLedger({ db: database }).bind(http.app);
bindLists(http.app, database);
bindFundLists(http.app, database);
bindIncome(http.app, { db: database } as never);

const seed = Date.now() % 100_000;
let state = seed;
/** A whole number below so many, the same ones for the same seed. */
function below(many: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * many);
}
const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T;

let own: Tenant;
let foreign: Tenant;
let dollars: Tenant;

/** Half an hour before midnight of one of the next days; what is paid late is posted on the next. */
async function moveTo(days: number, hours: number): Promise<void> {
  const now = await businessNow(database.app);
  const at = startOfRegionDay(regionDayOf(now) + days).getTime() + hours * 3_600_000;
  await moveBusinessClock(database, at - now.getTime());
}

/**
 * Three evenings of orders of three trees in two currencies: paid before and after midnight, expired, paid after that, paid
 * short, left alone, without any way in, of tests; on two channels, by merchants with and without a general agent.
 */
beforeAll(async () => {
  const provider = rooms.bank;
  [own, foreign] = [await createTenant(base, { provider }), await createTenant(base, { provider })];
  dollars = await createTenant(base, { provider, currency: 'USD' });
  const unbound = await own.merchant();
  await own.channel({ merchants: [own.merchantId, unbound], method: { weight: 3 } });
  const merchants: readonly (readonly [bigint, Currency])[] = [
    [own.merchantId, 'TWD'],
    [own.merchantId, 'TWD'],
    [unbound, 'TWD'],
    [foreign.merchantId, 'TWD'],
    [dollars.merchantId, 'USD'],
  ];
  await moveTo(1, 12);
  for (const [tenant, payers] of [
    [own, [own.merchantId, unbound]],
    [foreign, [foreign.merchantId]],
  ] as const) {
    await desk.channel(tenant, payers);
    for (const payer of payers) await desk.earn(payer, 3);
  }
  const first = await desk.place(own.merchantId, { major: '700' });
  await desk.work();
  await payOut(first.id, 'paid');
  const toReverse: bigint[] = [];
  for (let evening = 0; evening < 3; evening += 1) {
    await moveTo(1, 23.5);
    const waiting = await placePayouts([own.merchantId, unbound, foreign.merchantId]);
    const late: bigint[] = [];
    const short: bigint[] = [];
    // Whatever the seed: somebody pays on this side of midnight, and somebody on the other.
    for (const merchantId of [own.merchantId, foreign.merchantId]) {
      const prompt = await rooms.place(merchantId, { major: '2500.00' });
      rooms.bank.pay(prompt.order_no);
      await confirmCollection(rooms.collections, prompt.id, null);
      late.push((await rooms.place(merchantId, { major: '2600.00' })).id);
    }
    for (let n = 0; n < 12; n += 1) {
      const [merchantId, currency] = oneOf(merchants);
      const major = `${1000 + below(9000)}.${below(90) + 10}`;
      const wanted = { major, currency, isTest: below(10) === 0 };
      const fate = oneOf(['paid', 'paid', 'late', 'expired', 'revived', 'short', 'open', 'alone'] as const);
      if (fate === 'alone') {
        await rooms.create(merchantId, wanted);
        continue;
      }
      const order = await rooms.place(
        merchantId,
        fate === 'expired' || fate === 'revived' ? { ...wanted, lifetimeS: 60 } : wanted,
      );
      if (fate === 'paid') {
        rooms.bank.pay(order.order_no);
        await confirmCollection(rooms.collections, order.id, null);
      }
      if (fate === 'late') late.push(order.id);
      if (fate === 'short') {
        rooms.bank.pay(order.order_no, { amount: '1.00' });
        await confirmCollection(rooms.collections, order.id, null);
      }
      if (fate === 'expired' || fate === 'revived') short.push(order.id);
      if (fate === 'revived') late.push(order.id);
    }
    await moveBusinessClock(database, 61_000);
    await admin.query('SELECT expire_collections($1, NULL)', [short]);
    if (evening === 1) await admin.query('SELECT fold_collections(1000)');
    await moveTo(1, 0.25);
    for (const id of late) {
      rooms.bank.pay((await rooms.order(id)).order_no);
      await confirmCollection(rooms.collections, id, null);
    }
    for (const id of toReverse.splice(0)) await giveBack(id);
    toReverse.push(...(await endPayouts(waiting)));
  }
}, 120_000);

/** Paid on this side of midnight, or left for the other; one without money, one that waits for a person. */
async function placePayouts(merchants: readonly bigint[]): Promise<bigint[]> {
  const waiting: bigint[] = [];
  for (let n = 0; n < 8; n += 1) {
    const drawn = oneOf(['paid', 'paid', 'late', 'late', 'poor', 'held'] as const);
    const fate = n === 0 ? 'paid' : drawn;
    const payee = keepPayee(base.vault, {
      accountName: '王小明',
      bankCode: oneOf(['004', '812']),
      branch: null,
      accountNo: `9${seed}${n}${below(1_000_000)}`,
    });
    const order = await desk.place(oneOf(merchants), {
      major: fate === 'poor' ? '900000' : String(500 + below(900)),
      payee,
      isAgreed: fate !== 'held',
    });
    if (fate === 'poor' || fate === 'held') continue;
    await desk.work();
    if (fate === 'late') waiting.push(order.id);
    else await payOut(order.id, 'paid');
  }
  return waiting;
}
async function payOut(id: bigint, status: 'paid' | 'failed'): Promise<void> {
  const order = await desk.payout(id);
  rooms.bank.payout(order.order_no).status = status;
  await desk.tell(order);
}
/** After midnight: paid or refused; answers some of the paid, to come back a day later. */
async function endPayouts(waiting: readonly bigint[]): Promise<bigint[]> {
  const paid: bigint[] = [];
  for (const [n, id] of waiting.entries()) {
    await payOut(id, n % 2 === 0 ? 'paid' : 'failed');
    if (n % 4 === 0) paid.push(id);
  }
  return paid;
}
async function giveBack(id: bigint): Promise<void> {
  const { amount, provider_order_no: ref } = await desk.payout(id);
  await admin.query("SELECT payout_reverse($1, $2, $3, 'it came back', NULL, NULL)", [id, amount, ref]);
}

/** What the lists answer to the address of a figure. */
interface List {
  readonly total: number;
  readonly items: readonly {
    readonly created_at: string;
    readonly completed_at?: string | null;
    readonly status?: string;
  }[];
  readonly summary: { readonly by_currency: readonly Readonly<Record<string, unknown>>[] };
}
type Search = DataRow['drill'][string]['search'];

/** An end of a range in an address: a day, or an hour of it. */
function instantAt(text: unknown, isEnd: boolean): string {
  const [day = '', hour] = String(text).split('T');
  const from = startOfRegionDay(regionDayFromText(day)).getTime();
  return new Date(from + (hour === undefined ? (isEnd ? 24 : 0) : Number(hour)) * 3_600_000).toISOString();
}

/** The call that the screen of the list makes of such an address (held against the screens' own in their test). */
async function listAt(actor: Actor, screen: string, search: Search): Promise<List> {
  const { from, to, completed_from, completed_to, range, is_test, split, ...plain } = search;
  const span = (name: string, first: unknown, last: unknown): Record<string, string> =>
    first === undefined
      ? {}
      : { [`${name}from`]: instantAt(first, false), [`${name}to`]: instantAt(last, true) };
  if (screen === 'accounting.changelogs') {
    const query = new URLSearchParams({ ...(plain as Record<string, string>), ...span('', from, to) });
    return (await http.get(actor, `/accounting/changelogs?${query.toString()}`)).data as List;
  }
  if (screen === 'users.list' || screen === 'cashManagement3' || screen === 'accounting.systemIncome') {
    const path = { 'users.list': '/users', cashManagement3: '/cashManagement3' }[screen as 'users.list'];
    // In an address the kind of income has a name of its own.
    const { kind, ...rest } = plain as Record<string, string>;
    const query = new URLSearchParams({
      ...rest,
      ...(kind !== undefined && { tab: kind }),
      ...span('', from, to),
    });
    const answer = await http.get(actor, `${path ?? '/accounting/systemIncome'}?${query.toString()}`);
    expect(answer.code, JSON.stringify(answer)).toBe(0);
    return answer.data as List;
  }
  expect(range).toBe(from === undefined ? 'all' : undefined);
  expect(is_test).toBe('no');
  const path =
    { 'collections.transactions': '/collection', 'payment.transactions': '/payment' }[screen] ?? '';
  const answer = await http.post(actor, `${path}/transactions/search`, {
    ...plain,
    is_test: false,
    ...(split === 'yes' && { split: true }),
    ...span('created_', from, to),
    ...span('completed_', completed_from, completed_to),
    paginate: 200,
  });
  expect(answer.code, JSON.stringify(answer)).toBe(0);
  return answer.data as List;
}

const sumOf =
  (name: string) =>
  ({ summary }: List): string =>
    String((summary.by_currency[0]?.[name] as string | number | undefined) ?? '0.0000');
const countIn =
  (name: string) =>
  ({ summary }: List): bigint =>
    BigInt((summary.by_currency[0]?.[name] ?? 0) as number);
const shareOf =
  (party: string) =>
  ({ summary, total: count }: List): string => {
    const split = summary.by_currency[0]?.['split'];
    if (count > 0) expect(split).toBeDefined();
    return (split as Readonly<Record<string, string>> | undefined)?.[party] ?? '0.0000';
  };
/** So many seconds keep that share of the list within. */
function within({ items }: List, share: number): number | null {
  const seconds = items
    .map((row) => Math.floor((Date.parse(row.completed_at ?? '') - Date.parse(row.created_at)) / 1000))
    .sort((a, b) => a - b);
  return seconds[Math.ceil(seconds.length * share) - 1] ?? null;
}
const marginOf = (list: List, currency: Currency): string => {
  const minor = (text: string): bigint => parseSignedLedger(text, currency);
  return formatLedger(minor(sumOf('fee')(list)) - minor(shareOf('endpoint')(list)), currency);
};
const total = (list: List): number => list.total;
/** What each figure must be, by the list that it leads to. */
const fromList: Readonly<
  Record<
    Exclude<FigureName, keyof typeof withdrawalFigures>,
    (list: List, currency: Currency) => string | number | null
  >
> = {
  orders: total,
  success: total,
  failed: total,
  successRate: (list) => successRate(countIn('success_count')(list), countIn('failed_count')(list)),
  amount: sumOf('amount'),
  actual: sumOf('actual'),
  fee: sumOf('fee'),
  accounted: sumOf('accounted'),
  meanTicket: (list, currency) =>
    list.total === 0
      ? null
      : formatLedger(parseSignedLedger(sumOf('amount')(list), currency) / BigInt(list.total), currency),
  timeToPay: (list) => within(list, 0.5),
  timeToPay95: (list) => within(list, 0.95),
  payoutTime: (list) => within(list, 0.5),
  payoutTime95: (list) => within(list, 0.95),
  commission: sumOf('credited'),
  payouts: total,
  payoutsPaid: total,
  payoutsFailed: total,
  payoutRate(list) {
    const paid = list.items.filter(
      ({ status }) => status === 'paid' || status === 'rejected_reversed',
    ).length;
    return successRate(BigInt(paid), BigInt(list.total - paid));
  },
  payoutAmount: sumOf('amount'),
  paidAmount: sumOf('amount'),
  payoutFee: sumOf('fee'),
  payoutCommission: sumOf('credited'),
  orderCommission: sumOf('credited'),
  endpointCost: shareOf('endpoint'),
  margin: marginOf,
  payoutMargin: marginOf,
  generalShare: shareOf('sub_agent'),
  middlemanShare: shareOf('middleman'),
  seniorShare: shareOf('agent'),
  systemShare: shareOf('system'),
  payoutEndpointCost: shareOf('endpoint'),
  payoutGeneralShare: shareOf('sub_agent'),
  payoutMiddlemanShare: shareOf('middleman'),
  payoutSeniorShare: shareOf('agent'),
  payoutSystemShare: shareOf('system'),
  merchants: total,
  generals: total,
  balance: sumOf('balance'),
  unsettled: sumOf('unsettled'),
  frozen: sumOf('frozen'),
  feeIncome: sumOf('fee_income'),
  systemFee: sumOf('accrued'),
  systemFeeCollected: sumOf('collected'),
  systemFeeOwed: sumOf('outstanding'),
  platformMargin: sumOf('collected'),
};

/** Lists as they were answered. Nothing is written while the screens are held against them, and most lead to the same lists. */
const answered = new Map<string, Promise<List>>();
const listOnce: typeof listAt = (actor, screen, search) => {
  const asked = JSON.stringify([actor.username, screen, search]);
  const list = answered.get(asked) ?? listAt(actor, screen, search);
  answered.set(asked, list);
  return list;
};

/** Holds each figure against the list behind it, and answers how many there were. */
async function holdAgainstLists(
  actor: Actor,
  currency: Currency,
  { figures, drill }: Pick<DataRow, 'figures' | 'drill'>,
  read = listAt,
): Promise<number> {
  let held = 0;
  for (const [name, { screen, search }] of Object.entries(drill)) {
    if (figures[name] === null) continue;
    const list = await read(actor, screen, search);
    expect({ [name]: figures[name], search }).toEqual({
      [name]: fromList[name as keyof typeof fromList](list, currency),
      search,
    });
    held += 1;
  }
  return held;
}

interface Screen {
  readonly path: string;
  readonly groups: readonly string[];
  /** What it is asked besides. */
  readonly more?: Readonly<Record<string, string>>;
  /** The figure that tells how many there are. */
  readonly counts: FigureName;
  /** Who may open it, by preset. */
  readonly callers: () => readonly (readonly [string, Actor])[];
}
const everywhere = (): readonly (readonly [string, Actor])[] => [
  ['the platform', actorOf('admin', 1n)],
  ['a senior agent', actorOf('agent', own.agentId)],
  ['a senior agent elsewhere', actorOf('agent', dollars.agentId)],
];
/** Every screen of the data centre whose figures are of orders. */
const screens: readonly Screen[] = [
  { path: merchantStats.path, groups: statsGroups, counts: 'orders', callers: everywhere },
  { path: merchantAnalysis.path, groups: analysisGroups, counts: 'orders', callers: everywhere },
  {
    path: generalResults.path,
    groups: generalGroups,
    counts: 'orders',
    callers: () => [...everywhere(), ['a general agent', actorOf('subAgent', own.subAgentId)]],
  },
  {
    path: seniorAgents.path,
    groups: [''],
    counts: 'orders',
    callers: () => [['the platform', actorOf('admin', 1n)]],
  },
  {
    path: payoutCommissions.path,
    groups: ['subAgent', 'subAgent.merchant', 'subAgent.day'],
    counts: 'payoutsPaid',
    callers: () => [...everywhere(), ['a general agent', actorOf('subAgent', own.subAgentId)]],
  },
  {
    path: merchantsData.path,
    groups: [''],
    counts: 'orders',
    callers: () => [...everywhere(), ['a general agent', actorOf('subAgent', own.subAgentId)]],
  },
  { path: generalAgents.path, groups: [''], counts: 'orders', callers: everywhere },
  { path: channelAccountsData.path, groups: accountGroups, counts: 'orders', callers: everywhere },
  {
    path: channelAccountsData.path,
    groups: accountGroups,
    more: { direction: 'payout' },
    counts: 'payouts',
    callers: everywhere,
  },
  {
    path: feeLayers.path,
    groups: layerGroups,
    counts: 'fee',
    callers: () => [['the platform', actorOf('admin', 1n)]],
  },
  {
    path: payoutStats.path,
    groups: payoutGroups,
    counts: 'payouts',
    callers: () => [...everywhere(), ['a merchant', actorOf('customer', own.merchantId)]],
  },
];

interface Page {
  readonly items: readonly DataRow[];
  readonly total: number;
  readonly summary: DataSummary;
}
async function ask(actor: Actor, path: string, query: Record<string, string>): Promise<Page> {
  const answer = await http.get(
    actor,
    `${path}?${new URLSearchParams({ paginate: '200', ...query }).toString()}`,
  );
  expect(answer.code, JSON.stringify(answer)).toBe(0);
  return answer.data as Page;
}

/** So many days back, both ends included, as instants of the business calendar. */
async function back(from: number, to: number): Promise<{ from: string; to: string }> {
  const today = regionDayOf(await businessNow(database.app));
  return {
    from: startOfRegionDay(today - from).toISOString(),
    to: startOfRegionDay(today - to + 1).toISOString(),
  };
}

/** What the rows come to: as many, or as much. */
function addUp(rows: readonly DataRow[], name: FigureName, currency: Currency): number | string {
  const values = rows.map((row) => row.figures[name] ?? 0);
  return figureKinds[name].kind === 'count'
    ? values.reduce<number>((sum, value) => sum + Number(value), 0)
    : formatLedger(
        values.reduce<bigint>((sum, value) => sum + parseSignedLedger(String(value), currency), 0n),
        currency,
      );
}

describe.each(screens)(`each figure of $path (seed ${seed})`, ({ callers, counts, groups, more, path }) => {
  test.each(groups)('by %s equals the list behind it, for everybody who may open it', async (group) => {
    const seen = new Set<string>();
    for (const [, actor] of callers()) {
      for (const currency of ['TWD', 'USD'] as const) {
        for (const range of [await back(6, 0), await back(1, 1), await back(1, 0)]) {
          const { items, summary } = await ask(actor, path, {
            ...(group !== '' && { group }),
            ...more,
            currency,
            ...range,
          });
          for (const row of [...items, summary]) await holdAgainstLists(actor, currency, row, listOnce);
          expect(addUp(items, counts, currency)).toBe(summary.figures[counts]);
          seen.add(`${currency} ${Number(summary.figures[counts]) > 0}`);
        }
      }
    }
    // It was held against something.
    expect(seen).toContain('TWD true');
  });
});

test('a merchant’s row tells his state, his rates and what to look at, and below only what goes through him', async () => {
  const idle = await own.user('customer', { status: 'disabled' });
  const boss = actorOf('admin', 1n);
  const rowOf = async (actor: Actor, id: bigint): Promise<DataRow> =>
    (await ask(actor, merchantsData.path, await back(0, 0))).items.find(({ key }) => key === String(id)) ??
    expect.fail('he is not there');
  expect((await rowOf(boss, idle)).merchant).toEqual({
    status: 'disabled',
    rates: Array.from({ length: 7 }, () => null),
    last_order_at: null,
    alerts: ['noChannel'],
  });
  const busy = await rowOf(boss, own.merchantId);
  const byDay = await ask(boss, merchantStats.path, {
    ...(await back(6, 0)),
    group: 'day',
    customer_id: String(own.merchantId),
  });
  const today = regionDayOf(await businessNow(database.app));
  expect(busy.merchant?.rates).toEqual(
    Array.from({ length: 7 }, (_, n) => {
      const day = regionDayText(today - 6 + n);
      return byDay.items.find((one) => one.day === day)?.figures['successRate'] ?? null;
    }),
  );
  const { rows: last } = await admin.query<{ id: bigint; at: Date }>(
    'SELECT id, created_at AS at FROM collection_order WHERE customer_id = $1 AND NOT is_test ORDER BY created_at DESC, id DESC LIMIT 1',
    [own.merchantId],
  );
  expect(busy.merchant?.last_order_at).toBe(last[0]?.at.toISOString());
  expect(busy.merchant?.alerts).not.toContain('callbackFailed');
  untold = [BigInt(last[0]?.id ?? 0)];
  expect((await rowOf(boss, own.merchantId)).merchant?.alerts).toContain('callbackFailed');
  untold = [];
  // Less is there than goes out on a day.
  expect(busy.merchant?.alerts).not.toContain('lowBalance');
  await admin.query(
    `INSERT INTO payout_channel_day VALUES
       (business_day(business_now()), $1, $2, 0, 0, 0, 'TWD', 'paid', 'planted', 0, 0, 0, 1, 100000000000, 0, 0, 0, 0, 0, 0, 0, 0, 0)`,
    [own.merchantId, own.agentId],
  );
  const poor = await rowOf(boss, own.merchantId);
  await admin.query("DELETE FROM payout_channel_day WHERE failure = 'planted'");
  expect(poor.merchant?.alerts).toContain('lowBalance');
  const general = await rowOf(actorOf('subAgent', own.subAgentId), own.merchantId);
  for (const hidden of ['balance', 'unsettled', 'frozen']) expect(general.figures).not.toHaveProperty(hidden);
  expect(general.figures['commission']).toEqual(expect.any(String));
});

test('what may be done with somebody comes with his row, to whoever may do it', async () => {
  const range = await back(0, 0);
  const actsOf = async (actor: Actor, path: string, id: bigint): Promise<DataRow['acts']> =>
    (await ask(actor, path, range)).items.find(({ key }) => key === String(id))?.acts;
  const boss = actorOf('admin', 1n);
  for (const [path, id] of [
    [merchantsData.path, own.merchantId],
    [generalAgents.path, own.subAgentId],
    [seniorAgents.path, own.agentId],
  ] as const)
    expect(await actsOf(boss, path, id)).toEqual(['edit', 'impersonate']);
  const lookingOn = actorOf('admin', 1n, { permissions: new Set(['index.customers.get']) });
  expect(await actsOf(lookingOn, merchantsData.path, own.merchantId)).toEqual([]);
  // A general agent brings merchants, and neither edits them nor goes in their place.
  expect(await actsOf(actorOf('subAgent', own.subAgentId), merchantsData.path, own.merchantId)).toEqual([]);
  const { items } = await ask(boss, merchantStats.path, { ...range, group: 'merchant' });
  for (const row of items) expect(row).not.toHaveProperty('acts');
});

test('each payout tells its own commission, which is what its general agent was credited', async () => {
  for (const actor of [actorOf('admin', 1n), actorOf('subAgent', own.subAgentId)]) {
    const range = await back(6, 0);
    const { items, summary } = await ask(actor, payoutCommissions.path, { group: 'payout', ...range });
    expect(items.length).toBeGreaterThan(0);
    for (const row of items) {
      expect(await holdAgainstLists(actor, 'TWD', row)).toBe(2);
      expect(row.figures['orderCommission']).toBe('3.0000');
    }
    const all = items.reduce(
      (sum, row) => sum + parseSignedLedger(String(row.figures['orderCommission']), 'TWD'),
      0n,
    );
    expect(summary.figures['orderCommission']).toBe(formatLedger(all, 'TWD'));
    const whole = await ask(actor, payoutCommissions.path, { group: 'subAgent', ...range });
    expect(whole.summary.figures['payoutCommission']).toBe(summary.figures['orderCommission']);
  }
});

test('an account at a provider tells what lies there by our books, what its provider says and how it answered', async () => {
  const boss = actorOf('admin', 1n);
  const range = await back(1, 0);
  const rowsOf = async (actor: Actor, more: Record<string, string> = {}): Promise<readonly DataRow[]> =>
    (await ask(actor, channelAccountsData.path, { ...range, ...more })).items;
  const mine = (await rowsOf(actorOf('agent', foreign.agentId)))[0] ?? expect.fail('he has none');
  const id = mine.channel_account?.id ?? '';
  const { rows: books } = await admin.query<{ held: string; channel: string }>(
    `SELECT (-coalesce(sum(p.amount), 0))::text AS held, (SELECT min(c.id)::text FROM channel c WHERE c.channel_account_id = $1) AS channel
     FROM posting p JOIN account a ON a.id = p.account_id
     WHERE a.kind = 'A100' AND a.book = 'main' AND a.channel_account_id = $1`,
    [id],
  );
  const { channel = '', held = '' } = books[0] ?? {};
  expect(BigInt(held)).toBeGreaterThan(0n);
  expect(mine.account).toMatchObject({ clearing: formatLedger(BigInt(held), 'TWD'), trips: 0 });
  await admin.query(
    'UPDATE channel_account SET balance = $2, balance_checked_at = business_now() WHERE id = $1',
    [id, BigInt(held) - 5_0000n],
  );
  await admin.query('DELETE FROM provider_log WHERE channel_account_id = $1', [id]);
  await admin.query(
    `INSERT INTO provider_log (channel_account_id, at, direction, operation, latency_ms, outcome, request, response)
     SELECT $1, business_now() - x.back * interval '1 day', 'out', x.operation, x.ms, x.outcome, '', ''
     FROM (VALUES ('create', 10, 'accepted', 0), ('create', 20, 'accepted', 0), ('create', 30, 'timeout', 0),
                  ('create', 900, 'accepted', 1), ('probe', 5, 'error', 0)) AS x (operation, ms, outcome, back)`,
    [id],
  );
  await admin.query(
    `INSERT INTO audit_log (at, act, object_kind, object_id, from_status, to_status)
     VALUES (business_now(), 'channel.state', 'channel', $1, 'ok', 'tripped'), (business_now(), 'channel.state', 'channel', $1, 'tripped', 'ok')`,
    [channel],
  );
  const of = (rows: readonly DataRow[], day?: string) =>
    rows.find((row) => row.channel_account?.id === id && (day === undefined || row.day === day))?.account;
  expect(of(await rowsOf(boss))).toMatchObject({
    provider: formatLedger(BigInt(held) - 5_0000n, 'TWD'),
    difference: '-5.0000',
    calls: 4,
    error_rate: '25.00',
    create_ms: { p50: 20, p95: 900 },
    query_ms: null,
    trips: 1,
  });
  const today = regionDayOf(await businessNow(database.app));
  const byDay = await rowsOf(boss, { group: 'account.day' });
  expect(of(byDay, regionDayText(today))).toMatchObject({
    clearing: formatLedger(BigInt(held), 'TWD'),
    difference: '-5.0000',
    calls: 3,
    error_rate: '33.33',
    create_ms: { p50: 20, p95: 30 },
    trips: 1,
  });
  // What a provider holds now says nothing of yesterday.
  const yesterday = of(byDay, regionDayText(today - 1));
  expect(yesterday).toMatchObject({ provider: null, difference: null, calls: 1, trips: 0 });
  expect(yesterday?.clearing).not.toBe(formatLedger(BigInt(held), 'TWD'));
  // Exchanges are read of two days, and of another's account nothing is told.
  expect(of((await ask(boss, channelAccountsData.path, await back(6, 0))).items)).toMatchObject({
    calls: null,
    error_rate: null,
    create_ms: null,
  });
  await admin.query('UPDATE channel_account SET agent_id = $2 WHERE id = $1', [id, own.agentId]);
  const gone = (await rowsOf(actorOf('agent', foreign.agentId))).find(
    (row) => row.channel_account?.id === id,
  );
  await admin.query('UPDATE channel_account SET agent_id = $2 WHERE id = $1', [id, foreign.agentId]);
  expect(gone).toBeDefined();
  expect(gone).not.toHaveProperty('account');
});

test('a merchant is told hour by hour, held against another range, with how fast his server answers', async () => {
  const boss = actorOf('admin', 1n);
  const range = await back(1, 0);
  const asked = { ...range, customer_id: String(own.merchantId), group: 'day' };
  const { rows: told } = await admin.query<{ id: string; day: string }>(
    `SELECT o.id::text AS id, business_day(o.created_at)::text AS day FROM collection_order o
     WHERE o.customer_id = $1 AND o.currency = 'TWD' AND NOT o.is_test AND o.created_at >= $2 AND o.created_at < $3
     ORDER BY o.id LIMIT 2`,
    [own.merchantId, range.from, range.to],
  );
  expect(told).toHaveLength(2);
  for (const [n, { id }] of told.entries()) {
    await admin.query(
      `INSERT INTO callback (event_id, order_kind, order_id, customer_id, type, api_version, body, url, created_at,
         order_created_at, recipient_id, agent_id, lane)
       VALUES ($1, 'collection', $2, $3, 'collection.succeeded', 'v2', '{}', 'https://shop.example.com/hook',
         business_now(), business_now(), $3, $4, 'x')`,
      [`evt_answer_${id}`, id, own.merchantId, own.agentId],
    );
    // The last answer counts; where none came there is none.
    await admin.query(
      `INSERT INTO callback_attempt (callback_id, attempt, at, http_status, latency_ms, result, response)
       SELECT c.id, x.n, business_now(), x.status, x.ms, 'error_response', ''
       FROM callback c, (VALUES (1, 500, 9000), (2, 200, $2::int), (3, NULL, 30000)) AS x (n, status, ms) WHERE c.event_id = $1`,
      [`evt_answer_${id}`, 40 + n * 60],
    );
  }
  const days = await ask(boss, merchantAnalysis.path, asked);
  const answered = days.items.flatMap(({ callback }) => (callback?.ms ? [callback] : []));
  expect(answered.reduce((sum, one) => sum + one.answered, 0)).toBe(2);
  const first = days.items.find(({ day }) => day === told[0]?.day)?.callback;
  const isOneDay = told[0]?.day === told[1]?.day;
  expect(first).toEqual({ answered: isOneDay ? 2 : 1, ms: { p50: 40, p95: isOneDay ? 100 : 40 } });
  const long = await ask(boss, merchantAnalysis.path, { ...asked, ...(await back(6, 0)) });
  expect(long.items.map(({ callback }) => callback)).toEqual(long.items.map(() => null));

  // The hours are those of the whole, whatever the rows are of, and each leads to its orders.
  const { hours = [] } = long.summary;
  expect(hours.reduce((sum, { orders }) => sum + orders, 0)).toBe(long.summary.figures['orders']);
  expect(hours.reduce((sum, { success }) => sum + success, 0)).toBe(long.summary.figures['success']);
  for (const { drill, orders } of hours) {
    const { screen, search } = drill ?? expect.fail('it leads nowhere');
    expect((await listAt(boss, screen, search)).total).toBe(orders);
  }
  const compared = await ask(boss, merchantAnalysis.path, { ...asked, compare: 'dayBefore' });
  const was = await ask(boss, merchantAnalysis.path, { ...asked, ...(await back(2, 1)) });
  const before = compared.summary.hours?.reduce((sum, one) => sum + (one.before ?? 0), 0);
  expect(before).toBe(was.summary.figures['orders']);
  expect(before).toBeGreaterThan(0);
});

test('an analysis is of one merchant of the reader’s tree, of a week at most', async () => {
  const range = await back(6, 0);
  const of = async (actor: Actor, more: Record<string, string> = {}) => {
    const { items } = await ask(actor, merchantAnalysis.path, { ...range, group: 'channel', ...more });
    return [...new Set(items.map(({ customer }) => customer?.id))];
  };
  const everyone = await ask(actorOf('agent', own.agentId), merchantStats.path, {
    ...range,
    group: 'merchant',
    sort: '-orders',
  });
  expect(await of(actorOf('agent', own.agentId))).toEqual([everyone.items[0]?.customer?.id]);
  const foreigner = { customer_id: String(foreign.merchantId) };
  expect(await of(actorOf('admin', 1n), foreigner)).toEqual([foreigner.customer_id]);
  expect(await of(actorOf('agent', own.agentId), foreigner)).toEqual([]);
  const query = new URLSearchParams(await back(7, 0)).toString();
  expect(await http.get(actorOf('admin', 1n), `${merchantAnalysis.path}?${query}`)).toMatchObject({
    code: 400,
    errors: { to: [expect.any(String)] },
  });
});

test('what the layers share is the merchant’s fee, and only who sees the chain is told of it', async () => {
  const range = await back(6, 0);
  const minor = (value: unknown): bigint => parseSignedLedger(String(value), 'TWD');
  const { items, summary } = await ask(actorOf('admin', 1n), feeLayers.path, {
    ...range,
    group: 'agent.day',
  });
  for (const { figures } of [...items, summary]) {
    const shares = ['endpointCost', 'generalShare', 'middlemanShare', 'seniorShare'];
    const sum = (names: readonly string[]): bigint =>
      names.reduce((all, name) => all + minor(figures[name]), 0n);
    expect(sum(shares)).toBe(minor(figures['fee']));
    expect(sum(shares.map((name) => `payout${name.charAt(0).toUpperCase()}${name.slice(1)}`))).toBe(
      minor(figures['payoutFee']),
    );
  }
  for (const name of ['generalShare', 'systemShare', 'payoutEndpointCost', 'payoutGeneralShare'])
    expect(minor(summary.figures[name]), name).toBeGreaterThan(0n);
  const { drill } = summary;
  const { screen, search } = drill['endpointCost'] ?? expect.fail('it leads nowhere');
  const splitOf = async (actor: Actor, where = screen): Promise<unknown> =>
    (await listAt(actor, where, search)).summary.by_currency[0]?.['split'];
  expect(await splitOf(actorOf('agent', own.agentId))).toBeDefined();
  const { search: ofPayouts } = drill['payoutEndpointCost'] ?? expect.fail('it leads nowhere');
  for (const actor of [actorOf('subAgent', own.subAgentId), actorOf('customer', own.merchantId)]) {
    expect(await splitOf(actor)).toBeUndefined();
    const list = await listAt(actor, 'payment.transactions', ofPayouts);
    expect(list.summary.by_currency[0]).toBeDefined();
    expect(list.summary.by_currency[0]).not.toHaveProperty('split');
  }
});

test('figures are of the caller’s own tree, and of whom they were asked', async () => {
  const range = await back(6, 0);
  const of = async (actor: Actor, more: Record<string, string> = {}) =>
    (await ask(actor, merchantStats.path, { ...range, group: 'merchant', ...more })).items.map(
      (row) => row.customer?.id,
    );
  const all = await of(actorOf('admin', 1n));
  expect(all).toContain(String(foreign.merchantId));
  const mine = await of(actorOf('agent', own.agentId));
  expect(mine).toContain(String(own.merchantId));
  expect(mine).not.toContain(String(foreign.merchantId));
  expect(await of(actorOf('agent', own.agentId), { customer_id: String(foreign.merchantId) })).toEqual([]);
  expect(await of(actorOf('admin', 1n), { customer_id: String(foreign.merchantId) })).toEqual([
    String(foreign.merchantId),
  ]);
  // The presets keep general agents and merchants out; whoever is let in all the same sees his own.
  const granted = (role: 'subAgent' | 'customer' | 'middleman', id: bigint): Actor =>
    actorOf(role, id, { permissions: new Set(['index.stats.get', 'collections.transactions.get']) });
  expect(await of(granted('subAgent', own.subAgentId))).toEqual([String(own.merchantId)]);
  expect(await of(granted('customer', own.merchantId))).toEqual([String(own.merchantId)]);
  expect(await of(granted('middleman', own.middlemanId))).toEqual([]);
  for (const actor of [granted('subAgent', own.subAgentId), granted('customer', own.merchantId)]) {
    const { items, summary } = await ask(actor, merchantStats.path, { ...range, group: 'merchant.channel' });
    let held = 0;
    for (const row of [...items, summary]) held += await holdAgainstLists(actor, 'TWD', row);
    expect(held).toBeGreaterThan(0);
  }
  for (const role of ['subAgent', 'customer'] as const)
    expect((await http.get(actorOf(role, own.merchantId), merchantStats.path)).code).toBe(20403);
});

test('a figure without a list that the caller may open leads nowhere', async () => {
  const actor = actorOf('admin', 1n, { permissions: new Set(['index.stats.get']) });
  const { items } = await ask(actor, merchantStats.path, await back(6, 0));
  expect(items.map(({ drill }) => drill)).toEqual(items.map(() => ({})));
});

test('the success rate is told of one day, of more none', async () => {
  const boss = actorOf('admin', 1n);
  const long = await ask(boss, merchantStats.path, { ...(await back(6, 0)), group: 'merchant' });
  expect([...long.items, long.summary].map(({ figures }) => figures['successRate'])).toEqual(
    [...long.items, 0].map(() => null),
  );
  const byDay = await ask(boss, merchantStats.path, { ...(await back(6, 0)), group: 'day' });
  expect(byDay.items.some(({ figures }) => figures['successRate'] !== null)).toBe(true);
  const today = await ask(boss, merchantStats.path, { ...(await back(1, 1)), group: 'merchant' });
  expect(today.items.some(({ figures }) => figures['successRate'] !== null)).toBe(true);
  // Nor is how long payers took, which is read from the orders of two days at most.
  expect(long.summary.figures['timeToPay']).toBeNull();
  expect((await ask(boss, merchantStats.path, await back(1, 0))).summary.figures['timeToPay']).not.toBeNull();
});

test('how long payouts took is told of two days at most, by whatever they are grouped', async () => {
  const boss = actorOf('admin', 1n);
  for (const group of payoutGroups) {
    const { items, summary } = await ask(boss, payoutStats.path, { ...(await back(1, 0)), group });
    const told = items.filter(({ figures }) => figures['payoutTime'] !== null);
    expect(told.length, group).toBeGreaterThan(0);
    for (const { figures } of [...told, summary]) {
      expect(Number(figures['payoutTime'])).toBeGreaterThanOrEqual(0);
      expect(Number(figures['payoutTime95'])).toBeGreaterThanOrEqual(Number(figures['payoutTime']));
    }
  }
  const { summary: long } = await ask(boss, payoutStats.path, await back(6, 0));
  expect(long.figures['payoutTime']).toBeNull();
});

test.each(comparisons)('held against %s, the other figures are those of that range', async (compare) => {
  const boss = actorOf('admin', 1n);
  const asked = { group: 'merchant.day', compare, ...(await back(1, 0)) };
  const { items, summary } = await ask(boss, merchantStats.path, asked);
  const earlier = { dayBefore: 1, weekday: 7, period: 2 }[compare];
  const was = await ask(boss, merchantStats.path, {
    group: 'merchant.day',
    ...(await back(1 + earlier, earlier)),
  });
  const { successRate: _none, ...before } = summary.before ?? {};
  const { successRate: _neither, ...figures } = was.summary.figures;
  expect(before).toEqual(figures);
  for (const row of items) {
    const day = regionDayText(regionDayFromText(row.day ?? '') - earlier);
    const same = was.items.find((one) => one.day === day && one.customer?.id === row.customer?.id);
    expect(row.before?.['orders']).toBe(same?.figures['orders'] ?? 0);
    expect(row.before?.['actual']).toBe(same?.figures['actual'] ?? '0.0000');
    expect(row.before?.['timeToPay']).toBe(same?.figures['timeToPay'] ?? null);
  }
});

test('a range ends after it begins and is not endless', async () => {
  const boss = actorOf('admin', 1n);
  const { from, to } = await back(3, 0);
  for (const query of [`from=${to}&to=${from}`, `from=${(await back(92, 0)).from}&to=${to}`])
    expect(await http.get(boss, `${merchantStats.path}?${query}`)).toMatchObject({
      code: 400,
      errors: { to: [expect.any(String)] },
    });
});

test.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])(
  'of a day that no calendar has nothing is asked: %s',
  async (day) => {
    const boss = actorOf('admin', 1n);
    for (const path of [merchantStats.path, payoutStats.path, merchantsData.path])
      for (const range of [`from=${day}`, `from=${day}&to=${day}`, `from=${day}&to=${day}&compare=period`])
        expect((await http.get(boss, `${path}?${range}`)).code, `${path} ${range}`).toBeOneOf([0, 400]);
  },
);

test('pages follow each other, sorted either way, and say how many rows there are', async () => {
  const boss = actorOf('admin', 1n);
  const range = { ...(await back(6, 0)), group: 'merchant.day' };
  const whole = await ask(boss, merchantStats.path, { ...range, sort: '-orders' });
  const counts = whole.items.map(({ figures }) => Number(figures['orders']));
  expect(counts).toEqual([...counts].sort((a, b) => b - a));
  expect(whole.total).toBe(whole.items.length);
  const pages = await Promise.all(
    [1, 2, 99].map(async (page) =>
      ask(boss, merchantStats.path, { ...range, sort: '-orders', paginate: '3', page: String(page) }),
    ),
  );
  expect(pages.flatMap(({ items }) => items.map(({ key }) => key))).toEqual(
    whole.items.slice(0, 6).map(({ key }) => key),
  );
  expect(pages.map(({ total }) => total)).toEqual([whole.total, whole.total, whole.total]);
});

test.each(dataExports)('the file of $kind has the rows of its screen', async (list) => {
  const isAbove = list.kind === 'index.agents' || list.kind === 'index.stats7';
  const actor = isAbove ? actorOf('admin', 1n) : actorOf('agent', own.agentId);
  const range = await back(6, 0);
  const path = `/${list.kind.replace('.', '/')}`;
  const reader = { db: database, actor, locale: 'en' as const };
  const asked = { ...range, ...('currency' in list.filter.shape && { currency: 'TWD' }) };
  const filter = list.filter.parse(asked);
  const { items, total: rows } = await ask(actor, path, asked);
  expect(await list.count(reader, filter)).toBe(rows);
  const page = await list.read(reader, filter, { after: null, limit: 200 });
  expect(page.next).toBeNull();
  expect(page.rows).toHaveLength(items.length);
  for (const [n, row] of page.rows.entries())
    for (const [name, value] of Object.entries(items[n]?.figures ?? {}))
      expect(row[name]).toEqual(
        value === null
          ? null
          : typeof value === 'number'
            ? { count: value }
            : name.endsWith('Rate')
              ? value
              : { money: value },
      );
});

test('the file goes on where its page ended, and its sums are those of the screen', async () => {
  const merchantStatsExport = dataExports.find(({ kind }) => kind === 'index.stats') ?? expect.fail();
  const actor = actorOf('agent', own.agentId);
  const range = await back(6, 0);
  const filter = merchantStatsExport.filter.parse({ ...range, group: 'merchant.day', currency: 'TWD' });
  const reader = { db: database, actor, locale: 'en' as const };
  const { items, summary, total } = await ask(actor, merchantStats.path, { ...range, group: 'merchant.day' });
  expect(await merchantStatsExport.count(reader, filter)).toBe(total);
  const rows: Readonly<Record<string, ExportCell>>[] = [];
  for (let after: string | null = null, more = true; more; more = after !== null) {
    const page = await merchantStatsExport.read(reader, filter, { after, limit: 2 });
    rows.push(...page.rows);
    after = page.next;
  }
  expect(rows).toHaveLength(items.length);
  const fee = rows.reduce(
    (sum, row) => sum + parseSignedLedger((row['fee'] as { money: string }).money, 'TWD'),
    0n,
  );
  expect(formatLedger(fee, 'TWD')).toBe(summary.figures['fee']);
});

test('a row that moves up between two pages of a file is there once, and so are the others', async () => {
  const list = dataExports.find(({ kind }) => kind === 'index.stats') ?? expect.fail();
  const actor = actorOf('admin', 1n);
  const range = await back(6, 0);
  const question = { ...range, group: 'merchant', currency: 'TWD', sort: '-orders' };
  const reader = { db: database, actor, locale: 'en' as const };
  const order = async () =>
    (await ask(actor, merchantStats.path, question)).items.map(({ customer }) => customer?.id ?? '');
  const before = await order();
  const last = before.at(-1) ?? '';
  const first = await list.read(reader, list.filter.parse(question), { after: null, limit: 1 });
  const rows = [...first.rows];
  while ((await order())[0] !== last) await rooms.place(BigInt(last));
  for (let { next } = first; next !== null;) {
    const page = await list.read(reader, list.filter.parse(question), { after: next, limit: 1 });
    rows.push(...page.rows);
    ({ next } = page);
  }
  const told = rows.map(({ customer }) =>
    typeof customer === 'string' ? customer.split(' · ').at(-1) : null,
  );
  expect(new Set(told)).toEqual(new Set(before));
  expect(told).toHaveLength(before.length);
});

test('people and single payouts of a file come once as well, page by page', async () => {
  const reader = { db: database, actor: actorOf('admin', 1n), locale: 'en' as const };
  for (const [kind, more] of [
    ['index.customers', {}],
    ['index.subagentPaymentFees', { group: 'payout' }],
    ['index.stats7', { group: 'agent.day' }],
  ] as const) {
    const list = dataExports.find((one) => one.kind === kind) ?? expect.fail();
    const filter = list.filter.parse({ ...(await back(6, 0)), currency: 'TWD', ...more });
    const whole = await list.read(reader, filter, { after: null, limit: 2_000 });
    expect(whole.rows.length).toBeGreaterThan(1);
    const rows: (typeof whole.rows)[number][] = [];
    for (let after: string | null = null, isMore = true; isMore; isMore = after !== null) {
      const page = await list.read(reader, filter, { after, limit: 1 });
      rows.push(...page.rows);
      after = page.next;
    }
    const inOrder = (all: typeof whole.rows): string[] => all.map((row) => JSON.stringify(row)).toSorted();
    expect(inOrder(rows), kind).toEqual(inOrder(whole.rows));
  }
});

test('the sums prove, folded or not, and what moved is counted where it is', async () => {
  const failing = async () =>
    (await prove(database)).checks.flatMap(({ name, passed }) =>
      passed || !name.startsWith('R') ? [] : [name],
    );
  expect(await failing()).toEqual([]);
  await admin.query('SELECT fold_collections(100000)');
  expect(await failing()).toEqual([]);
  const { rows } = await admin.query('SELECT FROM collection_delta');
  expect(rows).toHaveLength(0);
  await admin.query('SELECT fold_payouts(100000)');
  expect((await admin.query('SELECT FROM payout_delta')).rows).toHaveLength(0);
  expect(await failing()).toEqual([]);
  const { rows: lies } = await admin.query<{ held: string }>(
    "SELECT coalesce(sum(n.change), 0)::text AS held FROM clearing_day_now n WHERE n.kind = 'A100'",
  );
  await admin.query('SELECT fold_accounts(0, 1000000)');
  expect((await admin.query('SELECT FROM clearing_day')).rows.length).toBeGreaterThan(0);
  const { rows: folded } = await admin.query<{ held: string }>(
    "SELECT coalesce(sum(n.change), 0)::text AS held FROM clearing_day_now n WHERE n.kind = 'A100'",
  );
  expect(folded).toEqual(lies);
  expect(await failing()).toEqual([]);
  await admin.query('UPDATE clearing_day SET change = change + 1');
  expect(await failing()).toEqual(['R9']);
  await admin.query('UPDATE clearing_day SET change = change - 1');
  await admin.query('UPDATE collection_channel_day SET failed_count = failed_count + 1');
  expect(await failing()).toEqual(['R3']);
  await admin.query('UPDATE collection_channel_day SET failed_count = failed_count - 1');
  const ofPayouts = [
    ['payout_channel_day', 'sub_agent_fee', 'R4'],
    ['payout_channel_day', 'kept_endpoint_fee', 'R4'],
    ['payout_agent_day', 'made_fee', 'R15'],
    ['payout_facet_day', 'made_count', 'R5'],
  ] as const;
  for (const [table, column, check] of ofPayouts) {
    await admin.query(`UPDATE ${table} SET ${column} = ${column} + 1`);
    expect(await failing()).toEqual([check]);
    await admin.query(`UPDATE ${table} SET ${column} = ${column} - 1`);
  }
});
