import type { Database } from '../../platform/db/database.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Queue } from '../../platform/queue.ts';

/**
 * What somebody who watches the house reads besides requests: what waits in each queue and since when, and how busy the
 * database's connections are. Nothing of it names a tenant.
 */
export function measureHouse(
  metrics: Pick<Metrics, 'gauges'>,
  { db, queues }: { readonly db: Database; readonly queues: () => readonly Queue[] },
): void {
  const ofQueues = (pick: (state: Awaited<ReturnType<Queue['read']>>) => number) => () =>
    Promise.all(queues().map(async (queue) => [queue.name, pick(await queue.read(db.workers))] as const));
  const ofPools = (pick: (pool: Database['pool']) => number) => async () =>
    Object.entries(db.pools).map(([name, pool]) => [name, pick(pool)] as const);

  metrics.gauges(
    { name: 'suanpan_queue_depth', help: 'What waits, by queue', label: 'queue' },
    ofQueues(({ depth }) => depth),
  );
  metrics.gauges(
    {
      name: 'suanpan_queue_oldest_seconds',
      help: 'For how long whatever waits longest has waited; 0 where nothing waits',
      label: 'queue',
    },
    ofQueues(({ oldestS }) => oldestS ?? 0),
  );
  metrics.gauges(
    { name: 'suanpan_database_connections_busy', help: 'Connections in use, by pool', label: 'pool' },
    ofPools(({ idleCount, totalCount }) => totalCount - idleCount),
  );
  metrics.gauges(
    {
      name: 'suanpan_database_connections_wanted',
      help: 'Who waits for a connection, by pool',
      label: 'pool',
    },
    ofPools(({ waitingCount }) => waitingCount),
  );
}
