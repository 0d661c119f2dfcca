import type { TestProject } from 'vitest/node';
import { inject } from 'vitest';
import { startServer } from './server.ts';
import type { ServerOptions } from './server.ts';
import { viewServer } from './server-view.ts';
import type { ServerAddress, ServerView } from './server-view.ts';

declare module 'vitest' {
  interface ProvidedContext {
    server: ServerAddress;
  }
}

/** Starts the one server that all files of a project look at, one file after the other; answers how it is ended. */
export async function shareServer(
  project: TestProject,
  options: ServerOptions,
): Promise<() => Promise<void>> {
  const server = await startServer(options);
  const { url, dataDir, pid } = server.view();
  project.provide('server', { url, dataDir, pid });
  return () => server.remove();
}

/** The server of this project. */
export function theServer(): ServerView {
  return viewServer(inject('server'));
}
