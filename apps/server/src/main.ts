import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refusal } from '@suanpan/domain/errors';
import { translateError } from '@suanpan/messages/translate';
import { adapters } from './adapters/registry.ts';
import type { EarlyPrograms } from './demo/sandbox-programs.ts';
import type { Demo, DemoDeps } from './demo/start-demo.ts';
import { exportLists } from './export-lists.ts';
import { openApprovals } from './modules/approvals/index.ts';
import { bindAudit, openHeads, openProofRuns, startSealing, verifyWork } from './modules/audit/index.ts';
import { callbacksOf, openCallbacks } from './modules/callbacks/index.ts';
import { createChannels } from './modules/channels/index.ts';
import { bindCheckout } from './modules/checkout/index.ts';
import {
  bindCollections,
  openCollections,
  isReleaseOverdue,
  releaseWork,
  settleLanes,
  startCollectionJobs,
} from './modules/collections/index.ts';
import { openExports } from './modules/exports/index.ts';
import { openIdentity } from './modules/identity/index.ts';
import { bindLedger, proveWork } from './modules/ledger/index.ts';
import { openLive } from './modules/live/index.ts';
import { bindKeys, bindMerchantApi } from './modules/merchant-api/index.ts';
import { openNotifications } from './modules/notifications/index.ts';
import { bindOperations } from './modules/operations/index.ts';
import { bindReports } from './modules/reports/index.ts';
import { openTenants } from './modules/tenants/index.ts';
import { openRisk } from './modules/risk/index.ts';
import { openRoles } from './modules/roles/index.ts';
import { businessNow, wallClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { loadSecrets } from './platform/crypto/secrets.ts';
import { createVault } from './platform/crypto/vault.ts';
import { openDatabase } from './platform/db/database.ts';
import { sweepKeys } from './platform/db/idempotent.ts';
import { startLaneOwner } from './platform/db/lane-owner.ts';
import { ensureDatabase, prepareDatabase, refuseUnsafeServer } from './platform/db/prepare.ts';
import { watchDatabase } from './platform/db/watch-database.ts';
import { startDueWork } from './platform/due-work.ts';
import type { DueWorks } from './platform/due-work.ts';
import { bindHealth } from './platform/http/bind-health.ts';
import { bindOpenApi } from './platform/http/bind-openapi.ts';
import { bindWeb } from './platform/http/bind-web.ts';
import { createHttp } from './platform/http/create-http.ts';
import type { Log } from './platform/log.ts';
import { startLoop } from './platform/loop.ts';
import { createMetrics } from './platform/metrics.ts';
import type { Metrics } from './platform/metrics.ts';
import { createOutbound } from './platform/outbound.ts';
import { startOutboxRelay } from './platform/outbox/relay.ts';
import { startEmbeddedPostgres } from './platform/postgres/embedded.ts';
import type { EmbeddedPostgres } from './platform/postgres/embedded.ts';
import { startRealtime } from './platform/realtime.ts';

const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url));
const sweepPauseMs = 60_000;
const oneRoleBanner = `
  ATTENTION: one database role owns the books and writes them. Only triggers protect them from the application.
`;

export interface RunningServer {
  readonly url: string;
  /** Resolves when everything serves, the demo's history included; rejects when that cannot be. */
  readonly ready: Promise<void>;
  /** Counts what nobody caught. */
  readonly countFault: Metrics['countFault'];
  /** Finishes what is under way and leaves nothing half done. */
  stop(): Promise<void>;
}

/** What was opened is closed in the opposite order, whatever fails on the way. */
class Closing {
  readonly #steps: { readonly name: string; readonly close: () => Promise<unknown> }[] = [];
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  add(name: string, close: () => Promise<unknown>): void {
    this.#steps.unshift({ name, close });
  }

  async run(): Promise<void> {
    for (const { name, close } of this.#steps.splice(0)) {
      await close().catch((error: unknown) =>
        this.#log.warn({ err: error, part: name }, 'a part did not close'),
      );
    }
  }
}

/**
 * The composition root: the only file that knows every room. Listens early; `ready` tells when all of it works.
 * What was begun `early`, while this was being loaded, is taken over and stopped with the rest.
 */
export async function startServer(
  config: Config,
  log: Log,
  print: (text: string) => void,
  early: Early = {},
): Promise<RunningServer> {
  const closing = new Closing(log);
  try {
    return await compose({ config, log, print, ...early }, closing);
  } catch (error) {
    await closing.run();
    throw error;
  }
}

/** Programs of their own that come up beside the loading of this one. */
export interface Early {
  readonly postgres?: Promise<EmbeddedPostgres> | undefined;
  readonly sandbox?: EarlyPrograms | undefined;
}

interface Start extends Early {
  readonly config: Config;
  readonly log: Log;
  readonly print: (text: string) => void;
}

async function compose(start: Start, closing: Closing): Promise<RunningServer> {
  const { config, log, print } = start;
  const vault = createVault(loadSecrets(config.dataDir, config.masterKey));
  const adminUrl = config.databaseUrl ?? (await openEmbedded(start, closing));
  await refuseUnsafeServer(adminUrl);
  const { mode, production } = config;
  const allowOneRole = !production || config.allowOneDatabaseRole;
  const urls = await prepareDatabase({ adminUrl, deriveKey: vault.deriveKey, log, mode, allowOneRole });
  if (urls.app === adminUrl) print(oneRoleBanner);
  const db = openDatabase(urls, log);
  closing.add('database', () => db.close());
  const watch = watchDatabase(db, log);
  closing.add('database watch', async () => watch.stop());

  const demo = config.demo
    ? await openDemo(config, { db, vault, log, adminUrl, print, early: start.sandbox }, closing)
    : undefined;
  const outbound = createOutbound({
    trustedOrigins: demo?.trustedOrigins ?? [],
    allowHttp: !production,
  });
  closing.add('outbound', () => outbound.close());

  const risk = await openRisk({ db, vault, clock: wallClock, log });
  closing.add('risk', () => risk.stop());
  const channels = createChannels({ db, vault, outbound, adapters, production });
  const lanes = startLaneOwner({ url: urls.app, name: 'collection.settle', lanes: settleLanes, log });
  closing.add('lanes', () => lanes.stop());
  const collections = openCollections({
    db,
    channels,
    vault,
    log,
    publicUrl: config.publicUrl,
    gate: risk,
    lanes,
  });
  closing.add('collections', () => collections.close());
  const identity = openIdentity({ db, vault, clock: wallClock, config, log });
  closing.add('denials', () => identity.settled());
  const approvals = openApprovals({ db, identity, fourEyes: config.fourEyes });
  await approvals.announce();

  const metrics = createMetrics();
  let isSeeded = demo === undefined;
  let dueWorks: DueWorks | undefined;
  const app = createHttp({
    config,
    log,
    db: db.app,
    words: (name, locale, params) => translateError(locale, name, params),
    authenticate: (credentials) => identity.authenticate(credentials),
    isAddressRefused: (ip) => risk.isAddressRefused(ip),
    admit: (call) => risk.admit(call),
    admitActor: (call) => risk.admitActor(call),
    onDenied: (denial) => identity.onDenied(denial),
    isCongested: () => db.isCongested() || !watch.isReachable,
    outage: () => watch.outage(),
    metrics,
  });

  const realtime = startRealtime({
    server: app.server,
    admit: (ip) => risk.admitHandshake(ip),
    async authenticate(handshake) {
      if (risk.isAddressRefused(handshake.ip)) throw new Refusal('addressBlocked');
      return live.authenticate(handshake);
    },
    databaseUrl: urls.app,
    allowedOrigins: [new URL(config.publicUrl).origin, ...config.allowedOrigins],
    trustedProxies: config.trustedProxies,
    log,
  });
  const live = openLive({
    db,
    realtime,
    identity: {
      async authenticate(credentials) {
        const actor = await identity.authenticate(credentials);
        await risk.admitActor({ actor, ip: credentials.ip });
        return actor;
      },
    },
    collections,
    log,
  });
  risk.onChange((isSuspect) => realtime.disconnectAddresses(isSuspect));
  const callbacks = openCallbacks({ db, vault, outbound, log, told: live.ordersTold });
  const notifications = openNotifications({ db, realtime, log });

  const exports = openExports({
    db,
    identity,
    realtime,
    lists: exportLists(vault),
    folder: join(config.dataDir, 'exports'),
    log,
  });
  closing.add('exports', () => exports.stop());

  const heads = openHeads({ folder: config.auditHeads, vault });
  const auditRuns = openProofRuns({ db, vault, heads, log });
  closing.add('audit verification', () => auditRuns.settled());

  identity.bind(app, { badgesOf: (actor) => approvals.badgesOf(actor), fourEyes: config.fourEyes });
  approvals.bind(app);
  risk.bind(app);
  openRoles(app, { db, vault, approvals });
  bindAudit(app, { db, runs: auditRuns });
  bindLedger(app, db);
  openTenants({ db, vault, identity, approvals, publicUrl: config.publicUrl }).bind(app);
  bindCollections(app, collections, (kind, orderId) => callbacksOf(db.app, kind, orderId));
  callbacks.bind(app);
  notifications.bind(app);
  exports.bind(app);
  bindReports(app, { db });
  bindOperations(app, {
    db,
    isClockMovable: config.demo,
    dueWorks: () => dueWorks ?? { runDue: async () => {}, stop: async () => {} },
  });
  bindCheckout(app, { collections, risk });
  bindKeys(app, { db, vault, identity, approvals });
  bindOpenApi(app);
  const merchantApi = bindMerchantApi(app, { collections, callbacks, vault, clock: wallClock, gate: risk });
  // First browsers are let go, then the calls under way are finished, and only then what they go through is closed.
  closing.add('merchant api', () => merchantApi.close());
  closing.add('http', () => app.close());
  closing.add('live', async () => live.stop());
  closing.add('realtime', () => realtime.close());
  bindHealth(app, {
    metricsToken: config.metricsToken,
    ready: async () => ({
      database: (await businessNow(db.health)) instanceof Date,
      seed: isSeeded,
      jobs: dueWorks !== undefined,
    }),
    warnings: async () => ((await isReleaseOverdue(db.health)) ? ['overdueReleases'] : []),
  });
  if (!bindWeb(app, webFolder)) log.warn('the web application is not built: only the API is served');
  if (demo !== undefined) {
    demo.bind(app);
  }

  const relay = startOutboxRelay({
    db: db.workers,
    subscriptions: [...callbacks.subscriptions, ...notifications.subscriptions, ...live.subscriptions],
    log,
  });
  closing.add('outbox relay', () => relay.stop());
  callbacks.start();
  closing.add('callbacks', () => callbacks.stop());

  await app.listen({ host: config.host, port: config.port });
  const { port } = app.server.address() as AddressInfo;
  const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;

  async function finish(): Promise<void> {
    if (demo !== undefined)
      await demo.seed({ collections, exports, identity, relayIdle: () => relay.idle() });
    isSeeded = true;
    await exports.start();
    dueWorks = startDueWork({
      db: db.workers,
      works: [releaseWork, proveWork(db), verifyWork(auditRuns)],
      log,
    });
    closing.add('due work', async () => dueWorks?.stop());
    const jobs = startCollectionJobs(collections);
    closing.add('collection jobs', () => jobs.stop());
    const sealing = startSealing({ db, vault, heads, clock: wallClock, log });
    closing.add('audit seal', () => sealing.stop());
    const sweep = startLoop({
      name: 'sweep',
      pauseMs: sweepPauseMs,
      log,
      run: () =>
        Promise.all([
          identity.sweep(),
          approvals.sweep(),
          merchantApi.sweep(),
          risk.sweep(),
          sweepKeys(db.workers),
        ]),
    });
    closing.add('sweep', () => sweep.stop());
    if (config.demoStream) demo?.live(url);
  }
  return { url, ready: finish(), countFault: metrics.countFault, stop: () => closing.run() };
}

async function openEmbedded({ config, log, postgres }: Start, closing: Closing): Promise<string> {
  const embedded = await (postgres ?? startEmbeddedPostgres({ dataDir: config.dataDir, log }));
  closing.add('embedded PostgreSQL', () => embedded.stop());
  return ensureDatabase(embedded.adminUrl, 'suanpan');
}

/** Loaded only where it is wanted: production knows nothing of demo accounts. */
async function openDemo(
  config: Config,
  deps: Omit<DemoDeps, 'config' | 'clock'>,
  closing: Closing,
): Promise<Demo> {
  const { startDemo } = await import('./demo/start-demo.ts');
  const demo = await startDemo({ ...deps, config, clock: wallClock });
  closing.add('demo', () => demo.stop());
  return demo;
}
