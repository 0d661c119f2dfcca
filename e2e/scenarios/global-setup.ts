import type { TestProject } from 'vitest/node';
import { shareServers } from '../harness/shared-server.ts';

/** One server for all stories; they run one after the other, and each asks only about orders of its own. */
export function setup(project: TestProject): Promise<() => Promise<void>> {
  return shareServers(project, { demoOrders: 200 });
}
