import { isConnectionLoss } from '../../../platform/db/database-error.ts';
import type { Database } from '../../../platform/db/database.ts';
import { createLane } from '../../../platform/db/lane.ts';
import type { Lane } from '../../../platform/db/lane.ts';
import { transact, UnknownOutcome } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { emit } from '../../../platform/outbox/emit.ts';
import type { NewEvent } from '../../../platform/outbox/emit.ts';
import { keepReports, pauseAddress, releasePaused } from './delivery.store.ts';
import type { KeptReport, Report } from './delivery.store.ts';

const batchLimit = 128;

/** Told after the commit: orders whose callback status may have changed. */
export type CallbackStatusListener = (
  orders: readonly { readonly kind: 'collection' | 'payout'; readonly id: bigint }[],
) => void;

/**
 * Keeps what came of attempts, many in one commit. A report whose lease was lost has no effect. Keeping a report
 * twice has none either, so a lost connection is simply tried again.
 */
export function openOutcomeLane(db: Database, told: CallbackStatusListener): Lane<Report, void> {
  return createLane({
    name: 'callback.outcome',
    maxBatch: batchLimit,
    mayBisect: (error) => !isConnectionLoss(error) && !(error instanceof UnknownOutcome),
    run: async (reports: readonly Report[]) => {
      // Locks are taken in one order everywhere, so attempts meet no deadlock they could not repeat.
      const kept = await transact(db.workers, (tx) => keepTogether(tx, reports), { attempts: 5 });
      told(kept.map((row) => ({ kind: row.order_kind, id: row.order_id })));
      return reports.map(() => undefined);
    },
  });
}

async function keepTogether(tx: Tx, reports: readonly Report[]): Promise<KeptReport[]> {
  const reported = new Map(reports.map((report) => [report.id, report]));
  const kept = await keepReports(tx, reports);
  const news: NewEvent[] = [];
  for (const row of kept) {
    const report = reported.get(row.id);
    if (report?.attempted === true && row.status !== 'success' && row.next_at === null)
      news.push(failedEvent(row));
    if (report?.gone === true && (await pauseAddress(tx, row.recipient_id, row.url, true)))
      news.push(pausedEvent(row));
    if (report?.reopens === true && (await pauseAddress(tx, row.recipient_id, row.url, false))) {
      await releasePaused(tx, row.recipient_id, row.url);
    }
  }
  await emit(tx, news);
  return kept;
}

function failedEvent(row: KeptReport): NewEvent {
  return {
    kind: 'callback.failed',
    subject: `${row.order_kind}:${row.order_id}`,
    payload: {
      order_kind: row.order_kind,
      order_id: String(row.order_id),
      order_no: row.order_no,
      merchant_order_no: row.merchant_order_no,
      customer_id: String(row.customer_id),
      agent_id: row.agent_id === null ? null : String(row.agent_id),
      event_id: row.event_id,
      type: row.type,
      result: row.result,
      attempts: row.attempts,
    },
  };
}

function pausedEvent(row: KeptReport): NewEvent {
  return {
    kind: 'callback.paused',
    subject: `webhook:${row.recipient_id}`,
    payload: {
      customer_id: String(row.customer_id),
      agent_id: row.agent_id === null ? null : String(row.agent_id),
      recipient_id: String(row.recipient_id),
      url: row.url,
    },
  };
}
