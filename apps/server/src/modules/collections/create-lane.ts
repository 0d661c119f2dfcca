import type { Database } from '../../platform/db/database.ts';
import { createLane } from '../../platform/db/lane.ts';
import type { Lane } from '../../platform/db/lane.ts';
import { createLaneSet } from '../../platform/db/lane-set.ts';
import { wakeRelays } from '../../platform/outbox/emit.ts';
import { insertCollections } from './collections.store.ts';
import type { CreateOutcome, CreateRequest } from './create-request.ts';

/** Orders a batch creates together at the most; past this a commit takes longer than it saves. */
const batchLimit = 256;

/** One lane a core of a small machine; more would only queue for the same processors. */
const laneCount = 2;

/**
 * Creating in batches: whatever is asked while one commit runs goes into the next, with no timer. Lanes go by
 * merchant, so one merchant's order numbers are always decided in one place.
 */
export function openCreateLane(db: Database): Lane<CreateRequest, CreateOutcome> {
  return createLaneSet(
    Array.from({ length: laneCount }, () => openOneLane(db)),
    (request) => request.customerId,
  );
}

function openOneLane(db: Database): Lane<CreateRequest, CreateOutcome> {
  return createLane({
    name: 'collection.create',
    maxBatch: batchLimit,
    run: async (requests: readonly CreateRequest[]) => {
      const rows = await insertCollections(db.app, requests);
      wakeRelays();
      return rows.map((row, index): CreateOutcome => {
        const same = requests[index]?.requestHash.equals(row.request_hash) ?? false;
        return {
          orderId: row.order_id,
          orderNo: row.order_no,
          at: row.at,
          outcome: row.created ? 'created' : same ? 'replayed' : 'conflict',
        };
      });
    },
  });
}
