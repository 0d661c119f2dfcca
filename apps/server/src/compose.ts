import { Refusal } from '@suanpan/domain/errors';
import { translateError } from '@suanpan/messages/translate';
import { adapters } from './adapters/registry.ts';
import { exportLists } from './export-lists.ts';
import { openApprovals } from './modules/approvals/index.ts';
import { openArchive } from './modules/archive/index.ts';
import { openAudit } from './modules/audit/index.ts';
import { callbacksOf, openCallbacks, unansweredOrders } from './modules/callbacks/index.ts';
import {
  bindChannelState,
  createChannels,
  openChannelDesk,
  openMerchantChannels,
  openPrices,
  startChannelJobs,
} from './modules/channels/index.ts';
import { openCheckout } from './modules/checkout/index.ts';
import {
  bindByHand,
  bindCollectionActs,
  bindCollections,
  bindRefunds,
  bindCollectionSetting,
  bindPrivateTransfers,
  bindReplay,
  bindReceipts,
  bindTransferFiles,
  bindSupply,
  collectionQueue,
  collectionSales,
  pastCollections,
  openCollections,
  releaseWork,
  startCollectionJobs,
  toldCollections,
} from './modules/collections/index.ts';
import type { Collections } from './modules/collections/index.ts';
import { openExports } from './modules/exports/index.ts';
import { openFunds } from './modules/funds/index.ts';
import { openIdentity } from './modules/identity/index.ts';
import type { IdentityDeps } from './modules/identity/index.ts';
import { openIncome } from './modules/income/index.ts';
import { openLedger } from './modules/ledger/index.ts';
import { openLive } from './modules/live/index.ts';
import { openKeys, openMerchantApi } from './modules/merchant-api/index.ts';
import { openNotifications } from './modules/notifications/index.ts';
import { firingAlarms, openBackups, openOperations, openRequestLog } from './modules/operations/index.ts';
import type { BackupPlace, DemoDesk } from './modules/operations/index.ts';
import {
  bindPayoutActs,
  bindPayoutApply,
  bindPayoutBalances,
  bindPayoutBatches,
  bindPayoutCards,
  bindPayouts,
  bindPayoutSetting,
  bindPrefund,
  openPayouts,
  pastPayouts,
  payoutQueue,
  payoutSales,
  receivePayoutNotice,
  startPayoutJobs,
  toldPayouts,
} from './modules/payouts/index.ts';
import { openRates } from './modules/rates/index.ts';
import { openDifferences, openReconciliation } from './modules/reconciliation/index.ts';
import { openReports, openStatements, openWall, readManualQueue } from './modules/reports/index.ts';
import { openRisk } from './modules/risk/index.ts';
import type { RiskDeps } from './modules/risk/index.ts';
import { openRoles } from './modules/roles/index.ts';
import { openMaintenance } from './modules/settings/index.ts';
import { openUsers } from './modules/users/index.ts';
import { openWithdrawals } from './modules/withdrawals/index.ts';
import { wallClock } from './platform/clock.ts';
import type { Closing } from './platform/closing.ts';
import type { Config } from './platform/config.ts';
import type { Vault } from './platform/crypto/vault.ts';
import type { Database } from './platform/db/database.ts';
import { sweepKeys } from './platform/db/idempotent.ts';
import type { LaneOwner } from './platform/db/lane-owner.ts';
import { startDueWork } from './platform/due-work.ts';
import type { DueWorks } from './platform/due-work.ts';
import { bindOpenApi } from './platform/http/bind-openapi.ts';
import { createHttp } from './platform/http/create-http.ts';
import type { Http, HttpOptions } from './platform/http/create-http.ts';
import { securityHeaders } from './platform/http/security-headers.ts';
import type { Log } from './platform/log.ts';
import { startLoop } from './platform/loop.ts';
import type { Module } from './platform/module.ts';
import type { Outbound } from './platform/outbound.ts';
import { startOutboxRelay } from './platform/outbox/relay.ts';
import type { OutboxRelay } from './platform/outbox/relay.ts';
import { startRealtime } from './platform/realtime.ts';

const sweepPauseMs = 60_000;
/** Walls are looked at anew every few seconds; those who look at the same moment see the same. */
const wallSharedForMs = 1_000;

export interface Deps {
  readonly config: HttpOptions['config'] & Pick<Config, 'demo' | 'fourEyes' | 'auditHeads'>;
  readonly db: Database;
  readonly vault: Vault;
  readonly log: Log;
  readonly outbound: Outbound;
  /** Where the files of exports lie. */
  readonly exportFolder: string;
  /** Which lanes of settling are this process's own, where several share a database. */
  readonly lanes?: LaneOwner;
  /** What else the server of calls knows: whether it has too much to do, and who counts. */
  readonly http?: Pick<HttpOptions, 'isCongested' | 'outage' | 'metrics'>;
  /** Only a demo and a test may live ahead of the wall. */
  readonly isClockMovable: boolean;
  /** What copies are made of, where this process owns the database. */
  readonly backup?: BackupPlace | undefined;
  /** What the demo can be asked to do, where one is served. */
  readonly demoDesk?: DemoDesk | undefined;
  /** One role owns the books and writes them, which administrators are told. */
  readonly oneDatabaseRole?: boolean;
  /** What a test opens by itself, or wants otherwise: answers without a delay, more calls a minute. */
  readonly collections?: Collections;
  readonly pause?: IdentityDeps['pause'];
  readonly perMinute?: RiskDeps['perMinute'];
}

/** Every room behind its door. */
export interface Composition {
  readonly app: Http;
  readonly identity: ReturnType<typeof openIdentity>;
  readonly collections: Collections;
  readonly exports: ReturnType<typeof openExports>;
  /** Opens all endpoints. */
  bind(): void;
  /** Begins to hand on the news of the outbox, and to call merchants back. */
  tell(): OutboxRelay;
  /** Begins what runs by the clock. */
  begin(): Promise<void>;
  isBegun(): boolean;
  /** Resolves once what the calls so far left behind is written: denials, and the verifications they set going. */
  settled(): Promise<void>;
}

/** The only file that knows every module. What it opens is closed by `closing`. */
export async function compose(deps: Deps, closing: Closing): Promise<Composition> {
  const { config, db, lanes, log, outbound, vault } = deps;
  const { fourEyes, production, publicUrl } = config;
  const clock = wallClock;
  const risk = await openRisk({
    db,
    vault,
    clock,
    log,
    ...(deps.perMinute && { perMinute: deps.perMinute }),
  });
  const maintenance = await openMaintenance({ db, log });
  const channels = createChannels({ db, vault, outbound, adapters, production });
  const collections =
    deps.collections ??
    openCollections({ db, channels, vault, log, publicUrl, gate: risk, ...(lanes && { lanes }) });
  const payouts = openPayouts({ db, channels, vault, log, outbound, publicUrl, gate: risk });
  const identity = openIdentity({ db, vault, clock, config, log, ...(deps.pause && { pause: deps.pause }) });
  const approvals = openApprovals({ db, identity, fourEyes });
  await approvals.announce();

  const app = createHttp({
    config,
    log,
    db: db.app,
    words: (name, locale, params) => translateError(locale, name, params),
    authenticate: (credentials) => identity.authenticate(credentials),
    isAddressRefused: (ip) => risk.isAddressRefused(ip),
    admit: (call) => risk.admit(call),
    admitActor: (call) => risk.admitActor(call),
    refuseShut: (actor, locale) => maintenance.refuseActor(actor, locale),
    onDenied: (denial) => identity.onDenied(denial),
    ...deps.http,
  });
  const realtime = startRealtime({
    server: app.server,
    admit: (ip) => risk.admitHandshake(ip),
    async authenticate(handshake) {
      if (risk.isAddressRefused(handshake.ip)) throw new Refusal('addressBlocked');
      return live.authenticate(handshake);
    },
    databaseUrl: db.urls.app,
    allowedOrigins: [new URL(publicUrl).origin, ...config.allowedOrigins],
    trustedProxies: config.trustedProxies,
    headers: securityHeaders(publicUrl.startsWith('https:')),
    log,
  });
  risk.onChange((isSuspect) => realtime.disconnectAddresses(isSuspect));
  const live = openLive({
    db,
    realtime,
    identity: {
      async authenticate(credentials) {
        const actor = await identity.authenticate(credentials);
        await risk.admitActor({ actor, ip: credentials.ip });
        return actor;
      },
      onDenied: (denial) => identity.onDenied(denial),
    },
    collections,
    log,
  });
  const callbacks = openCallbacks({
    db,
    vault,
    outbound,
    log,
    orders: { collection: toldCollections, payout: toldPayouts },
    told: live.ordersTold,
    trialGate: (customerId) => risk.admitTrial(customerId),
  });
  const lists = exportLists(vault);
  const exports = openExports({
    db,
    identity,
    realtime,
    lists,
    folder: deps.exportFolder,
    log,
  });
  const audit = openAudit({ db, vault, folder: config.auditHeads, clock, log });
  const backups = openBackups({ db, identity, log, place: deps.backup });
  const requests = openRequestLog({ clock, db, log });
  const merchantApi = openMerchantApi({
    requests,
    collections,
    payouts,
    callbacks,
    vault,
    clock,
    gate: {
      async admitMerchant(call) {
        maintenance.refuse();
        await risk.admitMerchant(call);
      },
    },
  });
  let dueWorks: DueWorks | undefined;

  const modules: Readonly<Record<string, Partial<Module>>> = {
    risk,
    'channel state': { bind: (http) => bindChannelState(http, db) },
    collections: {
      bind(http) {
        bindCollections(
          http,
          collections,
          (kind, orderId) => callbacksOf(db.app, kind, orderId),
          (channel, received) => receivePayoutNotice(payouts, channel, received),
        );
        bindByHand(http, collections, identity);
        bindRefunds(http, collections, identity, approvals);
        bindSupply(http, collections, identity, approvals);
        bindReceipts(http, collections, identity, approvals, (...asked) => readManualQueue(db.app, ...asked));
        bindTransferFiles(http, collections, identity, approvals);
        bindCollectionActs(http, collections, identity);
        bindCollectionSetting(http, db);
        bindPrivateTransfers(http, collections);
        bindReplay(http, collections, { collection: pastCollections, payout: pastPayouts });
      },
      works: [releaseWork],
      queues: [collectionQueue],
      ...(deps.collections === undefined && { stop: () => collections.close() }),
    },
    payouts: {
      bind(http) {
        bindPayouts(http, payouts, (orderId) => callbacksOf(db.app, 'payout', orderId));
        bindPayoutActs(http, payouts, identity, approvals);
        bindPayoutApply(http, payouts, identity);
        bindPayoutBalances(http, payouts);
        bindPrefund(http, payouts, identity, approvals);
        bindPayoutBatches(http, payouts, identity);
        bindPayoutCards(http, payouts, identity);
        bindPayoutSetting(http, payouts, identity, approvals);
      },
      queues: [payoutQueue],
      stop: () => payouts.close(),
    },
    identity: {
      bind: (http) =>
        identity.bind(http, {
          badgesOf: (actor) => approvals.badgesOf(actor),
          fourEyes,
          oneDatabaseRole: deps.oneDatabaseRole === true,
        }),
      sweep: () => identity.sweep(),
      stop: () => identity.settled(),
    },
    approvals,
    roles: openRoles({ db, vault, approvals }),
    ledger: openLedger({ db }),
    audit,
    users: openUsers({ db, vault, identity, approvals, publicUrl, log }),
    channels: openChannelDesk({ db, vault, outbound, channels, identity, approvals }),
    rates: openRates({ db, identity, approvals }),
    'merchant channels': openMerchantChannels({ db, channels, identity, approvals }),
    prices: openPrices({
      db,
      identity,
      approvals,
      sales: { collection: collectionSales, payout: payoutSales },
    }),
    funds: openFunds({ db, identity, approvals }),
    income: openIncome({ db, identity, approvals, log }),
    withdrawals: openWithdrawals({ db, vault, identity, approvals }),
    live,
    callbacks,
    notifications: openNotifications({ db, realtime, log }),
    exports,
    reports: openReports({
      differences: openDifferences,
      db,
      unanswered: (tx) => unansweredOrders(tx, 'collection'),
      placesOf: (ids) => channels.placesOf(ids),
    }),
    statements: openStatements({ db, vault }),
    wall: openWall({
      db,
      clock,
      sharedForMs: wallSharedForMs,
      unanswered: (tx) => unansweredOrders(tx, 'collection'),
      queues: () => all.flatMap((module) => module.queues ?? []),
      alarms: firingAlarms,
    }),
    reconciliation: openReconciliation({ db, identity, approvals }),
    archive: openArchive({ db, identity, works: () => dueWorks, metrics: deps.http?.metrics }),
    maintenance,
    backups,
    operations: openOperations({
      db,
      log,
      vault,
      identity,
      sign: maintenance,
      outbound,
      queues: () => all.flatMap((module) => module.queues ?? []),
      works: () => dueWorks,
      watched: { lists, actorNow: (userId) => identity.actorNow(userId) },
      isClockMovable: deps.isClockMovable,
      demo: deps.demoDesk,
      metrics: deps.http?.metrics,
      runDue: async () => dueWorks?.runDue(),
    }),
    checkout: openCheckout({ collections, risk, maintenance }),
    'merchant api': merchantApi,
    'request log': requests,
    'api keys': openKeys({ db, vault, identity, approvals }),
    'idempotency keys': { sweep: () => sweepKeys(db.workers) },
  };
  const all = Object.values(modules);
  for (const [name, module] of Object.entries(modules)) closing.add(name, async () => module.stop?.());
  // First browsers are let go, then the calls under way are finished, and only then what they go through is closed.
  closing.add('http', () => app.close());
  closing.add('realtime', () => realtime.close());

  return {
    app,
    identity,
    collections,
    exports,
    bind() {
      for (const module of all) module.bind?.(app);
      bindOpenApi(app);
    },
    tell() {
      const subscriptions = all.flatMap((module) => module.subscriptions ?? []);
      const relay = startOutboxRelay({ db: db.workers, subscriptions, log });
      closing.add('outbox relay', () => relay.stop());
      callbacks.start();
      return relay;
    },
    async begin() {
      await exports.start();
      const works = all.flatMap((module) => module.works ?? []);
      const due = startDueWork({ db: db.workers, works, log });
      dueWorks = due;
      closing.add('due work', () => due.stop());
      const jobs = startCollectionJobs(collections);
      closing.add('collection jobs', () => jobs.stop());
      const payoutJobs = startPayoutJobs(payouts);
      closing.add('payout jobs', () => payoutJobs.stop());
      const channelJobs = startChannelJobs({ db, channels, log });
      closing.add('channel jobs', () => channelJobs.stop());
      backups.start();
      const sealing = audit.seal();
      closing.add('audit seal', () => sealing.stop());
      const sweeping = startLoop({
        name: 'sweep',
        pauseMs: sweepPauseMs,
        log,
        run: () => Promise.all(all.map(async (module) => module.sweep?.())),
      });
      closing.add('sweep', () => sweeping.stop());
    },
    isBegun: () => dueWorks !== undefined,
    async settled() {
      await identity.settled();
      await audit.settled();
    },
  };
}
