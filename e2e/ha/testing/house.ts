import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDatabase } from '../../../apps/server/src/platform/db/prepare.ts';
import { runNode } from '../../../tools/run-node.ts';
import { startExternalPostgres } from '../../faults/testing/external-postgres.ts';
import { startBalancer } from '../../harness/balancer.ts';
import type { ServerView } from '../../harness/server-view.ts';
import { startServer } from '../../harness/server.ts';
import type { Server } from '../../harness/server.ts';
import { openCluster } from './cluster.ts';
import type { Cluster } from './cluster.ts';
import type { Programs } from '../programs.ts';

/** Two servers on one cluster, as merchants see them: one address. */
export interface House {
  readonly cluster: Cluster;
  readonly servers: readonly Server[];
  view(): ServerView;
  /** A command of the product, with the environment of its servers; rejects with what it printed unless it ends with 0. */
  command(file: string): Promise<string>;
  remove(): Promise<void>;
}

export async function openHouse(programs: Programs): Promise<House> {
  const closing: (() => Promise<void>)[] = [];
  const remove = async (): Promise<void> => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    const cluster = await openCluster(programs);
    closing.push(cluster.remove);
    // A provider's books do not go down with ours.
    const provider = await startExternalPostgres('nothing');
    closing.push(provider.remove);
    const balancer = await startBalancer();
    closing.push(balancer.close);
    const { dataDir } = provider;
    const { password, port } = cluster;
    writeFileSync(join(dataDir, 'suanpan.json'), JSON.stringify({ password, port }), { mode: 0o600 });
    const external = { dataDir, databaseUrl: await ensureDatabase(cluster.adminUrl, 'suanpan') };
    const env = { PUBLIC_URL: balancer.url, SANDBOX_DATABASE_URL: provider.databaseUrl };
    const serve = async (): Promise<Server> => {
      const server = await startServer({ demoOrders: 0, external, env });
      closing.push(server.remove);
      return server;
    };
    const servers = [await serve(), await serve()];
    balancer.serve(servers.map(({ url }) => url));
    const [first] = servers;
    return {
      cluster,
      servers,
      view() {
        if (first === undefined) throw new Error('There is no server');
        return { ...first.view(), url: balancer.url };
      },
      async command(file) {
        const own = { DATABASE_URL: external.databaseUrl, DATA_DIR: dataDir, SUANPAN_MODE: 'demo' };
        const { code, output } = await runNode([file], { env: { ...own, LOG_LEVEL: 'warn' } });
        if (code !== 0) throw new Error(`${file} ended with ${code}:\n${output}`);
        return output;
      },
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
