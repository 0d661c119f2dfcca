import { wakeRelays } from '../../../platform/outbox/emit.ts';
import { overdueOrders } from '../collections.queries.ts';
import { expireOrders, scheduleCheck } from '../collections.store.ts';
import { confirmCollection } from '../confirm/confirm-collection.ts';
import type { Confirmation } from '../confirm/confirm-attempt.ts';
import type { Collections } from '../service.ts';

const batchLimit = 200;
/** Queries under way at once: a slow provider must not hold up the others' orders for long. */
const concurrency = 8;
const recheckAfterS = 60;
/** Far enough back for any order that a stopped installation left open. */
const firstLookBackMs = 30 * 86_400_000;

/**
 * Ends orders whose time is over. A provider that was given the order is asked first: a payment that came in time
 * is credited even when its notice never arrived; an open answer keeps the order open and asks again later.
 */
export function createExpiry(collections: Collections): { run(now: Date): Promise<number> } {
  let since: Date | undefined;
  return {
    async run(now) {
      since ??= new Date(now.getTime() - firstLookBackMs);
      const overdue = await overdueOrders(collections.db.workers, since, batchLimit);
      const ended: bigint[] = [];
      for (let start = 0; start < overdue.length; start += concurrency) {
        const group = overdue.slice(start, start + concurrency);
        const kept = await Promise.all(
          group.map(async (order) =>
            order.channel_account_id === null || (await isUnpaid(collections, order.id)) ? order.id : null,
          ),
        );
        ended.push(...kept.filter((id) => id !== null));
      }
      if (ended.length > 0) {
        await expireOrders(collections.db.workers, ended);
        wakeRelays();
      }
      // Everything before the last one looked at is final or on the list of checks.
      const last = overdue.at(-1);
      if (last !== undefined && overdue.length === batchLimit)
        since = new Date(last.expires_at.getTime() - 1);
      else since = new Date(now.getTime() - 3_600_000);
      return ended.length;
    },
  };
}

async function isUnpaid(collections: Collections, orderId: bigint): Promise<boolean> {
  const confirmation = await ask(collections, orderId);
  if (confirmation === 'unanswered' || confirmation === 'notFound')
    await scheduleCheck(collections.db.workers, orderId, 'expiry_unanswered', recheckAfterS);
  return confirmation === 'unpaid' || confirmation === 'failed';
}

/** One order that cannot be asked about (an account without its key, say) must not keep the others open. */
async function ask(collections: Collections, orderId: bigint): Promise<Confirmation> {
  try {
    return await confirmCollection(collections, orderId, null);
  } catch (error) {
    collections.log.warn(
      { err: error, order: String(orderId) },
      'an order that is over could not be asked about',
    );
    return 'unanswered';
  }
}
