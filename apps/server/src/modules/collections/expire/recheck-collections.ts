import { Refusal } from '@suanpan/domain/errors';
import { businessNow } from '../../../platform/clock.ts';
import { wakeRelays } from '../../../platform/outbox/emit.ts';
import { traced } from '../../../platform/tracing/tracing.ts';
import { allocateCollection } from '../send/allocate-collection.ts';
import { doubtedAttempts, isToldPaidWithin } from '../route/attempts.queries.ts';
import type { AttemptRow } from '../route/attempts.queries.ts';
import { saveDoubt } from '../route/attempts.store.ts';
import { dueChecks, findOrder } from '../collections.queries.ts';
import type { OrderRow } from '../collections.queries.ts';
import { askLater, expireOrders, postponeCheck, removeCheck } from '../collections.store.ts';
import { confirmAttempt } from '../confirm/confirm-attempt.ts';
import type { Confirmation } from '../confirm/confirm-attempt.ts';
import { confirmCollection } from '../confirm/confirm-collection.ts';
import type { Collections } from '../service.ts';
import { looksBeforeAlarm } from '@suanpan/domain/limits';
import { transact } from '../../../platform/db/transact.ts';
import { emitFlag } from '../confirm/flag-order.ts';

const batchLimit = 50;
/** Looks under way at once: a provider that stays silent must not hold up the others' orders. */
const concurrency = 8;

/**
 * Looks again at orders with an open end: a create call that got no answer, a notice that could not be confirmed,
 * an expiry the provider did not answer. Each is tried with growing pauses until the provider says something definite;
 * one that stays open, whatever the reason, is told to people, and is then looked at rarely but never let go.
 */
export async function recheckCollections(collections: Collections): Promise<number> {
  const due = await dueChecks(collections.db.workers, batchLimit);
  for (let start = 0; start < due.length; start += concurrency) {
    await Promise.all(
      due
        .slice(start, start + concurrency)
        .map((orderId) =>
          traced('job collections.recheck', { 'suanpan.order': String(orderId) }, 'whole', () =>
            lookAgain(collections, orderId),
          ),
        ),
    );
  }
  return due.length;
}

async function lookAgain(collections: Collections, orderId: bigint): Promise<void> {
  const { db, log } = collections;
  try {
    if (!(await isSettledFor(collections, orderId))) return await postpone(collections, orderId);
    const againMs = await askedEvery(collections, orderId);
    if (againMs === null) await removeCheck(db.workers, orderId);
    else await askLater(db.workers, orderId, againMs);
  } catch (error) {
    log.warn({ err: error, order: String(orderId) }, 'an order could not be looked at again');
    await postpone(collections, orderId);
  }
}

/** How soon an order that waits is asked about again whatever was said of it: its provider tells no news. */
async function askedEvery({ channels, db }: Collections, orderId: bigint): Promise<number | null> {
  const order = await findOrder(db.workers, orderId);
  if (order?.status !== 'pending' || order.channel_account_id === null) return null;
  const { adapter } = await channels.open(order.channel_account_id);
  return adapter.capabilities.askedEveryMs;
}

/** One that was looked at in vain often enough stays open, and people hear of it. */
async function postpone({ db }: Collections, orderId: bigint): Promise<void> {
  await transact(db.workers, async (tx) => {
    const looks = await postponeCheck(tx, orderId);
    if (looks >= looksBeforeAlarm) await emitFlag(tx, orderId, { reason: 'no_clear_answer', about: '' });
  });
}

/** Whether nothing is open any more, so that the check may go. */
async function isSettledFor(collections: Collections, orderId: bigint): Promise<boolean> {
  const { db } = collections;
  const order = await findOrder(db.workers, orderId);
  if (order === undefined) return true;
  const isHeard = await hearDoubted(collections, order);
  return (await isItsWaySettled(collections, orderId)) && isHeard;
}

/** Asks about the attempts of which a provider spoke, whether the order goes by them or not. */
async function hearDoubted(collections: Collections, order: OrderRow): Promise<boolean> {
  const { db } = collections;
  let isHeard = true;
  for (const attempt of await doubtedAttempts(db.workers, order.id)) {
    const confirmation = await confirmAttempt(collections, order, attempt, null);
    const isUnheard =
      confirmation === 'unanswered' || (await mayStillConfirm(collections, attempt, confirmation));
    if (isUnheard) isHeard = false;
    else await saveDoubt(db.workers, attempt, false);
  }
  return isHeard;
}

/** A provider that told of a payment and does not know of it yet is asked until it would. */
async function mayStillConfirm(
  { channels, db }: Collections,
  attempt: AttemptRow,
  confirmation: Confirmation,
): Promise<boolean> {
  if (confirmation !== 'unpaid' && confirmation !== 'failed') return false;
  const { adapter } = await channels.open(attempt.channel_account_id);
  const { confirmsWithinMs } = adapter.capabilities;
  return confirmsWithinMs > 0 && isToldPaidWithin(db.workers, attempt, confirmsWithinMs);
}

async function isItsWaySettled(collections: Collections, orderId: bigint): Promise<boolean> {
  const { db } = collections;
  const order = await findOrder(db.workers, orderId);
  if (order === undefined || (order.status !== 'pending' && order.status !== 'expired')) return true;
  const isOver = order.expires_at <= (await businessNow(db.workers));
  if (order.status === 'pending' && order.payment === null && !isOver) {
    return isAllocated(collections, orderId);
  }
  const confirmation = await confirmCollection(collections, orderId, null);
  if (confirmation === 'unanswered' || confirmation === 'notFound') return false;
  if (confirmation !== 'unpaid' && confirmation !== 'failed') return true;
  if (isOver) {
    await expireOrders(db.workers, [orderId]);
    wakeRelays();
  }
  return true;
}

/** Asks for the payment again, or finds another way; a definite no is an end too. */
async function isAllocated(collections: Collections, orderId: bigint): Promise<boolean> {
  try {
    await allocateCollection(collections, orderId, { method: null, payerName: null });
    return true;
  } catch (error) {
    if (error instanceof Refusal) return error.refusal !== 'channelTimeout';
    throw error;
  }
}
