import { ensureDatabase } from '../../../apps/server/src/platform/db/prepare.ts';
import { createLog } from '../../../apps/server/src/platform/log.ts';
import { startEmbeddedPostgres } from '../../../apps/server/src/platform/postgres/embedded.ts';
import { makeDataDir, removePlace } from '../../harness/server.ts';
import type { ExternalPostgres } from '../../harness/server.ts';

/** Starts a durable PostgreSQL that belongs to the test alone; the servers are only told its address. */
export async function startExternalPostgres(): Promise<ExternalPostgres & { remove(): Promise<void> }> {
  const dataDir = makeDataDir();
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
