import { Refusal } from '@suanpan/domain/errors';
import { payoutAskFirstS, payoutAskMostS, payoutUndecidedHours } from '@suanpan/domain/limits';
import { startLoop } from '../../platform/loop.ts';
import { traced } from '../../platform/tracing/tracing.ts';
import { checkBalances } from './balance/check-balance.ts';
import { sweepBatches, workBatches } from './batch/run-batches.ts';
import { foldPayoutSums } from './fold-sums.store.ts';
import { confirmPayout } from './confirm/confirm-payout.ts';
import { rejectPayout } from './end/end.store.ts';
import { findPayoutAttempt, findPayouts, undecidedPayouts } from './payouts.queries.ts';
import type { PayoutRow } from './payouts.queries.ts';
import { lacksCard } from './card/payer-cards.store.ts';
import { askToPay, endRefused, goElsewhere, otherWay } from './send/ask-provider.ts';
import { endWork, postponeWork, sendPayouts, takeAttempt, takeWork } from './send/attempts.store.ts';
import type { WorkRow } from './send/attempts.store.ts';
import type { Payouts } from './service.ts';
import { openCard } from './submit/payee.ts';
import { refusePayee } from './submit/submit-payout.ts';
import { verifyPayout } from './verify/verify-payout.ts';

const pauseMs = 500;
const batchesPauseMs = 2_000;
const undecidedPauseMs = 60_000;
const balancesPauseMs = 60_000;
const foldPauseMs = 5_000;
/** A payout that could not be sent is tried again so soon, once: mostly somebody only held its row or one of its balances. */
const heldAgainS = 1;
/** Payouts that one process has under way at once. */
const atOnce = 64;

/** Sends, asks and verifies what is due; speaks to providers, so it holds no transaction. Several processes share the work. */
export function startPayoutJobs(payouts: Payouts): { stop(): Promise<void> } {
  const { batchWakers, log, wakers } = payouts;
  const work = startLoop({ name: 'payouts.work', pauseMs, log, run: () => workPayouts(payouts) });
  const undecided = startLoop({
    name: 'payouts.undecided',
    pauseMs: undecidedPauseMs,
    log,
    run: async () => {
      await rejectUndecided(payouts);
      await sweepBatches(payouts);
    },
  });
  const batches = startLoop({
    name: 'payouts.batches',
    pauseMs: batchesPauseMs,
    log,
    run: () => workBatches(payouts),
  });
  const balances = startLoop({
    name: 'payouts.balances',
    pauseMs: balancesPauseMs,
    log,
    run: () => checkBalances(payouts),
  });
  const folding = startLoop({
    name: 'payouts.fold',
    pauseMs: foldPauseMs,
    log,
    run: () => foldPayoutSums(payouts.db.workers),
  });
  wakers.add(work.wake);
  batchWakers.add(batches.wake);
  return {
    async stop() {
      wakers.delete(work.wake);
      batchWakers.delete(batches.wake);
      await Promise.all([work.stop(), batches.stop(), undecided.stop(), balances.stop(), folding.stop()]);
    },
  };
}

/** One round: everything that is due now. */
export async function workPayouts(payouts: Payouts): Promise<void> {
  for (;;) {
    const due = await takeWork(payouts.db.workers, atOnce);
    if (due.length === 0) return;
    await workOn(payouts, due);
    if (due.length < atOnce) return;
  }
}

async function workOn(payouts: Payouts, due: readonly WorkRow[]): Promise<void> {
  const { db } = payouts;
  const orders = await findPayouts(
    db.workers,
    due.map((row) => row.order_id),
  );
  const workOf = new Map(due.map((row) => [row.order_id, row]));
  const queued = orders.filter(({ stage }) => stage === 'queued');
  const sent =
    queued.length === 0
      ? []
      : await sendPayouts(
          db.workers,
          queued.map(({ id }) => id),
        );
  const attemptOf = new Map(sent.map((attempt) => [attempt.order_id, attempt]));
  await Promise.all(
    orders.map(async (order) => {
      const work = workOf.get(order.id);
      const attempt = attemptOf.get(order.id);
      try {
        await traced('job payouts.work', { 'suanpan.order': String(order.id) }, 'whole', async () => {
          if (attempt !== undefined) await askToPay(payouts, order, attempt);
          else if (work !== undefined) await workAlone(payouts, order, work);
        });
      } catch (error) {
        // Left as it is: it is taken up again when its time in hand is over.
        payouts.log.error({ err: error, payout: String(order.id) }, 'a payout could not be worked on');
      }
    }),
  );
}

async function workAlone(payouts: Payouts, order: PayoutRow, work: WorkRow): Promise<void> {
  const { db } = payouts;
  const { looks } = work;
  const againAfterS = Math.min(payoutAskMostS, payoutAskFirstS * 2 ** Math.min(looks, 20));
  switch (order.stage) {
    case 'verifying':
      return verifyPayout(payouts, order, looks);
    case 'submitted':
    case 'unknown': {
      const attempt =
        order.attempt_no === null ? undefined : await takeAttempt(db.workers, order.id, order.attempt_no);
      if (attempt === undefined) return postponeOrEnd(payouts, order, againAfterS);
      await confirmPayout(payouts, { order, attempt, againAfterS, requestId: null });
      return;
    }
    case 'queued':
      if (order.wait_reason !== null) return endWork(db.workers, work);
      if (isBlocked(payouts, order)) return endBlocked(payouts, order);
      // None of the cards of its channel takes it today: another channel may.
      if (await goesAnotherWay(payouts, order)) return;
      // It was held, its merchant owes, or one of those it goes by is switched off.
      return postponeWork(db.workers, order.id, looks === 0 ? heldAgainS : againAfterS);
    case 'accepted':
    case 'claimed':
    case null:
      return endWork(db.workers, work);
  }
}

async function goesAnotherWay(payouts: Payouts, order: PayoutRow): Promise<boolean> {
  const { db } = payouts;
  if (order.channel_id === null || !(await lacksCard(db.workers, order.id, order.channel_id))) return false;
  const next = await otherWay(payouts, order, new Set([String(order.channel_id)]));
  // Where the other one has no card for it either it stays, and nobody sends it back and forth.
  if (next === null || (await lacksCard(db.workers, order.id, next.channelId))) return false;
  return goElsewhere(payouts, order, next);
}

/** The door lets none go whose payee stands on a list by now. */
function isBlocked(payouts: Payouts, order: PayoutRow): boolean {
  try {
    refusePayee(payouts, order.agent_id, {
      name: order.account_name,
      card: openCard(payouts.vault, order.card_sealed),
    });
    return false;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}

async function endBlocked({ db }: Payouts, order: PayoutRow): Promise<void> {
  await rejectPayout(db.workers, order.id, {
    becomes: 'rejected',
    act: 'payout.reject',
    why: 'blockedPayee',
  });
}

/** Another process has the attempt in hand, or its end is known and waits to be booked. */
async function postponeOrEnd(payouts: Payouts, order: PayoutRow, againAfterS: number): Promise<void> {
  const { db } = payouts;
  const attempt = await findPayoutAttempt(db.workers, { orderId: order.id, n: order.attempt_no ?? 0 });
  // A crash between the provider's no and what comes of it.
  const isEnded =
    attempt?.outcome === 'refused'
      ? (await endRefused(payouts, order, attempt)) !== undefined
      : attempt?.outcome === 'failed' &&
        (await rejectPayout(db.workers, order.id, {
          becomes: 'rejected',
          act: 'payout.reject',
          why: 'channelError',
        }));
  // It is said to have been paid by hand: whether its hold goes back is seen when that is decided.
  if (!isEnded) await postponeWork(db.workers, order.id, againAfterS);
}

/** What nobody decided for three days is rejected, and its hold goes back. */
export async function rejectUndecided({ db }: Payouts): Promise<void> {
  for (const id of await undecidedPayouts(db.workers, payoutUndecidedHours, 200)) {
    await rejectPayout(db.workers, id, { becomes: 'rejected', act: 'payout.reject', why: 'approvalEnded' });
  }
}
