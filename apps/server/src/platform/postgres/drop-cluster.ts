import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openClusterPlace } from './cluster-place.ts';
import { chooseRunAs } from './run-as.ts';

/**
 * Removes the embedded cluster of a DATA_DIR with everything in it; the next start makes a new one in its place, with
 * the same port and password. Throws while a PostgreSQL serves it, or seems to.
 */
export function dropCluster(dataDir: string): void {
  const { clusterDir } = openClusterPlace(dataDir, chooseRunAs());
  if (existsSync(join(clusterDir, 'postmaster.pid'))) throw new Error(`${clusterDir} is still served`);
  const gone = `${clusterDir}.gone`;
  rmSync(gone, { recursive: true, force: true });
  // First out of the way as a whole: no start ever finds half a cluster.
  if (existsSync(clusterDir)) renameSync(clusterDir, gone);
  rmSync(gone, { recursive: true, force: true });
}
