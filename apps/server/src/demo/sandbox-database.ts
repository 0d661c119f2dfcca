import pg from 'pg';
import { ensureDatabase } from '../platform/db/prepare.ts';

const identifier = /^[a-z_]{1,40}$/;

/**
 * A database and a login of its own for a sandbox program, which so cannot read a table of the platform's.
 * Answers its address. `password` is derived, so that every start knows it.
 */
export async function ensureSandboxDatabase(
  adminUrl: string,
  name: string,
  password: string,
): Promise<string> {
  if (!identifier.test(name)) throw new Error(`${name} is no plain name`);
  const url = new URL(await ensureDatabase(adminUrl, name));
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
    const secret = client.escapeLiteral(password);
    await client.query(`${rowCount === 0 ? 'CREATE' : 'ALTER'} ROLE ${name} LOGIN PASSWORD ${secret}`);
    await client.query(`ALTER DATABASE ${name} OWNER TO ${name}`);
    await client.query(`ALTER SCHEMA public OWNER TO ${name}`);
    await client.query(`REVOKE CONNECT ON DATABASE ${name} FROM PUBLIC`);
  } finally {
    await client.end();
  }
  url.username = name;
  url.password = password;
  return url.href;
}
