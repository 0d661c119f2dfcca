import type { OrderKind } from '../order-news.ts';
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
import { findParties } from '../find-parties.ts';
import { kindsIn } from '../told-orders.ts';
import type { OrderBook, OrderParties } from '../told-orders.ts';

const batchLimit = 128;

/** Told after the commit: orders whose callback status may have changed. */
export type CallbackStatusListener = (
  orders: readonly { readonly kind: OrderKind; readonly id: bigint }[],
) => void;

/**
 * Keeps what came of attempts, many in one commit. A report whose lease was lost has no effect. Keeping a report
 * twice has none either, so a lost connection is simply tried again.
 */
export function openOutcomeLane(
  db: Database,
  orders: OrderBook,
  told: CallbackStatusListener,
): Lane<Report, void> {
  return createLane({
    name: 'callback.outcome',
    maxBatch: batchLimit,
    mayBisect: (error) => !isConnectionLoss(error) && !(error instanceof UnknownOutcome),
    run: async (reports: readonly Report[]) => {
      // Locks are taken in one order everywhere, so attempts meet no deadlock they could not repeat.
      const kept = await transact(db.workers, (tx) => keepTogether(tx, orders, reports), { attempts: 5 });
      told(kept.map((row) => ({ kind: row.order_kind, id: row.order_id })));
      return reports.map(() => undefined);
    },
  });
}

/** Keeps reports in one commit: the locks of the orders come first, and each order follows the newest that it was told. */
export async function keepTogether(
  tx: Tx,
  orders: OrderBook,
  reports: readonly Report[],
): Promise<KeptReport[]> {
  const reported = new Map(reports.map((report) => [report.id, report]));
  const kinds = kindsIn(orders);
  for (const { kind, lock } of kinds) {
    const ids = reports.filter(({ orderKind }) => orderKind === kind).map(({ orderId }) => orderId);
    if (ids.length > 0) await lock(tx, ids);
  }
  const kept = await keepReports(tx, reports);
  for (const { kind, markTold } of kinds) {
    const newest = kept.filter((row) => row.order_kind === kind && row.is_newest);
    await markTold(
      tx,
      newest.map(({ order_id: orderId, status }) => ({ orderId, status })),
    );
  }
  const failed: KeptReport[] = [];
  const paused: KeptReport[] = [];
  for (const row of kept) {
    const report = reported.get(row.id);
    if (report?.attempted === true && row.status !== 'success' && row.next_at === null) failed.push(row);
    if (report?.gone === true && (await pauseAddress(tx, row.recipient_id, row.url, true, null)))
      paused.push(row);
    if (report?.reopens === true && (await pauseAddress(tx, row.recipient_id, row.url, false, null))) {
      await releasePaused(tx, row.recipient_id, row.url);
    }
  }
  if (failed.length + paused.length === 0) return kept;
  const partiesOf = await findParties(tx, orders, [...failed, ...paused]);
  await emit(tx, [
    ...failed.map((row) => failedEvent(row, partiesOf(row))),
    ...paused.map((row) => pausedEvent(row, partiesOf(row))),
  ]);
  return kept;
}

function failedEvent(row: KeptReport, order: OrderParties | undefined): NewEvent {
  return {
    kind: 'callback.failed',
    subject: `${row.order_kind}:${row.order_id}`,
    payload: {
      order_kind: row.order_kind,
      order_id: String(row.order_id),
      order_no: order?.order_no ?? null,
      merchant_order_no: order?.merchant_order_no ?? null,
      customer_id: String(row.customer_id),
      agent_id: order === undefined ? null : String(order.agent_id),
      event_id: row.event_id,
      type: row.type,
      result: row.result,
      attempts: row.attempts,
    },
  };
}

function pausedEvent(row: KeptReport, order: OrderParties | undefined): NewEvent {
  return {
    kind: 'callback.paused',
    subject: `webhook:${row.recipient_id}`,
    payload: {
      customer_id: String(row.customer_id),
      agent_id: order === undefined ? null : String(order.agent_id),
      recipient_id: String(row.recipient_id),
      url: row.url,
    },
  };
}
