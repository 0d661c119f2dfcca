import { wallClock } from '../../platform/clock.ts';
import type { WallClock } from '../../platform/clock.ts';
import type { Vault } from '../../platform/crypto/vault.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Http } from '../../platform/http/create-http.ts';
import type { Log } from '../../platform/log.ts';
import type { Outbound } from '../../platform/outbound.ts';
import { on } from '../../platform/outbox/on.ts';
import type { Subscription } from '../../platform/outbox/relay.ts';
import type { Queue } from '../../platform/queue.ts';
import { callbackQueues } from './queues.queries.ts';
import { bindCallbackRoutes } from './callbacks.routes.ts';
import { openDeliveryWorker } from './delivery/delivery-worker.ts';
import type { CallbackStatusListener } from './delivery/keep-outcomes.ts';
import type { PlaceLimits } from './delivery/places.ts';
import { queueCreated, queueEvents, queuePayouts, queueSubmitted } from './queue-events.ts';
import type { Sending } from './sending.ts';
import type { OrderBook } from './told-orders.ts';
import type { TrialGate } from './trial/callback-trial.routes.ts';

export interface CallbackDeps {
  readonly db: Database;
  readonly vault: Vault;
  readonly outbound: Outbound;
  readonly log: Log;
  /** The orders whose merchants are told, each kind answered for by its own module. */
  readonly orders: OrderBook;
  /** Hears, after the commit, which orders' callback status may have changed; live tells browsers. */
  readonly told?: CallbackStatusListener;
  /** Counts what merchants try out; nothing where a test opens none. */
  readonly trialGate?: TrialGate;
  readonly clock?: WallClock;
  readonly places?: PlaceLimits;
}

/** Opened once per process by main; the commands of this module take it. */
export interface Callbacks extends Sending {
  /** For the outbox relay. */
  readonly subscriptions: readonly Subscription[];
  readonly queues: readonly Queue[];
  /** Opens the endpoints of reissuing, manual callbacks and the console. */
  bind(app: Http): void;
  /** Starts sending; until then events only queue. */
  start(): void;
  /** Takes nothing new and waits for what is under way, 8 s at most; the rest is sent again later. */
  stop(): Promise<void>;
}

export function openCallbacks(deps: CallbackDeps): Callbacks {
  const clock = deps.clock ?? wallClock;
  const worker = openDeliveryWorker({
    db: deps.db,
    vault: deps.vault,
    outbound: deps.outbound,
    log: deps.log,
    orders: deps.orders,
    clock,
    told: deps.told ?? (() => {}),
    ...(deps.places !== undefined && { places: deps.places }),
  });
  const callbacks: Callbacks = {
    db: deps.db,
    clock,
    orders: deps.orders,
    subscriptions: [
      on(['collection.created'], (tx, events) => queueCreated(tx, events, callbacks)),
      on(
        [
          'collection.succeeded',
          'collection.expired',
          'collection.amount_mismatch',
          'collection.abnormal',
          'refund.updated',
        ],
        (tx, events) => queueEvents(tx, events, callbacks),
      ),
      on(['payout.created'], (tx, events) => queueSubmitted(tx, events, callbacks)),
      on(['payout.paid', 'payout.rejected', 'payout.reversed', 'payout.failed'], (tx, events) =>
        queuePayouts(tx, events, callbacks),
      ),
    ],
    queues: callbackQueues,
    bind: (app) =>
      bindCallbackRoutes(
        app,
        callbacks,
        { db: deps.db, vault: deps.vault, outbound: deps.outbound, clock },
        deps.trialGate ?? (async () => {}),
      ),
    start: worker.start,
    wake: worker.wake,
    stop: worker.stop,
  };
  return callbacks;
}
