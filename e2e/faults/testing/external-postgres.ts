import { ensureDatabase } from '../../../apps/server/src/platform/db/prepare.ts';
import { createLog } from '../../../apps/server/src/platform/log.ts';
import { startEmbeddedPostgres } from '../../../apps/server/src/platform/postgres/embedded.ts';
import { layMigrated, makeDataDir, removePlace } from '../../harness/server.ts';
import type { ExternalPostgres } from '../../harness/server.ts';

/**
 * Starts a durable PostgreSQL that belongs to the test alone; the servers are only told its address. Its database is migrated, or
 * holds nothing where another version is to make it.
 */
export async function startExternalPostgres(
  holds: 'migrated' | 'nothing' = 'migrated',
): Promise<ExternalPostgres & { remove(): Promise<void> }> {
  const dataDir = makeDataDir();
  if (holds === 'migrated') await layMigrated(dataDir);
  const log = createLog({ logLevel: 'error' });
  const embedded = await startEmbeddedPostgres({ dataDir, log });
  return {
    dataDir,
    databaseUrl: await ensureDatabase(embedded.adminUrl, 'suanpan'),
    async remove() {
      await embedded.stop();
      removePlace(dataDir);
    },
  };
}
