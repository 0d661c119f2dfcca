import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import manifest from '../../../package.json' with { type: 'json' };
import { ensureDatabase, prepareDatabase } from '../src/platform/db/prepare.ts';
import { createLog } from '../src/platform/log.ts';
import type { Log } from '../src/platform/log.ts';
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded.ts';
import { chooseRunAs } from '../src/platform/postgres/run-as.ts';
import { layFolder } from './kept-folder.ts';

const server = fileURLToPath(new URL('..', import.meta.url));
const place = fileURLToPath(new URL('../../../node_modules/.cache/suanpan-clusters', import.meta.url));

/** What makes a cluster what it is: the migrations, who runs them, and who makes the cluster. */
const causes = ['migrations', 'src/platform/db', 'src/platform/postgres', 'test/migrated-cluster.ts'];

/** For one run, without durability. */
export const testSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
  shared_buffers: '64MB',
  max_connections: '200',
  max_wal_size: '4GB',
  logging_collector: 'off',
  // A test file opens some ten connections of its own, and each would reckon a password's thousands of rounds on both sides.
  scram_iterations: '1',
  // Nobody asks what statements cost, and every one would be read a second time for it.
  shared_preload_libraries: '',
};

/** A migrated database under this name, and the addresses of its least-privileged logins. */
export async function prepareTemplate(serverUrl: string, name: string, log: Log) {
  return prepareDatabase({
    adminUrl: await ensureDatabase(serverUrl, name),
    deriveKey: () => Buffer.alloc(32, 1),
    log,
    loginPrefix: 'suanpan_test',
  });
}

/** Lays a stopped cluster with the migrated template at `dataDir`, kept from an earlier run where there is one. */
export async function layMigratedCluster(
  dataDir: string,
  name: string,
  log: Log = createLog({ logLevel: 'error' }),
): Promise<void> {
  const keeper = { place, key: keyOf(name), owner: chooseRunAs() };
  await layFolder(dataDir, keeper, async () => {
    const postgres = await startEmbeddedPostgres({ dataDir, log, settings: testSettings });
    try {
      await prepareTemplate(postgres.adminUrl, name, log);
    } finally {
      await postgres.stop();
    }
  });
  // Two runs at once would both want the port of the run that made it.
  const file = join(dataDir, 'postgres.json');
  const remembered = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  writeFileSync(file, JSON.stringify({ ...remembered, port: 0 }), { mode: 0o600 });
}

function keyOf(name: string): string {
  const hash = createHash('sha256');
  const versions = Object.entries(manifest.optionalDependencies);
  hash.update(JSON.stringify([name, process.platform, process.arch, process.getuid?.(), versions]));
  for (const cause of causes) {
    const isFile = cause.endsWith('.ts');
    const names = isFile ? [''] : readdirSync(join(server, cause)).sort();
    for (const file of names.filter((each) => !each.endsWith('.test.ts'))) {
      hash
        .update(`${cause}/${file}\0`)
        .update(readFileSync(join(server, cause, file)))
        .update('\0');
    }
  }
  return hash.digest('hex').slice(0, 32);
}
