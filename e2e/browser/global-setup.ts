import type { TestProject } from 'vitest/node';
import { shareServers } from '../harness/shared-server.ts';

/** A server for each worker, with a little history and no stream, so that what moves is what the test did. */
export function setup(project: TestProject): Promise<() => Promise<void>> {
  return shareServers(project, { demoOrders: 300, env: { BUILD_WEB: '1' } });
}
