import { createHash } from 'node:crypto';
import { regionDayOf, startOfRegionDay } from '@suanpan/domain/region-day';
import { settlementAt } from '@suanpan/domain/limits';
import { parseAmount } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { findOrder, openBackfill, releaseWork, setAside } from '../modules/collections/index.ts';
import type { BackfilledOrder, Collections, SettleRequest } from '../modules/collections/index.ts';
import { businessNow } from '../platform/clock.ts';
import type { WallClock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { transact } from '../platform/db/transact.ts';
import type { Tx } from '../platform/db/transact.ts';
import { wakeRelays } from '../platform/outbox/emit.ts';
import { createAgenda } from './agenda.ts';
import { createDayCurve } from './day-curve.ts';
import { createDice } from './dice.ts';
import { drawOrder, numberOf } from './draw-order.ts';
import type { DrawnOrder } from './draw-order.ts';
import { countHistory, listOpenHistory, readClockOffsetUs, strictAccounts } from './history.queries.ts';
import { endHistory, moveClockTo } from './history.store.ts';
import { listMerchants } from './tenants.queries.ts';

export interface SeedHistoryDeps {
  readonly db: Database;
  readonly collections: Collections;
  readonly clock: WallClock;
  /** How many orders history has when it is complete. */
  readonly orders: number;
  readonly print: (text: string) => void;
  /** True ends the seed after the instant under way; the next start continues. */
  readonly isStopping: () => boolean;
}

/** The last orders tell their merchants over the network; what is older was told in its own time. */
const toldOrders = 200;
/** Orders younger than this, and no more than so many, come one by one; older ones share an instant. */
const singlyWithinMs = 2 * 86_400_000;
const singlyAtMost = 2_500;
const sharedBy = 20;
const sharedInstants = 1_200;
const sharedWithinMs = 45 * 60_000;
/** What ends in an old stretch ends together with what else ends in so many minutes. */
const endsTogetherMs = 10 * 60_000;
const progressEveryMs = 2_000;

type Thing =
  | {
      readonly act: 'settle' | 'expire' | 'mismatch' | 'late';
      readonly drawn: DrawnOrder;
      readonly made: MadeOrder;
    }
  | { readonly act: 'release' };
type MadeOrder = Pick<BackfilledOrder, 'orderId' | 'orderNo' | 'channelAccountId'>;

/**
 * Makes the demo's history with the posting code itself, instant by instant, the business clock moving along from
 * where it stands to the wall clock. What is there already counts, so an interrupted history is continued: the
 * orders that are missing are spread over the time that is left. Answers false when it was stopped before its end.
 */
export async function seedHistory(deps: SeedHistoryDeps): Promise<boolean> {
  const { db, collections, clock, print } = deps;
  if ((await readClockOffsetUs(db.app)) >= 0n) return true;
  const ids = new Map((await listMerchants(db.app)).map(({ username, id }) => [username, id]));
  const strict = await strictAccounts(db.app);
  const backfill = openBackfill();
  const agenda = createAgenda<Thing>();

  const began = await businessNow(db.app);
  const until = clock.now();
  const done = await countHistory(db.app);
  const missing = Math.max(0, deps.orders - done);
  const curve = createDayCurve(began, until);
  const chunk = Math.max(sharedBy, Math.ceil(missing / sharedInstants));
  const singlyFrom = until.getTime() - singlyWithinMs;
  let next = 0;
  let printedMs = clock.monotonicMs();

  const draw = (number: number): DrawnOrder =>
    drawOrder(number, ids, number >= deps.orders - toldOrders ? 'demo' : 'seed');
  const timeOf = (index: number): number => {
    const within = createDice(`time of ${done + index}`).next();
    return curve.at((index + within) / missing).getTime();
  };
  const isSingle = (index: number): boolean => timeOf(index) >= singlyFrom && missing - index <= singlyAtMost;

  /** How many orders, from `next` on, come at the next instant, and when that is. */
  function nextBirth(): { readonly count: number; readonly atMs: number } | undefined {
    if (next >= missing) return undefined;
    const first = timeOf(next);
    if (isSingle(next)) return { count: 1, atMs: first };
    let count = 1;
    let last = first;
    while (count < chunk && next + count < missing && !isSingle(next + count)) {
      const at = timeOf(next + count);
      if (at - first > sharedWithinMs) break;
      last = at;
      count += 1;
    }
    return { count, atMs: last };
  }

  function noteEnd(drawn: DrawnOrder, made: MadeOrder, bornMs: number): void {
    const { course, order } = drawn;
    const expiresMs = bornMs + order.lifetimeS * 1_000;
    const note = (act: 'settle' | 'expire' | 'mismatch' | 'late', atMs: number): void =>
      agenda.note(atMs >= singlyFrom ? atMs : together(atMs), { act, drawn, made });
    const isRouted = made.channelAccountId !== null;
    if (isRouted && course.end === 'paid') return note('settle', bornMs + course.afterMs);
    if (isRouted && course.end === 'mismatch') return note('mismatch', bornMs + course.afterMs);
    note('expire', expiresMs + 1_500);
    if (isRouted && course.end === 'late') note('late', expiresMs + endsTogetherMs + course.afterMs);
  }

  async function live(atMs: number, count: number): Promise<void> {
    const things = agenda.takeUntil(atMs);
    const drawn = Array.from({ length: count }, (_, index) => draw(done + next + index));
    const ends = (act: string) =>
      things.filter((thing) => thing.act === act) as Extract<Thing, { act: 'settle' }>[];
    const isCredited = (late: { made: MadeOrder }) => !strict.has(late.made.channelAccountId ?? 0n);
    const { made, at } = await transact(db.app, async (tx) => {
      const now = await moveClockTo(tx, new Date(atMs));
      const born = await backfill.create(
        tx,
        drawn.map(({ order }) => order),
        now,
      );
      const late = ends('late').filter(isCredited);
      await backfill.settle(tx, [...ends('settle').map(toSettle), ...late.map(toSettle)], now);
      await backfill.expire(
        tx,
        ends('expire').map(({ made: { orderId } }) => orderId),
      );
      if (things.some(({ act }) => act === 'release')) await release(tx, now);
      return { made: born, at: now };
    });
    next += count;
    for (const [index, one] of made.entries()) {
      const order = drawn[index];
      if (order !== undefined && one.created) noteEnd(order, one, at.getTime());
    }
    for (const end of ends('mismatch')) await putAside(collections, end, 'amount_mismatch');
    for (const end of ends('late')) if (!isCredited(end)) await putAside(collections, end, 'abnormal');
    wakeRelays();
  }

  for (const row of await listOpenHistory(db.app)) {
    const number = numberOf(row.merchant_order_no);
    const made = { orderId: row.id, orderNo: row.order_no, channelAccountId: row.channel_account_id };
    if (number !== undefined) noteEnd(draw(number), made, row.created_at.getTime());
  }
  noteReleases(began, until, (at) => agenda.note(at, { act: 'release' }));

  for (;;) {
    const birth = nextBirth();
    const atMs = Math.min(birth?.atMs ?? Infinity, agenda.nextMs ?? Infinity);
    if (atMs > clock.now().getTime()) break;
    if (deps.isStopping()) return false;
    await live(atMs, birth !== undefined && birth.atMs <= atMs ? birth.count : 0);
    if (clock.monotonicMs() - printedMs >= progressEveryMs) {
      printedMs = clock.monotonicMs();
      print(`Demo history: ${done + next} of ${deps.orders} orders`);
    }
  }
  await transact(db.app, async (tx) => {
    await backfill.savePolling(tx);
    await endHistory(tx);
  });
  return true;
}

/** Once an hour has so many instants, each falls somewhere else in its stretch, not on the full minute. */
function together(atMs: number): number {
  const stretch = Math.floor(atMs / endsTogetherMs) + 1;
  return stretch * endsTogetherMs + createDice(`stretch ${stretch}`).whole(0, endsTogetherMs / 2);
}

function toSettle({ drawn, made }: { readonly drawn: DrawnOrder; readonly made: MadeOrder }): SettleRequest {
  return {
    orderId: made.orderId,
    paidAmount: drawn.order.amount,
    providerOrderNo: providerNo(made.orderNo),
    lateAllowed: true,
    requestId: null,
  };
}

/** As the sandbox bank numbers its charges. */
const providerNo = (orderNo: string): string =>
  `SB${createHash('sha256').update(orderNo).digest('hex').slice(0, 18).toUpperCase()}`;

/** Money that does not fit its order, as the provider would have reported it. */
async function putAside(
  collections: Collections,
  { drawn, made }: { readonly drawn: DrawnOrder; readonly made: MadeOrder },
  reason: 'amount_mismatch' | 'abnormal',
): Promise<void> {
  const order = await findOrder(collections.db.app, made.orderId);
  if (order === undefined) return;
  const currency = order.currency as Currency;
  const difference = drawn.course.end === 'mismatch' ? drawn.course.differenceMajor : 0;
  const minor = parseAmount(String(Math.abs(difference)), currency) * (difference < 0 ? -1n : 1n);
  const paid = order.pay_amount + minor;
  await setAside(
    collections,
    order,
    {
      providerOrderNo: providerNo(made.orderNo),
      status: 'paid',
      amount: order.pay_amount,
      paidAmount: paid > 0n ? paid : order.pay_amount * 2n,
      currency,
      paidAt: null,
      simulated: false,
    },
    reason,
    null,
  );
}

async function release(tx: Tx, now: Date): Promise<void> {
  while ((await releaseWork.run(tx, now)) === 'more');
}

/** Every night at 00:05, a few seconds late as a job is. */
function noteReleases(from: Date, to: Date, note: (atMs: number) => void): void {
  const afterMidnightMs = (settlementAt.hour * 60 + settlementAt.minute) * 60_000 + 2_000;
  for (let day = regionDayOf(from); day <= regionDayOf(to); day += 1) {
    const at = startOfRegionDay(day).getTime() + afterMidnightMs;
    if (at > from.getTime() && at <= to.getTime()) note(at);
  }
}
