import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refusal } from '@suanpan/domain/errors';
import { compose } from './compose.ts';
import type { EarlyPrograms } from './demo/sandbox-programs.ts';
import type { Demo, DemoDeps } from './demo/start-demo.ts';
import { isReleaseOverdue, settleLanes } from './modules/collections/index.ts';
import type { DemoDesk } from './modules/operations/index.ts';
import { businessNow, wallClock } from './platform/clock.ts';
import { Closing } from './platform/closing.ts';
import type { Config } from './platform/config.ts';
import { loadSecrets } from './platform/crypto/secrets.ts';
import { createVault } from './platform/crypto/vault.ts';
import { openDatabase } from './platform/db/database.ts';
import type { DatabaseUrls } from './platform/db/database.ts';
import { startLaneOwner } from './platform/db/lane-owner.ts';
import { ensureDatabase, refuseUnsafeServer } from './platform/db/prepare.ts';
import { refuseForeignReplica, replicaLogin } from './platform/db/replica.ts';
import { watchDatabase } from './platform/db/watch-database.ts';
import { bindHealth } from './platform/http/bind-health.ts';
import { bindWeb } from './platform/http/bind-web.ts';
import type { Log } from './platform/log.ts';
import { servesThisMachineAlone } from './platform/loopback.ts';
import { createMetrics } from './platform/metrics.ts';
import type { Metrics } from './platform/metrics.ts';
import { createOutbound } from './platform/outbound.ts';
import { startEmbeddedPostgres } from './platform/postgres/embedded.ts';
import type { EmbeddedPostgres } from './platform/postgres/embedded.ts';
import { prepareOwnDatabase } from './prepare-own-database.ts';

const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url));
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

/**
 * Configuration, database, everything that `compose` opens, and the port. Listens early; `ready` tells when all of it
 * works.
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
    return await open({ config, log, print, ...early }, closing);
  } catch (error) {
    await closing.run();
    throw error;
  }
}

/** What whoever starts this has begun already, and what only he can do. */
export interface Early {
  /** Ends this server, throws the demo's data away and starts another; absent where that may not be. */
  readonly startOver?: (() => void) | undefined;
  readonly postgres?: Promise<EmbeddedPostgres> | undefined;
  readonly sandbox?: EarlyPrograms | undefined;
  /** Ends when the web application is built, where it is not yet. */
  readonly web?: Promise<void> | undefined;
}

interface Start extends Early {
  readonly config: Config;
  readonly log: Log;
  readonly print: (text: string) => void;
}

async function open(start: Start, closing: Closing): Promise<RunningServer> {
  const { config, log, print } = start;
  // Before anything is opened that would be seen in it; loaded only where somebody wants to see it.
  if (config.tracing !== undefined) {
    const { startOpenTelemetry } = await import('./platform/tracing/open-telemetry.ts');
    closing.add('traces', startOpenTelemetry(config.tracing));
  }
  const vault = createVault(loadSecrets(config.dataDir, config.masterKey));
  const embedded = config.databaseUrl === undefined ? await openEmbedded(start, closing) : undefined;
  const adminUrl = config.databaseUrl ?? (await ensureDatabase(embedded?.adminUrl ?? '', 'suanpan'));
  await refuseUnsafeServer(adminUrl);
  const urls = await prepareOwnDatabase({ adminUrl, config, log, vault });
  const oneDatabaseRole = urls.app === adminUrl;
  if (oneDatabaseRole) {
    print(oneRoleBanner);
    log.warn('one database role owns the books and writes them: only triggers protect them');
  }
  const db = openDatabase({ ...urls, ...(await replicaOf(config, urls, log)) }, log);
  closing.add('database', () => db.close());
  const watch = watchDatabase(db, log);
  closing.add('database watch', async () => watch.stop());

  const demo = config.demo
    ? await openDemo(config, { db, vault, log, adminUrl, print, early: start.sandbox }, closing)
    : undefined;
  const outbound = createOutbound({
    trustedOrigins: demo?.trustedOrigins ?? [],
    allowHttp: !config.production,
  });
  closing.add('outbound', () => outbound.close());

  const lanes = startLaneOwner({ url: urls.app, name: 'collection.settle', lanes: settleLanes, log });
  closing.add('lanes', () => lanes.stop());
  const metrics = createMetrics();
  let isSeeded = demo === undefined;
  const demoDesk = demo && openDemoDesk(start, demo, { embedded, isSeeded: () => isSeeded });
  const composed = await compose(
    {
      config,
      demoDesk,
      db,
      vault,
      log,
      outbound,
      lanes,
      isClockMovable: config.demo,
      backup: embedded && {
        adminUrl: () => embedded.adminUrl,
        clusterDir: embedded.clusterDir,
        dataDir: config.dataDir,
        keyFile: config.backupKeyFile,
      },
      exportFolder: join(config.dataDir, 'exports'),
      http: {
        isCongested: () => db.isCongested() || !watch.isReachable,
        outage: () => watch.outage(),
        metrics,
      },
      oneDatabaseRole,
    },
    closing,
  );
  const { app } = composed;
  composed.bind();
  bindHealth(app, {
    metricsToken: config.metricsToken,
    isAlone: servesThisMachineAlone(config),
    ready: async () => ({
      database: (await businessNow(db.health)) instanceof Date,
      seed: isSeeded,
      jobs: composed.isBegun(),
    }),
    warnings: async () => ((await isReleaseOverdue(db.health)) ? ['overdueReleases'] : []),
  });
  if (!bindWeb(app, webFolder, start.web))
    log.warn('the web application is not built: only the API is served');
  demo?.bind(app);
  const relay = composed.tell();

  await app.listen({ host: config.host, port: config.port });
  const { port } = app.server.address() as AddressInfo;
  const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;

  async function finish(): Promise<void> {
    await demo?.seed({ ...composed, origin: url, relayIdle: () => relay.idle() });
    isSeeded = true;
    await composed.begin();
    if (config.demoStream) demo?.live(url);
  }
  return { url, ready: finish(), countFault: metrics.countFault, stop: () => closing.run() };
}

/** Where reports read besides, if that is set and no other database than ours. */
async function replicaOf(
  { reportDatabaseUrl, reportLagMaxMs: lagMaxMs }: Config,
  { reports }: DatabaseUrls,
  log: Log,
): Promise<Pick<DatabaseUrls, 'replica'>> {
  if (reportDatabaseUrl === undefined) return {};
  const url = replicaLogin(reportDatabaseUrl, reports);
  await refuseForeignReplica(reports, url, log);
  return { replica: { url, lagMaxMs } };
}

async function openEmbedded({ config, log, postgres }: Start, closing: Closing): Promise<EmbeddedPostgres> {
  const embedded = await (postgres ?? startEmbeddedPostgres({ dataDir: config.dataDir, log }));
  closing.add('embedded PostgreSQL', () => embedded.stop());
  return embedded;
}

function openDemoDesk(
  { config, startOver }: Start,
  demo: Demo,
  server: { readonly embedded: EmbeddedPostgres | undefined; readonly isSeeded: () => boolean },
): DemoDesk {
  let isEnding = false;
  const progress: DemoDesk['progress'] = () => ({
    phase: isEnding ? 'ending' : server.isSeeded() ? 'ready' : 'history',
    made: demo.made(),
    orders: config.demoOrders,
    can_start_over: startOver !== undefined && !demo.isForeign(),
  });
  return {
    progress,
    async startOver() {
      const isShared = (await server.embedded?.isShared()) !== false;
      const { phase, can_start_over: isAble } = progress();
      if (startOver === undefined || !isAble || isShared || phase !== 'ready')
        throw new Refusal('invalidState');
      isEnding = true;
      startOver();
    },
  };
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
