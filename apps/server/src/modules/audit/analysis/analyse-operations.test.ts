import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { actorOf, openHttp } from '../../../../test/http.ts';
import { createTenant } from '../../../../test/tenant.ts';
import { bindAudit, openProofRuns } from '../index.ts';
import { openChain } from '../chain/testing/open-chain.ts';

const base = await testDatabase();
const { database, admin, vault, log } = base;
const http = openHttp(base);
const { heads } = await openChain(base);
bindAudit(http.app, { db: database, runs: openProofRuns({ db: database, vault, heads, log }) });
const provider = { origin: 'http://127.0.0.1:1', merchantNo: 'm', secret: 's' };
const tenant = await createTenant(base, { provider });
const boss = actorOf('admin', 1n);
const span = 'from=2026-06-01T00:00:00%2B08:00&to=2026-06-03T00:00:00%2B08:00';

const act = (name: string, at: string, times: number, more = {}) => {
  const row = { act: name, outcome: 'done', journal: null, actor: tenant.agentId, ...more };
  return admin.query(
    `INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, outcome, journal_id)
     SELECT $1, $2, $2, $3, 'collection', n, $4, $5 FROM generate_series(1, $6) AS n`,
    [at, row.actor, row.act, row.outcome, row.journal, times],
  );
};

await admin.query(`SET session_replication_role = 'replica'`);
await admin.query(
  `INSERT INTO journal (id, event, ref_id, book, currency, posted_at, account_ids, amounts, balances_after, versions)
   VALUES (900, 'collection.supply', 1, 'main', 'TWD', now(), '{1,2}', '{-15000000,15000000}', '{NULL,1}', '{NULL,1}')`,
);
await act('collections.transactions.supply', '2026-06-01T10:00:00+08:00', 2, { journal: 900 });
await act('collections.transactions.reissue', '2026-06-02T02:00:00+08:00', 30);
await act('forbidden', '2026-06-02T11:00:00+08:00', 12, { outcome: 'denied' });
await act('session.start', '2026-06-01T09:00:00+08:00', 5);
// The program of a merchant pays out all night, and is nobody's work.
await act('payout.submit', '2026-06-02T03:00:00+08:00', 40, { actor: tenant.merchantId });
await act('users.list.update', '2026-05-20T10:00:00+08:00', 4);
// What a table noted of an act is no second one.
await act('record.note', '2026-06-02T02:00:00+08:00', 30);
await act('record.note', '2026-05-20T10:00:00+08:00', 4);

test('each operator: what he did, the money it moved, and what is unusual for him', async () => {
  const { data } = await http.get(boss, `/admin/operationAnalysis?${span}`);
  expect(data.items).toMatchObject([
    {
      operator: { id: String(tenant.agentId) },
      acts: 32,
      denials: 12,
      night: 30,
      usual_per_day: '4',
      groups: [
        { group: 'supply', count: 2, amounts: [{ currency: 'TWD', amount: '3000.0000' }] },
        { group: 'reissue', count: 30, amounts: [] },
      ],
      anomalies: [
        { kind: 'nightWork', count: 30 },
        { kind: 'manyDenials', count: 12 },
        { kind: 'unusualCount', count: 30 },
      ],
    },
  ]);
  expect(data.hours).toEqual([
    { hour: 2, count: 30 },
    { hour: 10, count: 2 },
  ]);
});

test('days outside the stretch do not count, and more than a quarter of a year is refused', async () => {
  const later = 'from=2026-06-03T00:00:00%2B08:00&to=2026-06-04T00:00:00%2B08:00';
  expect((await http.get(boss, `/admin/operationAnalysis?${later}`)).data.items).toEqual([]);
  const long = 'from=2026-01-01T00:00:00%2B08:00&to=2026-06-04T00:00:00%2B08:00';
  expect((await http.get(boss, `/admin/operationAnalysis?${long}`)).code).toBe(21_014);
});
