import type { Collections } from '../modules/collections/index.ts';
import type { WallClock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Vault } from '../platform/crypto/vault.ts';
import type { Database } from '../platform/db/database.ts';
import type { Log } from '../platform/log.ts';

export interface DemoDeps {
  readonly db: Database;
  readonly vault: Vault;
  readonly log: Log;
  readonly clock: WallClock;
  readonly config: Pick<Config, 'dataDir' | 'demoOrders' | 'publicUrl'>;
  /** A login that may create databases and roles, on the product's database: the sandbox programs get their own. */
  readonly adminUrl: string;
  /** Takes one line, or several, for the person at the terminal. */
  readonly print: (text: string) => void;
}

/** A demo in three phases: the sandbox runs from the start, then `seed`, and once the server is ready `live`. */
export interface Demo {
  /** Origins of the sandbox bank and the echo shop, on loopback: what `/sandbox/*` and `/echo-shop/*` lead to. */
  readonly bankOrigin: string;
  readonly echoShopOrigin: string;
  /** The only exceptions of the outbound filter. */
  readonly trustedOrigins: readonly string[];
  /**
   * Fills an empty database with tenants and history and writes the accounts' file; a seed that was interrupted is
   * continued, a database that holds anything else is left alone. Wants the outbox relay running, and the jobs of
   * collections (expiry, repeated checks) and the due work not yet. Resolves with the business clock at the wall
   * clock and the outbox empty.
   */
  seed(parts: { readonly collections: Collections; readonly relayIdle: () => Promise<void> }): Promise<void>;
  /** Begins the stream of orders; `origin` is where this server listens. */
  live(origin: string): void;
  /** Ends the stream, a seed under way (at the next instant) and the programs. */
  stop(): Promise<void>;
}

/**
 * Starts the sandbox bank and the echo shop. Call it on the migrated database before the outbound is made.
 */
export async function startDemo(deps: DemoDeps): Promise<Demo> {
  void deps;
  throw new Error('not yet');
}
