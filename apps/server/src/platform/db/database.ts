import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';
import { traceStatements } from '../tracing/trace-statements.ts';
import { isTracing } from '../tracing/tracing.ts';
import {
  healthLimits,
  importLimits,
  ordinaryLimits,
  productTypes,
  proofLimits,
  reportLimits,
  sessionOptions,
} from './connection-settings.ts';
import type { ConnectionLimits } from './connection-settings.ts';
import { figuresOf } from './figures.ts';
import type { Figures } from './figures.ts';
import { PrimaryClient } from './primary-client.ts';
import { rawCursor } from './raw-rows.ts';
import { readFromReplica } from './replica.ts';
import type { Tables } from './tables.generated.ts';

export interface DatabaseUrls {
  /** Least-privilege role of the product. */
  readonly app: string;
  /** Read-only role. */
  readonly reports: string;
  /** The same role at a streaming replica, for reports, and how far behind it may be. */
  readonly replica?: { readonly url: string; readonly lagMaxMs: number };
}

export interface PoolSizes {
  readonly api: number;
  readonly workers: number;
  /** As many as there is work that one process does for all: it holds one of these while it uses another of the workers'. */
  readonly turns: number;
  readonly imports: number;
  readonly reports: number;
  readonly proofs: number;
  readonly health: number;
}

const productSizes: PoolSizes = {
  api: 8,
  workers: 4,
  turns: 5,
  imports: 2,
  reports: 2,
  proofs: 2,
  health: 1,
};

/** How many requests may wait for a connection before newcomers are turned away with 503. */
export const waitingLimit = 200;

/** At the replica, beside one for looking at it: nothing else is done there. */
const replicaReports = 4;

/**
 * The pools, kept apart so that no kind of work starves another: requests, background workers, whose turn it is among them,
 * long files, long read-only reports, proofs of the books, and one connection in reserve for health and sign-in.
 */
export interface Database {
  readonly app: Kysely<Tables>;
  readonly workers: Kysely<Tables>;
  /** For files that take minutes. */
  readonly imports: Kysely<Tables>;
  readonly reports: Kysely<Tables>;
  /** For figures that are only looked at: from the replica, where one is set. */
  readonly figures: Figures;
  /** Of no use to anybody else: its server processes stand back behind all others. */
  readonly proofs: Kysely<Tables>;
  readonly health: Kysely<Tables>;
  readonly pool: pg.Pool;
  readonly pools: Readonly<Record<keyof PoolSizes, pg.Pool>>;
  readonly urls: DatabaseUrls;
  /** Whether so many wait for a connection that new requests should be refused. */
  isCongested(): boolean;
  close(): Promise<void>;
}

/** Opens the pools; connections are made when first needed. Losing the server never ends the process. */
export function openDatabase(urls: DatabaseUrls, log: Log, sizes: PoolSizes = productSizes): Database {
  const pools = {
    api: openPool(urls.app, { name: 'suanpan api', max: sizes.api, limits: ordinaryLimits }, log),
    workers: openPool(urls.app, { name: 'suanpan workers', max: sizes.workers, limits: ordinaryLimits }, log),
    turns: openPool(urls.app, { name: 'suanpan turns', max: sizes.turns, limits: ordinaryLimits }, log),
    imports: openPool(urls.app, { name: 'suanpan imports', max: sizes.imports, limits: importLimits }, log),
    reports: openPool(
      urls.reports,
      { name: 'suanpan reports', max: sizes.reports, limits: reportLimits },
      log,
    ),
    proofs: openPool(urls.reports, { name: 'suanpan proofs', max: sizes.proofs, limits: proofLimits }, log),
    health: openPool(urls.app, { name: 'suanpan health', max: sizes.health, limits: healthLimits }, log),
  };
  const over = (pool: pg.Pool): Kysely<Tables> =>
    new Kysely<Tables>({ dialect: new PostgresDialect({ pool, cursor: rawCursor }) });
  const [app, workers, imports, reports, proofs, health] = [
    over(pools.api),
    over(pools.workers),
    over(pools.imports),
    over(pools.reports),
    over(pools.proofs),
    over(pools.health),
  ];
  const replica = urls.replica && {
    reports: openPool(
      urls.replica.url,
      { name: 'suanpan replica reports', max: replicaReports, limits: reportLimits, isReplica: true },
      log,
    ),
    look: openPool(
      urls.replica.url,
      { name: 'suanpan replica look', max: 1, limits: { ...healthLimits, readOnly: true }, isReplica: true },
      log,
    ),
    lagMaxMs: urls.replica.lagMaxMs,
  };
  const figures =
    replica === undefined
      ? figuresOf(reports)
      : readFromReplica({
          primary: reports,
          replica: over(replica.reports),
          primaryLook: pools.health,
          replicaLook: replica.look,
          lagMaxMs: replica.lagMaxMs,
          log,
        });
  return {
    app,
    workers,
    imports,
    reports,
    figures,
    proofs,
    health,
    pool: pools.api,
    pools,
    urls,
    isCongested: () => pools.api.waitingCount >= waitingLimit,
    async close() {
      await figures.stop();
      const all = [app, workers, imports, reports, proofs, health];
      await Promise.all([
        ...all.map((each) => each.destroy()),
        pools.turns.end(),
        replica?.reports.end(),
        replica?.look.end(),
      ]);
    },
  };
}

export interface PoolOptions {
  readonly name: string;
  readonly max: number;
  readonly limits: ConnectionLimits;
  readonly driverTypes?: true;
  /** A standby is what is wanted; everybody else is refused one. */
  readonly isReplica?: true;
}

/**
 * A pool with the listeners without which a lost connection would end the process (on the pool for idle
 * connections, on each client for those in use), and a bounded wait for a connection. With `driverTypes`
 * values arrive as the driver makes them (int8 as text): for libraries that bring their own SQL.
 */
export function openPool(url: string, options: PoolOptions, log: Log): pg.Pool {
  const pool = new pg.Pool({
    ...(options.isReplica !== true && { Client: PrimaryClient }),
    connectionString: url,
    application_name: options.name,
    max: options.max,
    ...(options.driverTypes === true ? {} : { types: productTypes }),
    options: sessionOptions(options.limits),
    // A silent network must fail the caller, not hang him: the server's own limit comes first.
    query_timeout: options.limits.statementTimeoutMs + 5_000,
    connectionTimeoutMillis: options.limits.connectTimeoutMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  pool.on('error', (error) =>
    log.warn({ err: error, pool: options.name }, 'an idle database connection was lost'),
  );
  if (isTracing()) pool.on('connect', traceStatements);
  pool.on('connect', (client) => {
    client.on('error', (error) =>
      log.debug({ err: error, pool: options.name }, 'a database connection was lost'),
    );
  });
  return pool;
}
