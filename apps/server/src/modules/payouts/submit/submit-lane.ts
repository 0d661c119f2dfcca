import { openAsideQueue } from '../../../platform/db/aside-queue.ts';
import type { AsideQueue } from '../../../platform/db/aside-queue.ts';
import type { Database } from '../../../platform/db/database.ts';
import { isConnectionLoss } from '../../../platform/db/database-error.ts';
import { createLane } from '../../../platform/db/lane.ts';
import type { Lane } from '../../../platform/db/lane.ts';
import { createLaneSet } from '../../../platform/db/lane-set.ts';
import { runFree } from '../../../platform/db/run-free.ts';
import type { FreeRun } from '../../../platform/db/run-free.ts';
import { wakeRelays } from '../../../platform/outbox/emit.ts';
import type { RoutedSubmit, SubmitOutcome } from './submit-request.ts';
import { heldMerchants, submitAtOnce } from './submit.store.ts';

/** Payouts a batch submits together at the most. */
const batchLimit = 256;
/** One lane a core of a small machine. */
const laneCount = 2;

/** A submission with whose balances it moves. */
export interface QueuedSubmit {
  readonly request: RoutedSubmit;
  readonly partyIds: readonly bigint[];
}

/**
 * Submitting in batches of whatever waits, in lanes by merchant, so that the payouts of one follow each other. A merchant
 * whose balance somebody holds is put aside with his payouts, and delays nobody else's.
 */
export function openSubmitLane(db: Database, submitted: () => void): Lane<RoutedSubmit, SubmitOutcome> {
  const submit = async (queued: readonly QueuedSubmit[]): Promise<FreeRun<QueuedSubmit, SubmitOutcome>> => {
    const done = await submitFree(db, queued);
    wakeRelays();
    submitted();
    return done;
  };
  const aside = openAsideQueue(submit);
  const lanes = createLaneSet(
    Array.from({ length: laneCount }, () => openOneLane(submit, aside)),
    ({ request }) => request.customerId,
  );
  return {
    submit(request) {
      const queued = { request, partyIds: [request.customerId] };
      return aside.concerns(queued) ? aside.submit(queued) : lanes.submit(queued);
    },
    async close() {
      await lanes.close();
      await aside.close();
    },
    get waiting() {
      return lanes.waiting + aside.waiting;
    },
  };
}

function openOneLane(
  submit: (queued: readonly QueuedSubmit[]) => Promise<FreeRun<QueuedSubmit, SubmitOutcome>>,
  aside: AsideQueue<QueuedSubmit, SubmitOutcome>,
): Lane<QueuedSubmit, SubmitOutcome> {
  return createLane<QueuedSubmit, SubmitOutcome>({
    name: 'payout.submit',
    maxBatch: batchLimit,
    // What was lost may stand; the same request, sent again, is answered by what it made.
    mayBisect: (error) => !isConnectionLoss(error),
    run: async (queued) => {
      const { held, outcomes } = await submit(queued);
      return queued.map((each) => outcomes.get(each) ?? aside.submit(each, held.get(each)));
    },
  });
}

async function submitFree(
  db: Database,
  queued: readonly QueuedSubmit[],
): Promise<FreeRun<QueuedSubmit, SubmitOutcome>> {
  return runFree(
    {
      run: (free) =>
        submitAtOnce(
          db,
          free.map(({ request }) => request),
        ),
      async findHeld(free) {
        const held = await heldMerchants(db.app, [...new Set(free.map(({ request }) => request.customerId))]);
        return new Map(
          free
            .filter(({ request }) => held.has(request.customerId))
            .map((each) => [each, [each.request.customerId]] as const),
        );
      },
    },
    queued,
  );
}
