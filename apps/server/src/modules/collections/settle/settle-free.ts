import type { Database } from '../../../platform/db/database.ts';
import { errorCode } from '../../../platform/db/database-error.ts';
import { settleAtOnce } from '../collections.store.ts';
import { heldOrders } from '../release/release.store.ts';
import { makeSettleCalendar } from './settle-calendar.ts';
import type { QueuedSettle, SettleOutcome } from './settle-request.ts';

/** Raised by settle_collections on the first settling of a business day. */
const noCalendarState = 'SC001';
/** PostgreSQL's lock_not_available. */
const lockTimeoutState = '55P03';
/** Whatever still stands in the way after so many looks is looked for by halves. */
const usualLooks = 3;

export interface Settled {
  /** Of those that could be settled now. */
  readonly outcomes: ReadonlyMap<QueuedSettle, SettleOutcome>;
  /** The others, each with the parties whose balance is held; none where the order itself is. */
  readonly held: ReadonlyMap<QueuedSettle, readonly bigint[]>;
}

/**
 * Settles those of the requests that nobody else holds a row of; when it throws, none. What is held, by whom ever, costs
 * the others a few lock timeouts and no more.
 */
export async function settleFree(
  db: Database,
  requests: readonly QueuedSettle[],
  looks = usualLooks,
): Promise<Settled> {
  const held = new Map<QueuedSettle, readonly bigint[]>();
  let free = requests;
  for (let look = 1; free.length > 0; look += 1) {
    try {
      const outcomes = await settleAtOnce(db.pool, free);
      return { outcomes: new Map(free.map((request, place) => [request, outcomeAt(outcomes, place)])), held };
    } catch (error) {
      if (errorCode(error) === noCalendarState) {
        await makeSettleCalendar(db.app);
        continue;
      }
      if (errorCode(error) !== lockTimeoutState) throw error;
      const found = await heldOrders(
        db.app,
        free.map(({ orderId }) => orderId),
      );
      const owners = new Map(found.map((row) => [row.order_id, row.owners]));
      for (const request of free) {
        const parties = owners.get(request.orderId) ?? (free.length === 1 && look >= looks ? [] : undefined);
        if (parties !== undefined) held.set(request, parties);
      }
      free = free.filter((request) => !held.has(request));
      // What one of them waits for is no row of an order or a balance (its payment, that somebody books now).
      if (look >= looks && free.length > 1) return inHalves(db, free, held);
    }
  }
  return { outcomes: new Map(), held };
}

/** A half that fails counts as held: the other one may be settled by then, and held requests are tried each alone. */
async function inHalves(
  db: Database,
  requests: readonly QueuedSettle[],
  held: ReadonlyMap<QueuedSettle, readonly bigint[]>,
): Promise<Settled> {
  const middle = Math.ceil(requests.length / 2);
  const outcomes = new Map<QueuedSettle, SettleOutcome>();
  const heldNow = new Map(held);
  for (const half of [requests.slice(0, middle), requests.slice(middle)]) {
    const settled = await settleFree(db, half, 1).catch(() => ({
      outcomes: [],
      held: half.map((request) => [request, []] as const),
    }));
    for (const [request, outcome] of settled.outcomes) outcomes.set(request, outcome);
    for (const [request, parties] of settled.held) heldNow.set(request, parties);
  }
  return { outcomes, held: heldNow };
}

function outcomeAt(outcomes: readonly SettleOutcome[], place: number): SettleOutcome {
  const outcome = outcomes[place];
  if (outcome === undefined) throw new Error('A settled batch answered too little');
  return outcome;
}
