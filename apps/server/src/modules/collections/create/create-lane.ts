import { isConnectionLoss } from '../../../platform/db/database-error.ts';
import type { Database } from '../../../platform/db/database.ts';
import { createLane } from '../../../platform/db/lane.ts';
import type { Lane } from '../../../platform/db/lane.ts';
import { createLaneSet } from '../../../platform/db/lane-set.ts';
import { wakeRelays } from '../../../platform/outbox/emit.ts';
import { TicketRefused } from '../../orders/index.ts';
import { insertAdmitted } from './create.store.ts';
import type { AdmittedCollection } from './create.store.ts';
import type { CreateOutcome, CreateRequest } from './create-request.ts';

/** Orders a batch creates together at the most; past this a commit takes longer than it saves. */
const batchLimit = 256;

/** One lane a core of a small machine; more would only queue for the same processors. */
const laneCount = 2;

/**
 * Creating in batches: whatever is asked while one commit runs goes into the next, with no timer. What a merchant asks at
 * once goes by one lane, so his order numbers are always decided in one place. A request that brings a ticket is let in by
 * the same commit, or refused with TicketRefused.
 */
export function openCreateLane(db: Database): Lane<CreateRequest, CreateOutcome> {
  const lanes = createLaneSet(
    Array.from({ length: laneCount }, () => openOneLane(db)),
    (request) => request.customerId,
  );
  return {
    async submit(request) {
      const row = await lanes.submit(request);
      if (row.verdict !== 'ok') throw new TicketRefused(row.verdict);
      const same = request.requestHash.equals(row.request_hash);
      return {
        orderId: row.order_id,
        orderNo: row.order_no,
        at: row.at,
        outcome: row.created ? 'created' : same ? 'replayed' : 'conflict',
      };
    },
    close: () => lanes.close(),
    get waiting() {
      return lanes.waiting;
    },
  };
}

function openOneLane(db: Database): Lane<CreateRequest, AdmittedCollection> {
  return createLane({
    name: 'collection.create',
    maxBatch: batchLimit,
    // When nobody knows whether the nonces are burnt, trying once more would refuse those whose orders exist.
    mayBisect: (error) => !isConnectionLoss(error),
    // A signed request came over HTTP.
    isFar: ({ ticket }) => ticket !== undefined,
    run: async (requests: readonly CreateRequest[]) => {
      const rows = await insertAdmitted(db, requests);
      wakeRelays();
      return rows;
    },
  });
}
