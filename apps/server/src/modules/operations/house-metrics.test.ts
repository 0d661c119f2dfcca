import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { measureHouse } from './house-metrics.ts';
import { ownQueues } from './operate/own-queues.queries.ts';

const { admin, database } = await testDatabase();

function measured(queues = ownQueues) {
  const metrics = createMetrics();
  measureHouse(metrics, { db: database, queues: () => queues });
  return metrics;
}

test('queues and connections are told by name, and what waits with its age', async () => {
  await admin.query('TRUNCATE outbox, outbox_batch, outbox_dead');
  const metrics = measured();
  expect(await metrics.text()).toContain('suanpan_queue_depth{queue="failedJobs"} 0');
  await admin.query(
    `INSERT INTO outbox_dead (id, kind, subject, payload, created_at, error, attempts, parked_at)
     SELECT nextval('outbox_id_seq'), 'callback.paused', 'user:1', '{}', now(), 'nobody listened', 5, now() - interval '2 hours'`,
  );
  const text = await metrics.text();
  expect(text).toContain('suanpan_queue_depth{queue="failedJobs"} 1');
  expect(text).toMatch(/suanpan_queue_oldest_seconds\{queue="failedJobs"\} 72\d\d/);
  expect(text).toMatch(/suanpan_database_connections_busy\{pool="api"\} \d+/);
});

test('a queue that cannot be read says nothing, and the rest is told', async () => {
  const away = { name: 'news', read: () => Promise.reject(new Error('the database is away')) } as const;
  const text = await measured([away]).text();
  expect(text).not.toMatch(/^suanpan_queue_depth\{/m);
  expect(text).toMatch(/^suanpan_database_connections_busy\{/m);
  expect(text).toMatch(/^process_cpu_seconds_total /m);
});

test.each(['grafana-dashboard.json', 'prometheus-rules.yml'])(
  'deploy/%s asks for what is measured',
  async (file) => {
    const wanted = readFileSync(new URL(`../../../../../deploy/${file}`, import.meta.url), 'utf8');
    const names = new Set(wanted.match(/\b(?:suanpan|process|nodejs)_[a-z_]+/g));
    expect(names.size).toBeGreaterThan(4);
    const told = new Set((await measured().text()).match(/(?<=^# TYPE )\w+/gm));
    const parts = /_(?:bucket|sum|count)$/;
    expect([...names].filter((name) => !told.has(name) && !told.has(name.replace(parts, '')))).toEqual([]);
  },
);
