import { approvalRoom, balanceRoom, checkoutRoom } from '@suanpan/contract/realtime/rooms';
import type { ApprovalState } from '@suanpan/domain/approvals';
import { publicCallbackStatus } from '@suanpan/domain/states/callback';
import { formatLedger } from '@suanpan/money/amount';
import type { Database } from '../../platform/db/database.ts';
import { afterCommit } from '../../platform/db/transact.ts';
import type { Log } from '../../platform/log.ts';
import type { OutboxEvent } from '../../platform/outbox/event.ts';
import type { Subscription } from '../../platform/outbox/relay.ts';
import type { Handshake, Hearing, Realtime } from '../../platform/realtime.ts';
import { gather } from './gather.ts';
import { hear } from './hear.ts';
import type { HearingMeans } from './hear.ts';
import { readBalancesNow, readOrdersNow } from './live.queries.ts';
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

/** The parts of an event that say where it is heard. */
interface OrderNews {
  readonly order_id: string;
  readonly status?: string;
  readonly customer_id?: string;
  readonly agent_id?: string;
  readonly sub_agent_id?: string | null;
}

export function openLive(deps: LiveDeps): Live {
  const { db, realtime, log } = deps;

  const orders = gather({
    name: 'orders',
    pauseMs: orderPauseMs,
    most: ordersAtOnce,
    log,
    hand: async (ids) => {
      for (const row of await readOrdersNow(db.workers, ids)) {
        realtime.order(roomsOfOrder('collection', row), {
          kind: 'collection',
          id: String(row.id),
          order_no: row.order_no,
          status: row.status,
          callback_status: publicCallbackStatus(row.callback_status),
          amount: formatLedger(row.order_amount, row.currency),
          currency: row.currency,
          at: row.at.toISOString(),
        });
      }
    },
  });

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

  function tell(event: OutboxEvent): void {
    const news = event.payload as OrderNews;
    orders.add(BigInt(news.order_id));
    if (news.status === undefined) return;
    realtime.toRoom(checkoutRoom(news.order_id), 'checkout', { status: news.status });
    if (news.status !== 'success' && news.status !== 'refund') return;
    for (const owner of [news.customer_id, news.agent_id, news.sub_agent_id]) {
      if (owner != null) balances.add(BigInt(owner));
    }
  }

  return {
    subscriptions: [
      {
        name: 'live orders',
        kinds: [
          'collection.created',
          'collection.succeeded',
          'collection.expired',
          'collection.amount_mismatch',
          'collection.abnormal',
          'refund.updated',
        ],
        handle: async (tx, events) => afterCommit(tx, () => whenHeard(() => events.forEach(tell))),
      },
      {
        name: 'ended sessions',
        kinds: ['session.ended'],
        handle: async (tx, events) => afterCommit(tx, () => events.forEach((event) => cut(realtime, event))),
      },
      {
        name: 'changed rights',
        kinds: ['access.changed'],
        handle: async (tx, events) =>
          afterCommit(tx, () => events.forEach((event) => renew(realtime, event))),
      },
      {
        name: 'live approvals',
        kinds: ['approval.submitted', 'approval.ended'],
        handle: async (tx, events) =>
          afterCommit(tx, () => events.forEach((event) => tellOf(realtime, event))),
      },
    ],
    authenticate: (handshake) => hear(deps, handshake),
    ordersTold(told) {
      whenHeard(() => {
        for (const { kind, id } of told) if (kind === 'collection') orders.add(id);
      });
    },
    stop() {
      orders.stop();
      balances.stop();
    },
  };
}

function cut(realtime: Pick<Realtime, 'disconnectSession'>, event: OutboxEvent): void {
  const { session_id: sessionId } = event.payload as { session_id: string };
  realtime.disconnectSession(BigInt(sessionId));
}

/** Whoever has other rights now comes back with them: into other rooms, and with another menu. */
function renew(realtime: Pick<Realtime, 'reconnectUser'>, event: OutboxEvent): void {
  const { user_ids: userIds } = event.payload as { user_ids: readonly string[] };
  for (const userId of userIds) realtime.reconnectUser(BigInt(userId));
}

function tellOf(realtime: Pick<Realtime, 'toRoom'>, event: OutboxEvent): void {
  const news = event.payload as { approval_id: string; state: ApprovalState; agent_id: string | null };
  for (const room of new Set([approvalRoom(null), approvalRoom(news.agent_id)])) {
    realtime.toRoom(room, 'approvals', { id: news.approval_id, state: news.state });
  }
}
