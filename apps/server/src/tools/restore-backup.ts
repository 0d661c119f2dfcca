import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { acceptRestore, openHeads } from '../modules/audit/index.ts';
import { prove } from '../modules/ledger/index.ts';
import { loadBackupKeys } from '../platform/backup/backup-key.ts';
import { extractCluster } from '../platform/backup/extract-cluster.ts';
import { wallClock } from '../platform/clock.ts';
import { ConfigError, loadConfig } from '../platform/config.ts';
import { randomToken } from '../platform/crypto/tokens.ts';
import { openClusterPlace } from '../platform/postgres/cluster-place.ts';
import { chooseRunAs } from '../platform/postgres/run-as.ts';
import { withDatabase } from './with-database.ts';

const usage = 'npm run restore -- <file of the backup> [--replace] [--reason="the disk failed"]';

/**
 * `npm run restore`: puts a backup in the place of DATA_DIR's cluster, starts it, proves its books and answers for the heads of the
 * log that it no longer has. What stood there is moved aside with `--replace` and never deleted. The server must not run.
 */
async function restore(): Promise<void> {
  const began = performance.now();
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      replace: { type: 'boolean', default: false },
      reason: { type: 'string', default: 'a backup was restored' },
    },
  });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new Error(usage);
  const config = loadConfig(process.env);
  if (config.databaseUrl !== undefined)
    throw new Error(
      'DATABASE_URL is set: this restores the embedded PostgreSQL, and yours has a way of its own',
    );
  const { dataDir } = config;
  const keys = loadBackupKeys(config.backupKeyFile, dataDir);
  const user = chooseRunAs();
  const stamp = wallClock
    .now()
    .toISOString()
    .replaceAll(/[^0-9TZ]/g, '');
  const place = openClusterPlace(dataDir, user);
  const { clusterDir, port } = place;
  if (existsSync(join(clusterDir, 'postmaster.pid')))
    throw new Error(`${clusterDir} is still served: stop the server first`);
  if (existsSync(clusterDir) && !values.replace)
    throw new Error(`${clusterDir} is there already; --replace moves it aside`);

  // Whole and checked before anything that stands is touched, and on the same disk.
  const fresh = `${clusterDir}.restore-${randomToken(6)}`;
  try {
    await extractCluster(resolve(file), keys, fresh);
    const { password } = JSON.parse(readFileSync(join(fresh, 'postgres.json'), 'utf8')) as {
      password: string;
    };
    const login = join(dataDir, 'postgres.json');
    const { cluster } = JSON.parse(readFileSync(login, 'utf8')) as { cluster: string };
    if (existsSync(clusterDir)) renameSync(clusterDir, `${clusterDir}.before-${stamp}`);
    keepAside(login, stamp);
    writeFileSync(login, JSON.stringify({ cluster, password, port }), { mode: 0o600, flush: true });
    renameSync(join(fresh, 'postgres'), clusterDir);
    const [kept, own] = [join(fresh, 'secrets.json'), join(dataDir, 'secrets.json')];
    if (existsSync(kept) && !(existsSync(own) && readFileSync(own).equals(readFileSync(kept)))) {
      keepAside(own, stamp);
      writeFileSync(own, readFileSync(kept), { mode: 0o600, flush: true });
    }
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }

  await withDatabase(async ({ config: { auditHeads }, db, vault }) => {
    const proof = await prove(db);
    const heads = openHeads({ folder: auditHeads, vault });
    await acceptRestore({ db, vault, heads }, values.reason);
    const line = (text: string): void => void process.stdout.write(`${text}\n`);
    line(`Restored into ${dataDir}, in ${Math.round((performance.now() - began) / 1_000)} s`);
    line(proof.passed ? 'The books are right' : 'THE BOOKS ARE BROKEN');
    if (!proof.passed) process.exitCode = 1;
  });
}

/** Under a name of this moment; what is not there is left out. */
function keepAside(path: string, stamp: string): void {
  if (existsSync(path)) renameSync(path, `${path}.before-${stamp}`);
}

restore().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof ConfigError || error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
});
