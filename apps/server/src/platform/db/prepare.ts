import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { ConfigError } from '../config.ts';
import type { Log } from '../log.ts';
import type { Mode } from '../mode.ts';
import { isLockRefused } from './database-error.ts';
import { reportLimits, roleSettings } from './connection-settings.ts';
import type { DatabaseUrls } from './database.ts';
import { noteTexts, pendingMigrations } from './migration-texts.ts';
import { noteMode, refuseOtherMode } from './installation.ts';
import { PrimaryClient } from './primary-client.ts';

const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));
const oneRoleFault =
  'DATABASE_URL: its login may not create roles, so the product would own the books that it writes and only triggers would protect them; give it CREATEROLE (ALLOW_ONE_DATABASE_ROLE=1 overrides)';
const startLock = 5_741_650_001;
/**
 * Short of what calls wait for a lock (`ordinaryLimits`), so that they wait and do not fail; and of the second after which PostgreSQL
 * looks for deadlocks, so that of two who hold what the other wants it is the migration that gives up.
 */
const lockWithinMs = 800;
const lockTries = 60;
const pauseMs = 500;

export interface PrepareOptions {
  /** Login that may create roles (the embedded superuser), or the only role there is. Names the database. */
  readonly adminUrl: string;
  /** Makes the passwords of the login roles; all processes of one installation derive the same. */
  readonly deriveKey: (use: string) => Buffer;
  readonly log: Log;
  /** What the database is begun for; one that was begun for something else is refused. Tests begin none. */
  readonly mode?: Mode;
  /** Whether the product may run under the very role that owns its tables. */
  readonly allowOneRole?: boolean;
  /** Prefix of the two login roles; roles belong to the whole server, so it defaults to the database's name. */
  readonly loginPrefix?: string;
  readonly migrations?: string;
  /** What else keeps this start from the database: asked before anything in it is touched, and throws. */
  readonly refuse?: (client: pg.Client) => Promise<void>;
}

/**
 * Makes a database ready: checks that it is durable, creates the roles, runs the migrations, each in a
 * transaction of its own, and answers the least-privilege addresses. Several processes may start together: they
 * queue on an advisory lock. Where the login may not create roles, everything runs under it alone.
 */
export async function prepareDatabase(options: PrepareOptions): Promise<DatabaseUrls> {
  const client = new PrimaryClient({
    connectionString: options.adminUrl,
    application_name: 'suanpan migrations',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  client.on('error', (error) =>
    options.log.warn({ err: error }, 'the connection of the migrations was lost'),
  );
  await client.connect();
  try {
    await client.query('SET statement_timeout = 0');
    await client.query('SET idle_in_transaction_session_timeout = 0');
    await client.query('SELECT pg_advisory_lock($1)', [startLock]);
    if (options.mode !== undefined) await refuseOtherMode(client, options.mode);
    await options.refuse?.(client);
    const separateRoles = await createRoles(client, options);
    if (!separateRoles && options.allowOneRole === false) throw new ConfigError([oneRoleFault]);
    if (separateRoles) await client.query('SET ROLE suanpan_owner');
    await runMigrations(client, options);
    if (options.mode !== undefined) await noteMode(client, options.mode);
    await client.query('RESET ROLE');
    if (!separateRoles) {
      options.log.warn(
        'the database login may not create roles: the product runs under ONE role, so only triggers protect the journals',
      );
      return { app: options.adminUrl, reports: options.adminUrl };
    }
    return await createLogins(client, options);
  } finally {
    await client.end();
  }
}

/** Throws unless fsync, full_page_writes and synchronous_commit are on: acknowledged money must survive a crash. */
export async function refuseUnsafeServer(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; setting: string; server: number }>(
      `SELECT name, setting, current_setting('server_version_num')::int AS server FROM pg_settings
       WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit')`,
    );
    const off = rows.filter(({ setting }) => setting === 'off').map(({ name }) => name);
    if (off.length > 0)
      throw new Error(`The database is not durable: ${off.join(', ')} off. Turn it on and start again`);
    if ((rows[0]?.server ?? 0) < 150_000) throw new Error('PostgreSQL 15 or newer is needed');
  } finally {
    await client.end();
  }
}

/** Creates `name` on the server of `adminUrl` unless it is there, and answers its address. */
export async function ensureDatabase(adminUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [startLock]);
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
  const url = new URL(adminUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}

/** Whether a login with its database is there already and the password is its own. */
export async function maySignIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function createRoles(client: pg.Client, { log }: PrepareOptions): Promise<boolean> {
  const { rows } = await client.query<{ allowed: boolean }>(
    'SELECT rolsuper OR rolcreaterole AS allowed FROM pg_roles WHERE rolname = current_user',
  );
  if (rows[0]?.allowed !== true) return false;
  try {
    for (const role of ['suanpan_owner', 'suanpan_app', 'suanpan_report']) {
      const found = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
      if (found.rowCount === 0) await client.query(`CREATE ROLE ${role} NOLOGIN`);
    }
    await client.query(`GRANT suanpan_owner, suanpan_app TO CURRENT_USER`);
    const { rows: names } = await client.query<{ name: string }>('SELECT current_database() AS name');
    const database = pg.escapeIdentifier(names[0]?.name ?? '');
    await client.query(`GRANT CREATE, CONNECT, TEMPORARY ON DATABASE ${database} TO suanpan_owner`);
    // A table of the session's own would stand before ours in whatever reads one by its bare name, guards included.
    await client.query(`REVOKE TEMPORARY ON DATABASE ${database} FROM PUBLIC`);
    await client.query('ALTER SCHEMA public OWNER TO suanpan_owner');
    await client.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC');
    await client.query('GRANT USAGE ON SCHEMA public TO suanpan_app, suanpan_report');
    // Tables of later migrations are reachable without a grant of their own; what must stay closed is revoked there.
    const defaults = 'ALTER DEFAULT PRIVILEGES FOR ROLE suanpan_owner IN SCHEMA public GRANT';
    await client.query(`${defaults} SELECT, INSERT, UPDATE, DELETE ON TABLES TO suanpan_app`);
    await client.query(`${defaults} USAGE, SELECT ON SEQUENCES TO suanpan_app`);
    await client.query(`${defaults} SELECT ON TABLES TO suanpan_report`);
    return true;
  } catch (error) {
    log.warn({ err: error }, 'the database roles could not be set up');
    return false;
  }
}

async function createLogins(client: pg.Client, options: PrepareOptions): Promise<DatabaseUrls> {
  const admin = new URL(options.adminUrl);
  const prefix = options.loginPrefix ?? decodeURIComponent(admin.pathname.slice(1));
  const login = async (kind: 'app' | 'report'): Promise<string> => {
    const name = `${prefix}_${kind}_login`;
    const password = options.deriveKey(`database login ${name}`).toString('base64url');
    const found = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
    const quoted = pg.escapeIdentifier(name);
    if (found.rowCount === 0)
      await client.query(`CREATE ROLE ${quoted} LOGIN INHERIT IN ROLE suanpan_${kind}`);
    await client.query(`ALTER ROLE ${quoted} PASSWORD ${pg.escapeLiteral(password)}`);
    const url = new URL(options.adminUrl);
    url.username = encodeURIComponent(name);
    url.password = password;
    return url.href;
  };
  const urls = { app: await login('app'), reports: await login('report') };
  // Of the role too: behind a pooler a connection keeps no settings of its own.
  const role = pg.escapeIdentifier(decodeURIComponent(new URL(urls.reports).username));
  for (const [name, value] of Object.entries(roleSettings(reportLimits)))
    await client.query(`ALTER ROLE ${role} SET ${name} = ${pg.escapeLiteral(value)}`);
  return urls;
}

async function runMigrations(client: pg.Client, { log, migrations }: PrepareOptions): Promise<void> {
  const folder = migrations ?? migrationsFolder;
  const pending = await pendingMigrations(client, folder);
  if (pending.length === 0) return;
  await noteTexts(client, pending);
  // Loaded only where there is something to run: most starts find their database as they left it.
  const { runner } = await import('node-pg-migrate');
  const run = () =>
    runner({
      dbClient: client,
      dir: folder,
      migrationsTable: 'migration',
      schema: 'public',
      direction: 'up',
      // The advisory lock above already queues starters; the library's own would refuse instead.
      noLock: true,
      // A table is locked for the length of the step that changes it, not until the last step is done.
      singleTransaction: false,
      checkOrder: true,
      log: () => {},
    });
  // Whoever waits for a table keeps all others waiting behind him: another version may be serving beside.
  await client.query(`SET lock_timeout = ${lockWithinMs}`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      for (const { name } of await run()) log.info({ migration: name }, 'migrated');
      await client.query('RESET lock_timeout');
      return;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {});
      if (attempt === lockTries || !isLockRefused(error)) throw error;
      log.warn({ err: error, attempt }, 'the migrations did not get their locks; they are tried again');
      await sleep(randomInt(pauseMs, 2 * pauseMs));
    }
  }
}
