import { ordinaryLimits } from '../platform/db/connection-settings.ts';
import { openPool } from '../platform/db/database.ts';
import { ensureDatabase, maySignIn } from '../platform/db/prepare.ts';
import type { Log } from '../platform/log.ts';

const identifier = /^[a-z_]{1,40}$/;
const plainSecret = /^[A-Za-z0-9_-]{16,128}$/;

/**
 * A database and a login of its own for a sandbox program, which so cannot read a table of the platform's.
 * Answers its address. `password` is derived, so that every start knows it.
 */
export async function ensureSandboxDatabase(
  adminUrl: string,
  name: string,
  password: string,
  log: Log,
): Promise<string> {
  if (!identifier.test(name)) throw new Error(`${name} is no plain name`);
  if (!plainSecret.test(password)) throw new Error('The password of a sandbox login must be plain text');
  const own = new URL(adminUrl);
  own.pathname = `/${name}`;
  own.username = name;
  own.password = password;
  // An earlier start made all of it, in one transaction.
  if (await maySignIn(own.href)) return own.href;
  const url = new URL(await ensureDatabase(adminUrl, name));
  const pool = openPool(url.href, { name: 'suanpan sandbox', max: 1, limits: ordinaryLimits }, log);
  try {
    const { rowCount } = await pool.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
    await pool.query(
      `${rowCount === 0 ? 'CREATE' : 'ALTER'} ROLE ${name} LOGIN PASSWORD '${password}';
       ALTER DATABASE ${name} OWNER TO ${name};
       ALTER SCHEMA public OWNER TO ${name};
       REVOKE CONNECT ON DATABASE ${name} FROM PUBLIC`,
    );
  } finally {
    await pool.end();
  }
  return own.href;
}
