import { loadConfig } from '../platform/config.ts';
import type { Config } from '../platform/config.ts';
import { loadSecrets } from '../platform/crypto/secrets.ts';
import { createVault } from '../platform/crypto/vault.ts';
import type { Vault } from '../platform/crypto/vault.ts';
import { ordinaryLimits } from '../platform/db/connection-settings.ts';
import { openDatabase, openPool } from '../platform/db/database.ts';
import type { Database } from '../platform/db/database.ts';
import { ensureDatabase } from '../platform/db/prepare.ts';
import { createLog } from '../platform/log.ts';
import { startEmbeddedPostgres } from '../platform/postgres/embedded.ts';
import { prepareOwnDatabase } from '../prepare-own-database.ts';

/** What a command of the terminal works with. */
export interface Workplace {
  readonly db: Database;
  readonly vault: Vault;
  readonly config: Config;
  /** As the owner of the database, for what the application itself may not write. */
  readonly owner: Database['pool'];
}

/**
 * Runs a command on the installation's migrated database, whether its server runs or not: a cluster that a server
 * supervises is only joined, and goes on afterwards.
 */
export async function withDatabase(work: (workplace: Workplace) => Promise<void>): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLog({ logLevel: 'warn' });
  const vault = createVault(loadSecrets(config.dataDir, config.masterKey));
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, log })
      : undefined;
  try {
    const adminUrl = config.databaseUrl ?? (await ensureDatabase(embedded?.adminUrl ?? '', 'suanpan'));
    const urls = await prepareOwnDatabase({ adminUrl, config, log, vault });
    const db = openDatabase(urls, log);
    const owner = openPool(adminUrl, { name: 'suanpan command', max: 2, limits: ordinaryLimits }, log);
    try {
      await work({ db, vault, config, owner });
    } finally {
      await Promise.all([db.close(), owner.end()]);
    }
  } finally {
    await embedded?.stop();
  }
}
