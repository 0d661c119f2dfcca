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
import { TicketRefused } from '../../orders/index.ts';
import type { RoutedSubmit, SubmitOutcome } from './submit-request.ts';
import { heldMerchants, submitAtOnce } from './submit.store.ts';
import type { NotAdmitted } from './submit.store.ts';

/** Payouts a batch submits together at the most. */
const batchLimit = 256;
/** One lane a core of a small machine. */
const laneCount = 2;

/** A submission with whose balances it moves. */
interface QueuedSubmit {
  readonly request: RoutedSubmit;
  readonly partyIds: readonly bigint[];
}

type Answer = SubmitOutcome | NotAdmitted;

/** What was lost may stand; whether it does tells the same request, sent again. */
const mayTryAgain = (error: unknown): boolean => !isConnectionLoss(error);

/**
 * Submitting in batches of whatever waits, in lanes by merchant, so that the payouts of one follow each other. A merchant
 * whose balance somebody holds is put aside with his payouts, and delays nobody else's. A request that brings a ticket is let in
 * by the same commit, or refused with TicketRefused.
 */
export function openSubmitLane(db: Database, submitted: () => void): Lane<RoutedSubmit, SubmitOutcome> {
  const submit = async (queued: readonly QueuedSubmit[]): Promise<FreeRun<QueuedSubmit, Answer>> => {
    const done = await submitFree(db, queued);
    wakeRelays();
    submitted();
    return done;
  };
  const aside = openAsideQueue(submit, mayTryAgain);
  const lanes = createLaneSet(
    Array.from({ length: laneCount }, () => openOneLane(submit, aside)),
    ({ request }) => request.customerId,
  );
  return {
    async submit(request) {
      const queued = { request, partyIds: [request.customerId] };
      const answer = await (aside.concerns(queued) ? aside.submit(queued) : lanes.submit(queued));
      if (answer.outcome === 'notAdmitted') throw new TicketRefused(answer.verdict);
      return answer;
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
  submit: (queued: readonly QueuedSubmit[]) => Promise<FreeRun<QueuedSubmit, Answer>>,
  aside: AsideQueue<QueuedSubmit, Answer>,
): Lane<QueuedSubmit, Answer> {
  return createLane<QueuedSubmit, Answer>({
    name: 'payout.submit',
    maxBatch: batchLimit,
    mayBisect: mayTryAgain,
    run: async (queued) => {
      const { held, lost, outcomes } = await submit(queued);
      return queued.map((each) => {
        const error = lost.get(each);
        if (error !== undefined) return Promise.reject(error);
        return outcomes.get(each) ?? aside.submit(each, held.get(each));
      });
    },
  });
}

async function submitFree(
  db: Database,
  queued: readonly QueuedSubmit[],
): Promise<FreeRun<QueuedSubmit, Answer>> {
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
      mayTryAgain,
    },
    queued,
  );
}
