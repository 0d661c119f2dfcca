import { openAsideQueue } from '../../../platform/db/aside-queue.ts';
import type { AsideQueue } from '../../../platform/db/aside-queue.ts';
import type { Database } from '../../../platform/db/database.ts';
import { createLane } from '../../../platform/db/lane.ts';
import type { Lane } from '../../../platform/db/lane.ts';
import type { LaneOwner } from '../../../platform/db/lane-owner.ts';
import { createLaneSet } from '../../../platform/db/lane-set.ts';
import { wakeRelays } from '../../../platform/outbox/emit.ts';
import { settleFree } from './settle-free.ts';
import type { QueuedSettle, SettleOutcome } from './settle-request.ts';

const batchLimit = 256;
/** What belongs to another process's lanes goes in small batches, so that its rows are never held for long. */
const guestBatchLimit = 32;

/** One lane a core of a small machine; more would only queue for the same processors. */
const laneCount = 2;

/** The numbered lanes that processes share out: more than processes, so that a share is even. */
export const settleLanes = 8;

/**
 * Settling in batches of whatever is waiting, in lanes by senior agent: the accounts of one tree are moved by one
 * lane, so lanes never wait for each other, and by one process, where `owner` knows of others. Each request is
 * idempotent by its order; a batch that fails is bisected, and what somebody holds a row of is put aside, so that one
 * order's trouble never reaches its neighbours.
 */
export function openSettleLane(db: Database, owner?: LaneOwner): Lane<QueuedSettle, SettleOutcome> {
  const aside = openAsideQueue<QueuedSettle, SettleOutcome>(async (requests) => {
    const settled = await settleFree(db, requests);
    wakeRelays();
    return settled;
  });
  const own = createLaneSet(
    Array.from({ length: laneCount }, () => openOneLane(db, aside, batchLimit)),
    (request) => request.agentId,
  );
  const guests = openOneLane(db, aside, guestBatchLimit);

  return {
    submit(request) {
      if (aside.concerns(request)) return aside.submit(request);
      const lane = Number(request.agentId % BigInt(settleLanes)); // Not money: the number of a lane.
      return owner === undefined || owner.owns(lane) ? own.submit(request) : guests.submit(request);
    },
    async close() {
      await Promise.all([own.close(), guests.close()]);
      await aside.close();
    },
    get waiting() {
      return own.waiting + guests.waiting + aside.waiting;
    },
  };
}

function openOneLane(
  db: Database,
  aside: AsideQueue<QueuedSettle, SettleOutcome>,
  maxBatch: number,
): Lane<QueuedSettle, SettleOutcome> {
  return createLane<QueuedSettle, SettleOutcome>({
    name: 'collection.settle',
    maxBatch,
    run: async (requests) => {
      const { held, outcomes } = await settleFree(db, requests);
      wakeRelays();
      return requests.map((request) => outcomes.get(request) ?? aside.submit(request, held.get(request)));
    },
  });
}
