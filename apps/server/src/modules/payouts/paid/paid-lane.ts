import { openAsideQueue } from '../../../platform/db/aside-queue.ts';
import type { Database } from '../../../platform/db/database.ts';
import { createLane } from '../../../platform/db/lane.ts';
import type { Lane } from '../../../platform/db/lane.ts';
import { createLaneSet } from '../../../platform/db/lane-set.ts';
import { runFree } from '../../../platform/db/run-free.ts';
import type { FreeRun } from '../../../platform/db/run-free.ts';
import { wakeRelays } from '../../../platform/outbox/emit.ts';
import type { PaidOutcome, QueuedPaid } from './paid-request.ts';
import { heldPayouts, payAtOnce } from './paid.store.ts';

const batchLimit = 256;
/** One lane a core of a small machine. */
const laneCount = 2;

/**
 * Paying in batches of whatever waits, in lanes by senior agent, whose income every payout of his tree moves. Each request
 * is idempotent by its order; a batch that fails is bisected, and what somebody holds a row of is put aside.
 */
export function openPaidLane(db: Database): Lane<QueuedPaid, PaidOutcome> {
  const pay = async (requests: readonly QueuedPaid[]): Promise<FreeRun<QueuedPaid, PaidOutcome>> => {
    const done = await payFree(db, requests);
    wakeRelays();
    return done;
  };
  const aside = openAsideQueue(pay);
  const lanes = createLaneSet(
    Array.from({ length: laneCount }, () =>
      createLane<QueuedPaid, PaidOutcome>({
        name: 'payout.paid',
        maxBatch: batchLimit,
        run: async (requests) => {
          const { held, outcomes } = await pay(requests);
          return requests.map((each) => outcomes.get(each) ?? aside.submit(each, held.get(each)));
        },
      }),
    ),
    ({ agentId }) => agentId,
  );
  return {
    submit: (request) => (aside.concerns(request) ? aside.submit(request) : lanes.submit(request)),
    async close() {
      await lanes.close();
      await aside.close();
    },
    get waiting() {
      return lanes.waiting + aside.waiting;
    },
  };
}

async function payFree(
  db: Database,
  requests: readonly QueuedPaid[],
): Promise<FreeRun<QueuedPaid, PaidOutcome>> {
  return runFree(
    {
      run: (free) => payAtOnce(db.pool, free),
      async findHeld(free) {
        const held = await heldPayouts(
          db.app,
          free.map(({ orderId }) => orderId),
        );
        return new Map(
          free.flatMap((request) => {
            const parties = held.get(request.orderId);
            return parties === undefined ? [] : [[request, parties] as const];
          }),
        );
      },
    },
    requests,
  );
}
