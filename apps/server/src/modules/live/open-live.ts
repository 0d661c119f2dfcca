import type { OrderEvent } from '@suanpan/contract/realtime/events';
import { approvalRoom, balanceRoom, checkoutRoom } from '@suanpan/contract/realtime/rooms';
import type { ApprovalNews, EventKind } from '@suanpan/domain/events';
import { publicCallbackStatus } from '@suanpan/domain/states/callback';
import { formatLedger } from '@suanpan/money/amount';
import type { Database } from '../../platform/db/database.ts';
import { afterCommit } from '../../platform/db/transact.ts';
import type { Log } from '../../platform/log.ts';
import { on } from '../../platform/outbox/on.ts';
import type { News } from '../../platform/outbox/on.ts';
import type { Subscription } from '../../platform/outbox/relay.ts';
import type { Handshake, Hearing, Realtime } from '../../platform/realtime.ts';
import { ordersNow } from '../collections/index.ts';
import { payoutsNow } from '../payouts/index.ts';
import { gather } from './gather.ts';
import { hear } from './hear.ts';
import type { HearingMeans } from './hear.ts';
import { readBalancesNow } from './live.queries.ts';
import { roomsOfOrder } from './trees.ts';

const orderPauseMs = 100;
const ordersAtOnce = 500;
const balancePauseMs = 500;
const balancesAtOnce = 200;

export interface LiveDeps extends HearingMeans {
  readonly db: Database;
  readonly realtime: Pick<Realtime, 'toRoom' | 'order' | 'isHeard' | 'disconnectSession' | 'reconnectUser'>;
  readonly log: Log;
}

export interface Live {
  /** For the outbox relay. */
  readonly subscriptions: readonly Subscription[];
  /** For startRealtime: whom a socket belongs to and what it may hear. */
  authenticate(handshake: Handshake): Promise<Hearing>;
  /** For openCallbacks: these orders' callback status may have changed. */
  ordersTold(orders: readonly { readonly kind: 'collection' | 'payout'; readonly id: bigint }[]): void;
  stop(): void;
}

type CollectionEvent =
  | Exclude<Extract<EventKind, `collection.${string}`>, 'collection.flagged'>
  | 'refund.updated';
type PayoutEvent = Exclude<Extract<EventKind, `payout.${string}`>, 'payout.flagged'>;

export function openLive(deps: LiveDeps): Live {
  const { db, realtime, log } = deps;

  /** Changed orders of one kind, each told once for all that happened to it meanwhile. */
  const gatherOrders = (kind: 'collection' | 'payout', now: typeof ordersNow | typeof payoutsNow) =>
    gather({
      name: `${kind} orders`,
      pauseMs: orderPauseMs,
      most: ordersAtOnce,
      log,
      hand: async (ids) => {
        for (const row of await now(db.workers, ids)) {
          // The state is one of its own kind: both come from the same row.
          const event = {
            kind,
            id: String(row.id),
            order_no: row.order_no,
            status: row.status,
            callback_status: publicCallbackStatus(row.callback_status),
            amount: formatLedger(row.order_amount, row.currency),
            currency: row.currency,
            at: row.at.toISOString(),
          } as OrderEvent;
          realtime.order(roomsOfOrder(kind, row), event);
        }
      },
    });
  const orders = gatherOrders('collection', ordersNow);
  const payouts = gatherOrders('payout', payoutsNow);

  const balances = gather({
    name: 'balances',
    pauseMs: balancePauseMs,
    most: balancesAtOnce,
    log,
    hand: async (ids) => {
      for (const row of await readBalancesNow(db.workers, ids)) {
        realtime.toRoom(balanceRoom(String(row.owner_id)), 'balance', {
          balance: formatLedger(row.balance, row.currency),
          unsettlement_amount: formatLedger(row.unsettled, row.currency),
          frozen_amount: formatLedger(row.frozen, row.currency),
        });
      }
    },
  });

  /** Nothing is read or sent while no browser is open anywhere. */
  function whenHeard(act: () => void): void {
    realtime.isHeard().then(
      (isHeard) => {
        if (isHeard) act();
      },
      (error: unknown) => log.warn({ err: error }, 'browsers were not told of changes'),
    );
  }

  function tell({ payload: news }: News<CollectionEvent>): void {
    orders.add(BigInt(news.order_id));
    if (!('status' in news)) return;
    realtime.toRoom(checkoutRoom(news.order_id), 'checkout', { status: news.status });
    if (news.status !== 'success' && news.status !== 'refund') return;
    for (const owner of [news.customer_id, news.agent_id, news.sub_agent_id]) {
      if (owner !== null) balances.add(BigInt(owner));
    }
  }

  /** A payout holds its merchant's money, gives it back, or pays the others of its chain. */
  function tellPayout({ payload: news }: News<PayoutEvent>): void {
    payouts.add(BigInt(news.order_id));
    if (!('customer_id' in news)) return;
    for (const owner of [news.customer_id, news.agent_id, news.sub_agent_id]) {
      if (owner !== null) balances.add(BigInt(owner));
    }
  }

  return {
    subscriptions: [
      on(
        [
          'collection.created',
          'collection.succeeded',
          'collection.expired',
          'collection.amount_mismatch',
          'collection.abnormal',
          'refund.updated',
        ],
        async (tx, events) => afterCommit(tx, () => whenHeard(() => events.forEach(tell))),
      ),
      on(
        [
          'payout.created',
          'payout.failed',
          'payout.paid',
          'payout.rejected',
          'payout.reversed',
          'payout.waiting',
        ],
        async (tx, events) => afterCommit(tx, () => whenHeard(() => events.forEach(tellPayout))),
      ),
      on(['funds.moved'], async (tx, events) =>
        afterCommit(tx, () =>
          whenHeard(() => {
            for (const owner of events.flatMap(({ payload }) => payload.owner_ids))
              balances.add(BigInt(owner));
          }),
        ),
      ),
      on(['session.ended'], async (tx, events) =>
        afterCommit(tx, () => {
          for (const { payload } of events) realtime.disconnectSession(BigInt(payload.session_id));
        }),
      ),
      // Whoever has other rights now comes back with them: into other rooms, and with another menu.
      on(['access.changed'], async (tx, events) =>
        afterCommit(tx, () => {
          for (const id of events.flatMap(({ payload }) => payload.user_ids))
            realtime.reconnectUser(BigInt(id));
        }),
      ),
      on(['approval.submitted', 'approval.ended'], async (tx, events) =>
        afterCommit(tx, () => events.forEach(({ payload }) => tellOf(realtime, payload))),
      ),
    ],
    authenticate: (handshake) => hear(deps, handshake),
    ordersTold(told) {
      whenHeard(() => {
        for (const { kind, id } of told) (kind === 'payout' ? payouts : orders).add(id);
      });
    },
    stop() {
      orders.stop();
      payouts.stop();
      balances.stop();
    },
  };
}

function tellOf(realtime: Pick<Realtime, 'toRoom'>, news: ApprovalNews): void {
  for (const room of new Set([approvalRoom(null), approvalRoom(news.agent_id)])) {
    realtime.toRoom(room, 'approvals', { id: news.approval_id, state: news.state });
  }
}
