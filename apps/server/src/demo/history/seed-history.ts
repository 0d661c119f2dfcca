import { setTimeout as sleep } from 'node:timers/promises';
import { settlementAt } from '@suanpan/domain/limits';
import { regionDayOf, startOfRegionDay } from '@suanpan/domain/region-day';
import { NothingReleased, foldSums, openBackfill, releaseWork } from '../../modules/collections/index.ts';
import { makeMissingReport } from '../../modules/reports/index.ts';
import type { Collections } from '../../modules/collections/index.ts';
import { businessNow } from '../../platform/clock.ts';
import type { WallClock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { transact } from '../../platform/db/transact.ts';
import type { Tx } from '../../platform/db/transact.ts';
import { createAgenda } from './agenda.ts';
import { planBirths } from './births.ts';
import { createDice } from '../dice.ts';
import { drawOrder, numberOf } from './draw-order.ts';
import type { DrawnOrder } from './draw-order.ts';
import { hear, toSettle } from './end-order.ts';
import type { End } from './end-order.ts';
import { partOf } from './parts.ts';
import { countHistory, listOpenHistory, readClockOffsetUs, strictAccounts } from './history.queries.ts';
import { endHistory, moveClockTo } from './history.store.ts';
import { listMerchants } from '../tenants/tenants.queries.ts';

export interface SeedHistoryDeps {
  readonly db: Database;
  readonly collections: Collections;
  readonly clock: WallClock;
  /** How many orders history has when it is complete. */
  readonly orders: number;
  /** Where the shops listen that some orders name an address of. */
  readonly echoShopOrigin: string;
  readonly print: (text: string) => void;
  /** Told how many orders there are, each time that there are more. */
  readonly onProgress: (made: number) => void;
  /** True ends the seed after the instant under way; the next start continues. */
  readonly isStopping: () => boolean;
  /** What belongs to a complete history besides; done anew where the end was not reached. */
  readonly beforeEnd: () => Promise<void>;
}

/** complete: nothing was left to make · made: it is complete now · stopped: the next start goes on. */
export type HistoryOutcome = 'complete' | 'made' | 'stopped';

/** The last orders tell their merchants over the network; what is older was told in its own time. */
const toldOrders = 200;
/** Old orders of one instant that are paid this soon are paid together, all of them before their time is over. */
const paidTogetherMs = 30 * 60_000;
/** What the provider says after a payment comes so long after it. */
const heardAfterMs = 10 * 60_000;
/** Late money follows an old expiry by more than the time in which old expiries are noticed. */
const lateAfterMs = 60 * 60_000;
const progressEveryMs = 2_000;

type Thing = End | { readonly act: 'release' };

/**
 * Makes the demo's history with the posting code itself, instant by instant, the business clock moving along from
 * where it stands to the wall clock. What is there already counts, so an interrupted history is continued: the
 * orders that are missing are spread over the time that is left.
 */
export async function seedHistory(deps: SeedHistoryDeps): Promise<HistoryOutcome> {
  const { db, collections, clock, print } = deps;
  if ((await readClockOffsetUs(db.app)) >= 0n) {
    deps.onProgress(deps.orders);
    return 'complete';
  }
  const ids = new Map((await listMerchants(db.app)).map(({ username, id }) => [username, id]));
  const strict = await strictAccounts(db.app);
  const began = await businessNow(db.app);
  const until = clock.now();
  const done = await countHistory(db.app);
  const births = planBirths(began, until, done, Math.max(0, deps.orders - done));
  const backfill = openBackfill();
  const agenda = createAgenda<Thing>();
  // Old ends that need no instant of their own: the next one at which another order ends takes them along.
  const lazy = createAgenda<Thing>();

  const draw = (number: number): DrawnOrder =>
    drawOrder(
      number,
      ids,
      number >= deps.orders - toldOrders ? 'demo' : 'seed',
      partOf(number, deps.orders, deps.echoShopOrigin),
    );

  function noteEnd(drawn: DrawnOrder, made: End['made'], bornMs: number): void {
    const { course, order } = drawn;
    const isRouted = made.channelAccountId !== null;
    const expiredMs = bornMs + order.lifetimeS * 1_000 + 1_500;
    const note = (act: End['act'], atMs: number): void =>
      (births.isSingly(atMs) ? agenda : lazy).note(atMs, { act, drawn, made });
    if (isRouted && (course.end === 'twice' || course.end === 'reversed')) {
      note('settle', bornMs + course.afterMs);
      note('heard', bornMs + course.afterMs + heardAfterMs);
    } else if (isRouted && course.end === 'paid') {
      const isShared = !births.isSingly(bornMs) && course.afterMs <= paidTogetherMs;
      if (isShared) agenda.note(paidTogetherAt(bornMs), { act: 'settle', drawn, made });
      else note('settle', bornMs + course.afterMs);
    } else if (isRouted && (course.end === 'mismatch' || course.end === 'simulated')) {
      note('heard', bornMs + course.afterMs);
    } else {
      note('expire', expiredMs);
      const noticedMs = births.isSingly(expiredMs) ? expiredMs : expiredMs + lateAfterMs;
      if (isRouted && course.end === 'late') note('late', noticedMs + course.afterMs);
    }
  }

  // Sums are folded beside the history, a day behind it: a report reads every note that was not folded.
  let folding = Promise.resolve();
  async function foldBeside(): Promise<void> {
    await folding;
    folding = foldSums(db.workers);
    // Whoever waits for it hears why it could not be.
    folding.catch(() => {});
  }

  /** One instant: what ends then, and who is born then. */
  async function play(atMs: number, drawn: readonly DrawnOrder[]): Promise<void> {
    const due = agenda.takeUntil(atMs);
    const isBirthOnly = drawn.length > 0 && due.length === 0;
    const things = isBirthOnly ? due : [...due, ...lazy.takeUntil(atMs)];
    const ends = (act: End['act']): End[] => things.filter((thing): thing is End => thing.act === act);
    const isCredited = ({ made }: End): boolean => !strict.has(made.channelAccountId ?? 0n);
    const { born, at } = await transact(db.app, async (tx) => {
      const now = await moveClockTo(tx, new Date(atMs));
      const orders = drawn.map(({ order }) => order);
      const created = await backfill.create(tx, orders, now);
      const paid = [...ends('settle'), ...ends('late').filter(isCredited)];
      await backfill.settle(tx, paid.map(toSettle), now);
      const unpaid = ends('expire').map(({ made }) => made.orderId);
      await backfill.expire(tx, unpaid);
      if (things.some(({ act }) => act === 'release')) {
        await release(tx, now);
        while (await makeMissingReport(tx, now));
      }
      return { born: created, at: now };
    });
    if (things.some(({ act }) => act === 'release')) await foldBeside();
    for (const [index, made] of born.entries()) {
      const one = drawn[index];
      if (one !== undefined && made.created) noteEnd(one, made, at.getTime());
    }
    for (const end of ends('late')) if (!isCredited(end)) await hear(collections, end);
    for (const end of ends('heard')) await hear(collections, end);
  }

  for (const row of await listOpenHistory(db.app)) {
    const number = numberOf(row.merchant_order_no);
    const made = { orderId: row.id, orderNo: row.order_no, channelAccountId: row.channel_account_id };
    if (number !== undefined) noteEnd(draw(number), made, row.created_at.getTime());
  }
  noteReleases(began, until, (atMs) => agenda.note(atMs, { act: 'release' }));

  let made = done;
  let printedMs = clock.monotonicMs();
  for (;;) {
    const birth = births.next;
    const firmMs = Math.min(birth?.atMs ?? Infinity, agenda.nextMs ?? Infinity);
    const atMs = firmMs === Infinity ? (lazy.nextMs ?? Infinity) : firmMs;
    if (atMs > clock.now().getTime()) break;
    if (deps.isStopping()) {
      await folding;
      return 'stopped';
    }
    const count = birth !== undefined && birth.atMs <= atMs ? birth.count : 0;
    const first = done + (birth?.from ?? 0);
    await play(
      atMs,
      Array.from({ length: count }, (_, index) => draw(first + index)),
    );
    if (count > 0) births.take();
    made += count;
    deps.onProgress(made);
    if (clock.monotonicMs() - printedMs >= progressEveryMs) {
      printedMs = clock.monotonicMs();
      print(`Demo history: ${made} of ${deps.orders} orders`);
    }
  }
  await folding;
  await deps.beforeEnd();
  await transact(db.app, async (tx) => {
    await backfill.savePolling(tx);
    await endHistory(tx);
  });
  return 'made';
}

/** Two to eight minutes after their birth, not on the full minute. */
const paidTogetherAt = (bornMs: number): number =>
  bornMs + createDice(`paid ${bornMs}`).whole(120_000, 480_000);

async function release(tx: Tx, now: Date): Promise<void> {
  for (let patience = 20; ;) {
    try {
      if ((await releaseWork.run(tx, now)) !== 'more') return;
    } catch (error) {
      // On a machine that stands still for a moment a lock takes longer than a release waits for it.
      if (!(error instanceof NothingReleased) || (patience -= 1) === 0) throw error;
      await sleep(250);
    }
  }
}

/** Every night at 00:05, a few seconds late as a job is. */
function noteReleases(from: Date, to: Date, note: (atMs: number) => void): void {
  const afterMidnightMs = (settlementAt.hour * 60 + settlementAt.minute) * 60_000 + 2_000;
  for (let day = regionDayOf(from); day <= regionDayOf(to); day += 1) {
    const at = startOfRegionDay(day).getTime() + afterMidnightMs;
    if (at > from.getTime() && at <= to.getTime()) note(at);
  }
}
