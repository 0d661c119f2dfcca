import type { TestProject } from 'vitest/node';
import { shareServers } from '../harness/shared-server.ts';

/** A server for each worker: at each the stories run one after the other, and a story asks only about orders of its own. */
export function setup(project: TestProject): Promise<() => Promise<void>> {
  return shareServers(project, { demoOrders: 200 });
}
