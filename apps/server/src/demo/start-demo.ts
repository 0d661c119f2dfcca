import type { Collections } from '../modules/collections/index.ts';
import type { Exports } from '../modules/exports/index.ts';
import type { Identity } from '../modules/identity/index.ts';
import type { WallClock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Vault } from '../platform/crypto/vault.ts';
import type { Database } from '../platform/db/database.ts';
import { bindProxy } from '../platform/http/bind-proxy.ts';
import type { Http } from '../platform/http/create-http.ts';
import type { Log } from '../platform/log.ts';
import { analyzeDatabase } from './analyze-database.ts';
import { readDemoAccounts, showDemoAccounts, writeDemoAccounts } from './demo-accounts.ts';
import { createDemoSecrets } from './demo-secrets.ts';
import { startLiveStream } from './live/live-stream.ts';
import type { LiveStream } from './live/live-stream.ts';
import { prepareSandbox } from './prepare-sandbox.ts';
import type { EarlyPrograms } from './sandbox-programs.ts';
import { seedHistory } from './history/seed-history.ts';
import { tellBank } from './history/tell-bank.ts';
import { seedExports } from './seed-exports.ts';
import { seedMatters } from './seed-matters.ts';
import { seedTenants } from './tenants/seed-tenants.ts';
import { occupationOf } from './tenants/tenants.queries.ts';

export interface DemoDeps {
  readonly db: Database;
  readonly vault: Vault;
  readonly log: Log;
  readonly clock: WallClock;
  readonly config: Pick<Config, 'dataDir' | 'demoOrders' | 'publicUrl' | 'sandboxDatabaseUrl'>;
  /** A login that may create databases and roles, on the product's database: the sandbox programs get their own. */
  readonly adminUrl: string;
  /** The sandbox programs, where they are loading already. */
  readonly early?: EarlyPrograms | undefined;
  /** Takes one line, or several, for the person at the terminal. */
  readonly print: (text: string) => void;
}

export interface SeedParts {
  readonly collections: Collections;
  readonly exports: Pick<Exports, 'request' | 'write'>;
  readonly identity: Pick<Identity, 'actorNow'>;
  readonly relayIdle: () => Promise<void>;
  /** Where this server listens. */
  readonly origin: string;
}

/** A demo in three phases: the sandbox runs from the start, then `seed`, and once the server is ready `live`. */
export interface Demo {
  /** Shows the sandbox bank and the echo shop to browsers, at `/sandbox/*` and `/echo-shop/*`. */
  bind(app: Http): void;
  /** The only exceptions of the outbound filter. */
  readonly trustedOrigins: readonly string[];
  /**
   * Fills an empty database with tenants and history and writes the accounts' file; a seed that was interrupted is
   * continued, a database that holds anything else is left alone. Wants the outbox relay running, and the jobs of
   * collections (expiry, repeated checks) and the due work not yet. Resolves with the business clock at the wall
   * clock and the outbox empty; never, when the demo is stopped meanwhile.
   */
  seed(parts: SeedParts): Promise<void>;
  /** Orders of the history so far. */
  made(): number;
  /** Whether the database held somebody's own data, which no demo was put into. */
  isForeign(): boolean;
  /** Begins the stream of orders; `origin` is where this server listens. */
  live(origin: string): void;
  /** Ends the stream, a seed under way (after the instant it is at) and the programs. */
  stop(): Promise<void>;
}

const never = new Promise<never>(() => {});

/**
 * Starts the sandbox bank and the echo shop, which `seed` waits for. Call it on the migrated database before the
 * outbound is made.
 */
export async function startDemo(deps: DemoDeps): Promise<Demo> {
  const { db, vault, clock, config, print } = deps;
  const secrets = createDemoSecrets(vault);
  const { publicUrl, sandboxDatabaseUrl: adminUrl = deps.adminUrl } = config;
  const sandbox = await prepareSandbox({ ...deps, adminUrl, secrets, publicUrl });
  const { bank, echoShop } = sandbox;
  const stopped = Promise.withResolvers<void>();
  let isStopping = false;
  let isForeign = false;
  let made = 0;
  let seeding: Promise<unknown> = Promise.resolve();
  let stream: LiveStream | undefined;

  async function fill({ collections, exports, identity, origin, relayIdle }: SeedParts): Promise<boolean> {
    const origins = { bankOrigin: bank.origin, echoShopOrigin: echoShop.origin };
    const isNew = await seedTenants({ db, vault, secrets, ...origins });
    if (!isNew && (await occupationOf(db.app)) === 'foreign') {
      print('This database holds data of its own: no demo is put into it.');
      isForeign = true;
      return true;
    }
    const accounts = await readDemoAccounts(db, vault, secrets);
    const file = writeDemoAccounts(config.dataDir, accounts);
    const options = {
      db,
      collections,
      clock,
      orders: config.demoOrders,
      echoShopOrigin: echoShop.origin,
      print,
      onProgress: (orders: number) => {
        made = orders;
      },
      isStopping: () => isStopping,
      // A demo whose bank knows nothing of it is a demo all the same.
      beforeEnd: () =>
        bank.healthy
          .then(() => tellBank({ db, secrets, clock, bankOrigin: bank.origin }))
          .catch((error: unknown) =>
            deps.log.warn({ err: error }, 'the sandbox bank does not know the history'),
          ),
    };
    const history = await seedHistory(options);
    if (history === 'stopped') return false;
    // Beside what follows, and ended before anybody else comes.
    const analyzed = history === 'made' ? analyzeDatabase(deps.adminUrl, deps.log) : Promise.resolve();
    analyzed.catch(() => {});
    await seedExports({ db, exports, identity });
    // A relay that was stopped never becomes idle.
    await Promise.race([relayIdle(), stopped.promise]);
    if (isStopping) return false;
    // A demo without them is a demo all the same.
    await seedMatters({ ...deps, secrets, origin }).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'what people left open was not made'),
    );
    await analyzed;
    print(showDemoAccounts(accounts, file));
    return true;
  }

  return {
    bind(app) {
      bindProxy(app, '/sandbox', bank.origin);
      bindProxy(app, '/echo-shop', echoShop.origin);
    },
    trustedOrigins: [bank.origin, echoShop.origin],
    async seed(parts) {
      const filling = Promise.all([fill(parts), bank.healthy, echoShop.healthy]).then(
        ([isFilled]) => isFilled,
      );
      seeding = filling.catch(() => {});
      if (!(await filling)) await never;
    },
    made: () => made,
    isForeign: () => isForeign,
    live(origin) {
      if (!isStopping) stream ??= startLiveStream({ ...deps, secrets, origin });
    },
    async stop() {
      isStopping = true;
      stopped.resolve();
      await stream?.stop();
      await seeding;
      await Promise.all([bank.stop(), echoShop.stop()]);
    },
  };
}
