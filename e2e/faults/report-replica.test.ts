import { searchCollections } from '@suanpan/contract/endpoints/collections';
import { merchantStats } from '@suanpan/contract/endpoints/data-screens';
import type { OutputOf } from '@suanpan/contract/endpoint';
import { exportsList, requestExport } from '@suanpan/contract/endpoints/exports';
import { getOperate } from '@suanpan/contract/endpoints/operate';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { enterAs } from '../harness/back-office.ts';
import type { BackOffice } from '../harness/back-office.ts';
import { proveBooks } from '../harness/books.ts';
import { Merchant } from '../harness/merchant.ts';
import { startServer } from '../harness/server.ts';
import type { Server } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { testTimeoutMs } from './form.ts';
import { startExternalPostgres } from './testing/external-postgres.ts';
import { startStreamingReplica } from './testing/streaming-replica.ts';
import type { StreamingReplica } from './testing/streaming-replica.ts';

vi.setConfig({ testTimeout: testTimeoutMs });

const shopkeeper = 'qingniao';
const dayMs = 86_400_000;
/** Wide enough that no midnight lies at its edge. */
const range = {
  from: new Date(Date.now() - dayMs).toISOString(),
  to: new Date(Date.now() + dayMs).toISOString(),
};
let postgres: Awaited<ReturnType<typeof startExternalPostgres>>;
let replica: StreamingReplica;
/** Reads from the replica however far it is behind; the other one hardly at all. */
let patient: Server;
let strict: Server;

beforeAll(async () => {
  postgres = await startExternalPostgres();
  replica = await startStreamingReplica(postgres);
  const serve = (lagMaxS: number): Promise<Server> =>
    startServer({
      demoOrders: 50,
      external: postgres,
      env: { REPORT_DATABASE_URL: replica.url, REPORT_LAG_MAX_S: String(lagMaxS) },
    });
  patient = await serve(3_600);
  strict = await serve(2);
});

afterAll(async () => {
  await strict.remove();
  await patient.remove();
  await replica.remove();
  await postgres.remove();
});

type Stats = OutputOf<typeof merchantStats>;

const stats = (office: BackOffice): Promise<Stats> =>
  office.call(merchantStats, { ...range, group: 'merchant', currency: 'TWD' });
const orders = ({ summary }: Stats): number => Number(summary.figures['orders']);
/** The figures, once they are read from the place that is asked for. */
const statsFrom = (
  office: BackOffice,
  wanted: Partial<NonNullable<Stats['read_from']>>,
  isMeant: (answer: Stats) => boolean = () => true,
): Promise<Stats> =>
  until(`figures from ${JSON.stringify(wanted)}`, async () => {
    const answer = await stats(office);
    expect(answer.read_from).toMatchObject(wanted);
    return isMeant(answer) && answer;
  });
const fromReplica = { source: 'replica', reason: null } as const;

async function metricsOf(server: Server): Promise<string> {
  return (await fetch(`${server.url}/metrics`)).text();
}

/** An order that its merchant made and paid at the bank, as the primary says. */
async function payOrder(): Promise<string> {
  const merchant = new Merchant(patient.url, patient.view().account(shopkeeper));
  const { id, order_no } = await merchant.order({ amount: '1700.00', method: 'qr' });
  await until('the order is paid', async () => (await merchant.read(id)).status === 'succeeded');
  return order_no;
}

test('figures come from the replica, with how far it is behind, and a change in it cannot be', async () => {
  const office = await enterAs(patient.url, 'admin.lin');
  const { read_from: from } = await statsFrom(office, fromReplica);
  expect(from?.lag_s).toBeLessThan(60);
  expect((await office.call(getOperate, {})).report_replica).toMatchObject({ fault: null });
  const metrics = await metricsOf(patient);
  expect(metrics).toMatch(/^suanpan_replica_lag_seconds\{pool="reports"\} /m);
  expect(metrics).toContain('suanpan_replica_unused{reason="away"} 0');
  await expect(replica.query("UPDATE app_user SET username = 'x'")).rejects.toMatchObject({ code: '25006' });
});

test('a replica that stands still shows its age; money, sessions and files do not wait for it', async () => {
  const office = await enterAs(patient.url, 'admin.lin');
  const before = orders(await statsFrom(office, fromReplica));
  await replica.query('SELECT pg_wal_replay_pause()');
  await until('it stands still', async () => {
    const [row] = await replica.query<{ state: string }>('SELECT pg_get_wal_replay_pause_state() AS state');
    return row?.state === 'paused';
  });
  const number = await payOrder();
  // What the replica does not know yet: who has just signed in, and what he may look at.
  const late = await enterAs(patient.url, 'admin.lin');
  const listed = await late.call(searchCollections, { numbers: [number] });
  expect(listed.items.map(({ status }) => status)).toEqual(['success']);

  const old = await statsFrom(late, fromReplica, ({ read_from: from }) => (from?.lag_s ?? 0) >= 2);
  expect(orders(old)).toBe(before);

  const { id } = await late.call(requestExport, {
    kind: 'collections.transactions',
    format: 'csv',
    filter: { numbers: [number], created_from: range.from, created_to: range.to },
  });
  const file = await until('the file is written', async () => {
    const { items } = await late.call(exportsList, {});
    return items.find((item) => item.id === id && item.status === 'completed');
  });
  expect(file.rows).toBe(1);

  const other = await enterAs(strict.url, 'admin.lin');
  const fresh = await statsFrom(other, { source: 'primary', lag_s: 0, reason: 'behind' });
  expect(orders(fresh)).toBe(before + 1);
  expect((await other.call(getOperate, {})).report_replica).toMatchObject({ fault: 'behind' });

  await replica.query('SELECT pg_wal_replay_resume()');
  await statsFrom(late, fromReplica, (answer) => orders(answer) === before + 1);
  await until(
    'the strict one reads it again',
    async () => (await stats(other)).read_from?.source === 'replica',
  );
});

test('without its replica the primary answers and says why; it is read again once it is back', async () => {
  const office = await enterAs(patient.url, 'admin.lin');
  const before = orders(await statsFrom(office, fromReplica));
  await replica.kill();
  // The very first reading that meets the loss is answered too.
  const lost = await stats(office);
  expect(lost.read_from).toMatchObject({ source: 'primary', lag_s: 0, reason: 'away' });
  expect(orders(lost)).toBe(before);
  await payOrder();
  expect(orders(await stats(office))).toBe(before + 1);
  expect((await fetch(`${patient.url}/readyz`)).status).toBe(200);
  expect(await metricsOf(patient)).toContain('suanpan_replica_unused{reason="away"} 1');

  await replica.start();
  await until('it is read again', async () => (await stats(office)).read_from?.source === 'replica');
  await until('it has everything', async () => orders(await stats(office)) === before + 1);
});

test('a replica that was promoted is none any more: it is not read, and nobody starts on it', async () => {
  const office = await enterAs(patient.url, 'admin.lin');
  await replica.query('SELECT pg_promote()');
  await until('it is told apart', async () => (await stats(office)).read_from?.reason === 'foreign');
  const start = (url: string) =>
    startServer({ demoOrders: 0, external: postgres, env: { REPORT_DATABASE_URL: url } });
  await expect(start(replica.url)).rejects.toThrow(/REPORT_DATABASE_URL: this is no replica/);
  const primary = new URL(postgres.databaseUrl);
  await expect(start(`postgres://${primary.host}${primary.pathname}`)).rejects.toThrow(
    /REPORT_DATABASE_URL: this is no replica/,
  );
  await proveBooks(patient.view());
});
