import { settlementAt, settlementBatchOrders } from '@suanpan/domain/limits';
import { regionDayOf, regionDayText } from '@suanpan/domain/region-day';
import { dailyAt } from '../../../platform/calendar.ts';
import { businessNow } from '../../../platform/clock.ts';
import { errorCode, isConnectionLoss } from '../../../platform/db/database-error.ts';
import { savepoint } from '../../../platform/db/savepoint.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { DueWork } from '../../../platform/due-work.ts';
import { emit } from '../../../platform/outbox/emit.ts';
import {
  dueForRelease,
  heldOrders,
  releasedOwners,
  releaseEarly,
  releaseOrders,
  setReleaseAside,
} from './release.store.ts';

/** PostgreSQL's lock_not_available. */
const lockTimeoutState = '55P03';

/** Orders are due and none could be released now; trying again is right, and nothing was done. */
export class NothingReleased extends Error {}

/**
 * Every night at 00:05 the orders whose day has come are released. One that cannot be posted is set aside alone, with an
 * alarm; one that somebody holds stays due, and the work with it, so that it is tried again within a minute.
 */
export const releaseWork: DueWork = {
  name: 'collections.release',
  next: dailyAt(settlementAt),
  missed: 'latest',
  anytime: true,
  async run(tx) {
    const due = await dueForRelease(tx, settlementBatchOrders);
    if (due.length > 0) {
      const left = await releaseInParts(tx, due);
      if (left < due.length) {
        await tellOwners(tx, due);
        return 'more';
      }
      throw new NothingReleased(
        `${left} orders are due and none was released: somebody holds them, or they are due at another time`,
      );
    }
    return (await releaseEarly(tx, settlementBatchOrders)) === settlementBatchOrders ? 'more' : undefined;
  },
};

/** Each merchant hears once of the day, however many of his orders were released and in however many parts. */
async function tellOwners(tx: Tx, orderIds: readonly bigint[]): Promise<void> {
  const day = regionDayText(regionDayOf(await businessNow(tx)));
  await emit(
    tx,
    (await releasedOwners(tx, orderIds)).map(({ agent_id: agentId, customer_id: customerId }) => ({
      kind: 'settlement.released' as const,
      subject: `user:${customerId}`,
      payload: { customer_id: String(customerId), agent_id: String(agentId), day },
    })),
  );
}

/** Releases what can be released and answers how many orders stay as they are, mostly because somebody holds them. */
async function releaseInParts(tx: Tx, orderIds: readonly bigint[]): Promise<number> {
  if (orderIds.length === 0) return 0;
  try {
    return orderIds.length - (await savepoint(tx, () => releaseOrders(tx, orderIds)));
  } catch (error) {
    if (isConnectionLoss(error)) throw error;
    if (errorCode(error) === lockTimeoutState) {
      const held = new Set((await heldOrders(tx, orderIds)).map(({ order_id }) => order_id));
      const free = orderIds.filter((id) => !held.has(id));
      // The process that held an order may have released it meanwhile; the next run takes the order.
      return free.length === orderIds.length ? free.length : held.size + (await releaseInParts(tx, free));
    }
    const [only] = orderIds;
    if (orderIds.length === 1 && only !== undefined) {
      await setReleaseAside(tx, only, reasonOf(error));
      return 0;
    }
    const middle = Math.ceil(orderIds.length / 2);
    const first = await releaseInParts(tx, orderIds.slice(0, middle));
    return first + (await releaseInParts(tx, orderIds.slice(middle)));
  }
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 200);
}
