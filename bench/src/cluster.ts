import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVault } from '../../apps/server/src/platform/crypto/vault.ts';
import type { Vault } from '../../apps/server/src/platform/crypto/vault.ts';
import { openDatabase } from '../../apps/server/src/platform/db/database.ts';
import type { Database } from '../../apps/server/src/platform/db/database.ts';
import { ensureDatabase, prepareDatabase } from '../../apps/server/src/platform/db/prepare.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import type { Log } from '../../apps/server/src/platform/log.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/postgres/embedded.ts';

/** The product's database in a cluster of its own, durable as in production, gone when the benchmark ends. */
export interface BenchCluster {
  readonly database: Database;
  /** Superuser on the server's own database: for pgbench, checkpoints and settings. */
  readonly adminUrl: string;
  readonly productUrl: string;
  readonly vault: Vault;
  readonly log: Log;
  stop(): Promise<void>;
}

export async function startCluster(): Promise<BenchCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'suanpan-bench-'));
  const log = createLog({ logLevel: 'error' });
  const embedded = await startEmbeddedPostgres({ dataDir: folder, log });
  const productUrl = await ensureDatabase(embedded.adminUrl, 'suanpan');
  const vault = createVault({
    sealing: [{ id: 'bench', key: Buffer.alloc(32, 7) }],
    lookup: Buffer.alloc(32, 9),
  });
  const urls = await prepareDatabase({ adminUrl: productUrl, deriveKey: vault.deriveKey, log });
  const database = openDatabase(urls, log);
  return {
    database,
    adminUrl: embedded.adminUrl,
    productUrl,
    vault,
    log,
    async stop() {
      await database.close();
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
