import { replicaFaults } from '@suanpan/contract/read-from';
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
  metrics.gauges(
    {
      name: 'suanpan_replica_lag_seconds',
      help: 'How far the replica for reports may be behind the primary',
      label: 'pool',
    },
    async () => {
      const lagMs = db.figures.state()?.lagMs ?? null;
      return lagMs === null ? [] : [['reports', lagMs / 1_000] as const];
    },
  );
  metrics.gauges(
    {
      name: 'suanpan_replica_unused',
      help: '1 for the reason why reports are read from the primary although a replica is set, 0 for the others',
      label: 'reason',
    },
    async () => {
      const state = db.figures.state();
      return state === undefined
        ? []
        : replicaFaults.map((fault) => [fault, fault === state.fault ? 1 : 0] as const);
    },
  );
}
