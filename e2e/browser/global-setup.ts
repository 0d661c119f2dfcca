import type { TestProject } from 'vitest/node';
import { shareServer } from '../harness/shared-server.ts';

/** One server for all journeys, with a little history and no stream, so that what moves is what the test did. */
export function setup(project: TestProject): Promise<() => Promise<void>> {
  return shareServer(project, { demoOrders: 300, env: { BUILD_WEB: '1' }, startTimeoutMs: 120_000 });
}
