import { setTimeout as sleep } from 'node:timers/promises';
import type { DataRow } from '@suanpan/contract/endpoints/data-screens';
import { formatLedger, parseAmount } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { Client } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { openBench, readCsv } from '../../src/modules/exports/testing/export-bench.ts';
import { prove } from '../../src/modules/ledger/index.ts';
import { randomToken } from '../../src/platform/crypto/tokens.ts';
import type { Principal } from '../authorization/table.ts';
import { moveBusinessClock } from '../database.ts';
import { createDice } from '../fuzz/dice.ts';
import { openPayoutRooms } from '../payout-rooms.ts';
import { createTenant } from '../tenant.ts';
import { amounts, openActs } from './acts.ts';
import { drawQuestion } from './questions.ts';
import type { Kind, Order, Reader } from './questions.ts';

// Random orders of both kinds in three trees and two currencies, on both sides of the archive, and random questions to their lists while
// the kept sums are folded and the lists by amount and payer are written: every row, every total and every file is what the orders
// themselves say, filtered and added up here. LISTS_PHASES=60 is the long form.
const seed = process.env['MODEL_SEED'] ?? randomToken(6);
const phases = Number(process.env['LISTS_PHASES'] ?? '4');
const actsAPhase = 45;
const questionsAPhase = 40;
console.log(`MODEL_SEED=${seed} LISTS_PHASES=${phases}`);

const dice = createDice(seed);
// Who works beside takes his turns as it comes, so he throws dice of his own.
const chance = createDice(`${seed} beside`);
const bench = await openBench();
const { cast, house } = bench;
const { base, rooms } = house;
const { admin, database } = base;
const payoutRooms = await openPayoutRooms(base, rooms);
let acts: ReturnType<typeof openActs>;
let readers: ReadonlyMap<Principal, Reader>;

beforeAll(async () => {
  const dollars = await createTenant(base, { provider: rooms.bank, currency: 'USD' });
  const person = (name: string): bigint => cast.person(name);
  for (const name of ['A.merchant', 'B.merchant']) await payoutRooms.earn(person(name), 2);
  const all = ['A.merchant', 'A.merchant2', 'B.merchant', 'B.merchant2'].map(person);
  acts = openActs({
    base,
    rooms,
    payoutRooms,
    dice,
    merchants: [
      ...all.map((id) => ({ id, currency: 'TWD' as const, paysOut: true })),
      { id: dollars.merchantId, currency: 'USD', paysOut: false },
    ],
    personId: person('admin'),
    rebound: { merchantId: person('A.merchant2'), to: [null, person('A.subAgent'), person('A.subAgent2')] },
  });
  await admin.query('UPDATE archive_setting SET online_days = 120');
  const platform: Reader = { isHis: () => true, seesChain: true, knowsPeople: true };
  const agent: Reader = {
    isHis: (order) => order.agent_id === person('A.agent'),
    seesChain: true,
    knowsPeople: true,
  };
  const merchant: Reader = {
    isHis: (order) => order.customer_id === person('A.merchant'),
    seesChain: false,
    knowsPeople: true,
  };
  readers = new Map<Principal, Reader>([
    ['admin', platform],
    ['manager', platform],
    ['agent', agent],
    ['visitedAgent', agent],
    [
      'subAgent',
      {
        isHis: (order) => order.sub_agent_id === person('A.subAgent'),
        seesChain: false,
        knowsPeople: false,
        subAgentId: person('A.subAgent'),
      },
    ],
    ['merchant', merchant],
    ['subWith', merchant],
    ['impersonated', merchant],
  ]);
}, 240_000);

const tables = { collection: 'order_amount', payout: 'amount' } as const;
const screens = {
  collection: {
    path: '/collection/transactions',
    file: 'collections.transactions',
    all: '/admin/collections',
  },
  payout: { path: '/payment/transactions', file: 'payment.transactions', all: '/admin/payment' },
} as const;

const ordersOf = async (kind: Kind): Promise<Order[]> =>
  (
    await admin.query<Order>(
      `SELECT o.*, o.${tables[kind]} AS asked, (extract(epoch FROM o.created_at) * 1000000)::bigint AS at
       FROM (SELECT * FROM public.${kind}_order UNION ALL SELECT * FROM archive.${kind}_order) o`,
    )
  ).rows;

const compare = (one: bigint, other: bigint): number => (one < other ? -1 : Number(one > other));
const byCurrency = (one: Order, other: Order): number =>
  one.currency < other.currency ? -1 : Number(one.currency > other.currency);
const younger = (one: Order, other: Order): number => compare(one.at, other.at) || compare(one.id, other.id);
const larger = (one: Order, other: Order): number =>
  compare(one.asked, other.asked) || compare(one.id, other.id);
const orderings = {
  '-created_at': (one: Order, other: Order) => younger(other, one),
  created_at: younger,
  '-amount': (one: Order, other: Order) => byCurrency(one, other) || larger(other, one),
  amount: (one: Order, other: Order) => byCurrency(one, other) || larger(one, other),
} as const;

/** What a list says of these in all, by the words of the specification. */
function totalsOf(kind: Kind, orders: readonly Order[]): unknown[] {
  return [...Map.groupBy(orders.toSorted(byCurrency), ({ currency }) => currency)].map(([currency, of]) => {
    const sum = (value: (order: Order) => bigint | null | undefined, among = of): string =>
      formatLedger(
        among.reduce((total, order) => total + (value(order) ?? 0n), 0n),
        currency as Currency,
      );
    const isTold = (statuses: readonly string[]) =>
      of.filter(({ is_test: isTest, status }) => !isTest && statuses.includes(status)).length;
    if (kind === 'collection')
      return {
        currency,
        count: of.length,
        success_count: isTold(['success', 'refund']),
        failed_count: isTold(['expired', 'amount_mismatch', 'abnormal']),
        amount: sum(({ asked }) => asked),
        actual: sum((order) => order.actual_amount),
        accounted: sum((order) => order.accounted_amount),
        fee: sum((order) => order.fee),
      };
    const paid = of.filter(({ status }) => status === 'paid');
    return {
      currency,
      count: of.length,
      paid_count: paid.length,
      amount: sum(({ asked }) => asked),
      paid_amount: sum(({ asked }) => asked, paid),
      fee: sum((order) => order.merchant_fee, paid),
    };
  });
}

/**
 * So many orders of one merchant that lists no longer sort or count them by themselves: unpaid collections that nobody routed, and payouts
 * that came to nothing, over some days.
 */
async function crowd(): Promise<void> {
  const merchantId = cast.person('A.merchant');
  await rooms.create(merchantId);
  await payoutRooms.submit(merchantId, { major: '9000000' });
  for (const [kind, status] of [
    ['collection', 'pending'],
    ['payout', 'insufficient_balance'],
  ] as const)
    await admin.query(
      `WITH made AS (
         INSERT INTO ${kind}_order SELECT r.*
         FROM ${kind}_order o, generate_series(1, 6200) AS n,
              jsonb_populate_record(o, jsonb_build_object('id', nextval('${kind}_order_id'), 'order_no', 'N' || n,
                'merchant_order_no', 'N' || n, 'created_at', o.created_at - (6200 - n) * interval '43 seconds',
                '${tables[kind]}', ($2::bigint[])[1 + n % cardinality($2)])) AS r
         WHERE o.id = (SELECT max(id) FROM ${kind}_order
                       WHERE customer_id = $1 AND status = '${status}' AND channel_id IS NULL)
         RETURNING id)
       ${kind === 'collection' ? `INSERT INTO collection_delta (kind, order_ids) SELECT 'created', array_agg(id) FROM made` : 'SELECT'}`,
      [merchantId, amounts.map((major) => parseAmount(major, 'TWD'))],
    );
  await admin.query('ANALYZE');
}

/** Folds and lists a little at a time until it is told to stop, and is cut off now and then before it has committed. */
async function work(isOver: () => boolean): Promise<void> {
  const connect = async (): Promise<Client> => {
    const client = new Client({ connectionString: base.adminUrl });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  const one = await connect();
  let cut = await connect();
  const steps = ['fold_collections', 'fold_payouts', 'list_by_amount', 'slice_payers'];
  while (!isOver()) {
    const call = `SELECT ${steps[chance.below(steps.length)]}(${1 + chance.below(400)})`;
    if (chance.below(4) > 0) {
      await one.query(call);
    } else {
      await cut.query('BEGIN');
      const { rows } = await cut.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await cut.query(call);
      await sleep(chance.below(20));
      await admin.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
      await cut.end().catch(() => {});
      cut = await connect();
    }
    await sleep(chance.below(4));
  }
  await Promise.all([one.end(), cut.end()]);
}

/** One question of one reader, page by page to the end; and the same of the orders that came before the first page. */
async function ask(kind: Kind, orders: readonly Order[], serial: number): Promise<void> {
  const [who, reader] = [...readers][dice.below(readers.size)] ?? ['admin', undefined];
  if (reader === undefined) throw new Error('Nobody reads');
  const question = drawQuestion(dice, kind, {
    orders,
    customers: [...new Set(orders.map((order) => order.customer_id))],
    subAgents: ['A.subAgent', 'A.subAgent2', 'B.subAgent'].map((name) => cast.person(name)),
    channels: [...new Set(orders.flatMap((order) => order.channel_id ?? []))],
    accounts: [...new Set(orders.flatMap((order) => order.channel_account_id ?? []))],
  });
  const met = orders.filter((order) => reader.isHis(order) && question.meets(order, reader));
  const sort = (Object.keys(orderings) as (keyof typeof orderings)[])[dice.below(4)] ?? '-created_at';
  const due = met.toSorted(orderings[sort]).map(({ id }) => String(id));
  const paginate = [1, 3, 20, 100][dice.below(4)] ?? 20;
  const about = { seed, serial, kind, who, sort, paginate, question: question.input };
  const { all, path } = screens[kind];
  const place = who === 'admin' && dice.below(2) === 0 ? all : path;

  const seen: string[] = [];
  for (let page = 1; page === 1 || (seen.length < due.length && page <= 6); page += 1) {
    const answer = await bench.call(who, 'POST', `${place}/search`, {
      ...question.input,
      sort,
      page,
      paginate,
    });
    expect({ about, code: answer.code, errors: answer.errors }).toEqual({ about, code: 0 });
    const { items, summary, total } = answer.data;
    seen.push(...items.map(({ id }: { id: string }) => id));
    expect({ about, seen, total, totals: summary.by_currency }).toEqual({
      about,
      seen: due.slice(0, page * paginate),
      total: due.length,
      totals: totalsOf(kind, met),
    });
  }
  const ids = dice.some(orders, 40).map(({ id }) => String(id));
  const live = await bench.call(who, 'POST', `${place}/live`, { ...question.input, ids });
  const mine = new Set(orders.filter((order) => reader.isHis(order)).map(({ id }) => String(id)));
  const told = live.data.items.map(({ id }: { id: string }) => id);
  expect({ about, told: told.toSorted(), shown: live.data.shown.toSorted() }).toEqual({
    about,
    told: ids.filter((id) => mine.has(id)).toSorted(),
    shown: ids.filter((id) => due.includes(id)).toSorted(),
  });
  if (serial % 10 !== 0 || who === 'visitedAgent' || who === 'impersonated') return;
  const span = { created_from: '2000-01-01T00:00:00.000Z', created_to: '2100-01-01T00:00:00.000Z' };
  const filter = { ...span, ...question.input };
  const file = await bench
    .order(who, screens[kind].file, { filter, columns: ['order_no'] })
    .catch(() => null);
  if (file === null) return;
  await house.exports.write(BigInt(file.id));
  const written = readCsv((await bench.fetch(who, `/api/download/${file.file}`)).bytes);
  expect({ about, file: written.slice(1).flat().toSorted() }).toEqual({
    about,
    file: met.map((order) => order.order_no).toSorted(),
  });
}

const dayOf = (at: bigint): number => Number((at / 1_000_000n + 28_800n) / 86_400n);

/** What the screen of merchants' figures says of whole days of making, one row a merchant. */
async function askFigures(orders: readonly Order[], serial: number): Promise<void> {
  const who = (['admin', 'agent'] as const)[dice.below(2)] ?? 'admin';
  const days = orders.map(({ at }) => dayOf(at)).toSorted((one, other) => one - other);
  const [first = 0, last = 0] = [days[dice.below(days.length)], days.at(-1)];
  const end = Math.min(last, first + dice.below(20)) + 1;
  const start = (day: number): string => new Date((day * 86_400 - 28_800) * 1_000).toISOString();
  const currency = dice.below(4) === 0 ? 'USD' : 'TWD';
  const question = { from: start(first), to: start(end), currency, group: 'merchant', paginate: '200' };
  const answer = await bench.call(who, 'GET', `/index/stats?${new URLSearchParams(question)}`);
  const of = (merchant: readonly Order[]) => ({
    orders: merchant.length,
    success: merchant.filter(({ status }) => ['success', 'refund'].includes(status)).length,
    failed: merchant.filter(({ status }) => ['expired', 'amount_mismatch', 'abnormal'].includes(status))
      .length,
  });
  const met = orders.filter(
    (order) =>
      readers.get(who)?.isHis(order) &&
      !order.is_test &&
      order.currency === currency &&
      dayOf(order.at) >= first &&
      dayOf(order.at) < end,
  );
  const due = Object.fromEntries(
    [...Map.groupBy(met, (order) => String(order.customer_id))].map(([id, his]) => [id, of(his)]),
  );
  const rows: readonly DataRow[] = answer.data.items;
  const told = Object.fromEntries(
    rows.flatMap(({ customer, figures: { failed, orders: made, success } }) =>
      made === 0 ? [] : [[customer?.id, { orders: made, success, failed }]],
    ),
  );
  expect({ seed, serial, who, question, told }).toEqual({ seed, serial, who, question, told: due });
}

test(
  'whatever is asked of the lists of orders, by whomever, is answered as the orders themselves say, also while sums are folded',
  async () => {
    for (let phase = 0, serial = 0; phase < phases; phase += 1) {
      for (let n = 0; n < actsAPhase; n += 1) await acts.act();
      if (phase === 1) await crowd();
      // Half way what is over grows old enough for the archive.
      if (phase === Math.floor(phases / 2)) await moveBusinessClock(database, 130 * 86_400_000);
      const orders = { collection: await ordersOf('collection'), payout: await ordersOf('payout') };
      let isOver = false;
      const working = work(() => isOver);
      try {
        await bench.enter();
        for (let n = 0; n < questionsAPhase; n += 1) {
          serial += 1;
          const kind = dice.below(2) === 0 ? 'collection' : 'payout';
          await ask(kind, orders[kind], serial);
          if (serial % 4 === 0) await askFigures(orders.collection, serial);
        }
      } finally {
        isOver = true;
        await working;
      }
    }
    console.log(JSON.stringify(Object.fromEntries(acts.done)));
    // The crowd was paid by nobody, and nights are nobody's here: only what is kept for lists is proven.
    const { checks } = await prove(database);
    const wrong = checks.filter(({ name, passed }) => name.startsWith('R') && !passed);
    expect(wrong.map(({ examples, name }) => ({ name, examples }))).toEqual([]);
  },
  120_000 + phases * 60_000,
);
