import type { Database } from '../../platform/db/database.ts';
import { errorCode } from '../../platform/db/database-error.ts';
import { createLane } from '../../platform/db/lane.ts';
import type { Lane } from '../../platform/db/lane.ts';
import { createLaneSet } from '../../platform/db/lane-set.ts';
import { settleOrders } from './collections.store.ts';
import { wakeRelays } from '../../platform/outbox/emit.ts';
import { makeSettleCalendar } from './settle-calendar.ts';
import type { SettleCalendar } from './settle-calendar.ts';
import type { QueuedSettle, SettleOutcome, SettleRequest } from './settle-request.ts';

const batchLimit = 256;
/** Raised by settle_collections when its calendar is of another day. */
const staleCalendarState = 'SC001';

/** One lane a core of a small machine; more would only queue for the same processors. */
const laneCount = 2;

/**
 * Settling in batches of whatever is waiting, in lanes by senior agent: the accounts of one tree are moved by one
 * lane, so lanes never wait for each other. Each request is idempotent by its order; a batch that fails is
 * bisected, so that one order's trouble never reaches its neighbours.
 */
export function openSettleLane(db: Database): Lane<QueuedSettle, SettleOutcome> {
  return createLaneSet(
    Array.from({ length: laneCount }, () => openOneLane(db)),
    (request) => request.agentId,
  );
}

function openOneLane(db: Database): Lane<QueuedSettle, SettleOutcome> {
  let calendar: SettleCalendar | undefined;

  async function run(requests: readonly SettleRequest[]): Promise<SettleOutcome[]> {
    calendar ??= await makeSettleCalendar(db.app);
    try {
      return await settleOrders(db.app, requests, calendar);
    } catch (error) {
      if (errorCode(error) !== staleCalendarState) throw error;
      calendar = await makeSettleCalendar(db.app);
      return settleOrders(db.app, requests, calendar);
    }
  }

  return createLane({
    name: 'collection.settle',
    maxBatch: batchLimit,
    run: async (requests) => {
      const outcomes = await run(requests);
      wakeRelays();
      return outcomes;
    },
  });
}
