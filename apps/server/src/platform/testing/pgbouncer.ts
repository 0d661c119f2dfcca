import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../postgres/cluster-place.ts';
import { chooseRunAs } from '../postgres/run-as.ts';

/** The pgbouncer of this machine: PGBOUNCER, PATH, or where Debian puts it; undefined where there is none. */
export function findPgbouncer(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  const named = process.env['PGBOUNCER'];
  return [
    ...(named === undefined ? [] : [named]),
    ...folders.map((folder) => join(folder, 'pgbouncer')),
  ].find((path) => spawnSync(path, ['--version']).status === 0);
}

export interface Pgbouncer {
  /** The same login and database, by way of the pooler. */
  through(url: string): string;
  stop(): Promise<void>;
}

/** Starts a pooler in transaction mode, with one connection to the server for each login, before the servers of `urls`. */
export async function startPgbouncer(program: string, urls: readonly string[]): Promise<Pgbouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'suanpan-pgbouncer-'));
  const port = await freePort(0);
  const logins = urls.map((url) => new URL(url));
  const users = logins.map(
    ({ password, username }) => `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`,
  );
  const [server] = logins;
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: join(folder, 'users'),
    pool_mode: 'transaction',
    default_pool_size: '1',
    // The driver sends its settings there; a pooler cannot keep them for one of its many clients.
    ignore_startup_parameters: 'options',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const databases = `[databases]\n* = host=${server?.hostname ?? ''} port=${server?.port ?? ''}\n`;
  const user = chooseRunAs();
  for (const [name, text] of [
    ['users', users.join('')],
    ['pgbouncer.ini', `${databases}[pgbouncer]\n${lines.join('\n')}\n`],
  ] as const) {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    if (user !== undefined) chownSync(join(folder, name), user.uid, user.gid);
  }
  chmodSync(folder, 0o711);
  const child = spawn(program, ['--quiet', join(folder, 'pgbouncer.ini')], {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const through = (url: string): string => {
    const address = new URL(url);
    address.host = `127.0.0.1:${port}`;
    return address.href;
  };
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let attempt = 1; ; attempt += 1) {
    const client = new pg.Client({ connectionString: through(urls[0] ?? '') });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return { through, stop };
    } catch (error) {
      if (attempt === 200 || child.exitCode !== null) {
        await stop();
        throw error;
      }
      await sleep(50);
    }
  }
}
