import type { TestProject } from 'vitest/node';
import { inject } from 'vitest';
import { startServer } from './server.ts';
import type { ServerOptions } from './server.ts';
import { viewServer } from './server-view.ts';
import type { ServerAddress, ServerView } from './server-view.ts';

declare module 'vitest' {
  interface ProvidedContext {
    servers: readonly ServerAddress[];
  }
}

/**
 * Starts what the files of a project look at: one server for each worker, so that at every server one file comes after the
 * other; answers how they are ended. What is to be otherwise for these tests is done by `prepare`.
 */
export async function shareServers(
  project: TestProject,
  options: ServerOptions,
  prepare: (server: ServerView) => Promise<void> = async () => {},
): Promise<() => Promise<void>> {
  const started = await Promise.allSettled(
    Array.from({ length: workersOf(project) }, () => startServer(options)),
  );
  const servers = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const end = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.remove()));
  };
  const failed = started.find((each) => each.status === 'rejected');
  if (failed !== undefined) {
    await end();
    throw failed.reason;
  }
  await Promise.all(servers.map((server) => prepare(server.view())));
  project.provide(
    'servers',
    servers.map((server) => {
      const { url, dataDir, pid } = server.view();
      return { url, dataDir, pid };
    }),
  );
  return end;
}

/** No more than there are files in this run: who asks for one file waits for one server. */
function workersOf(project: TestProject): number {
  return Math.max(1, Math.min(project.config.maxWorkers, project.vitest.state.getPaths().length));
}

/** The server of this worker. */
export function theServer(): ServerView {
  const servers = inject('servers');
  const mine = servers[Number(process.env['VITEST_POOL_ID']) - 1];
  if (mine === undefined) throw new Error(`No server stands for worker ${process.env['VITEST_POOL_ID']}`);
  return viewServer(mine);
}
