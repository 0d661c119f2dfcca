import type { Database } from '../../../platform/db/database.ts';
import { errorCode } from '../../../platform/db/database-error.ts';
import { runFree } from '../../../platform/db/run-free.ts';
import type { FreeRun } from '../../../platform/db/run-free.ts';
import { settleAtOnce } from '../collections.store.ts';
import { heldOrders } from '../release/release.store.ts';
import { makeSettleCalendar } from './settle-calendar.ts';
import type { QueuedSettle, SettleOutcome } from './settle-request.ts';

/** Raised by settle_collections on the first settling of a business day. */
const noCalendarState = 'SC001';

/** Settles those of the requests that nobody else holds a row of; when it throws, none. */
export async function settleFree(
  db: Database,
  requests: readonly QueuedSettle[],
): Promise<FreeRun<QueuedSettle, SettleOutcome>> {
  return runFree(
    {
      run: (free) => settleAtOnce(db.pool, free),
      async findHeld(free) {
        const found = await heldOrders(
          db.app,
          free.map(({ orderId }) => orderId),
        );
        const owners = new Map(found.map((row) => [row.order_id, row.owners]));
        return new Map(
          free.flatMap((request) => {
            const parties = owners.get(request.orderId);
            return parties === undefined ? [] : [[request, parties] as const];
          }),
        );
      },
      async mend(error) {
        if (errorCode(error) !== noCalendarState) return false;
        await makeSettleCalendar(db.app);
        return true;
      },
    },
    requests,
  );
}
