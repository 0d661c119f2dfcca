import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { actorOf, openHttp } from '../../../test/http.ts';
import { createOutbound } from '../../platform/outbound.ts';
import { openMaintenance } from '../settings/index.ts';
import { openOperations } from './index.ts';

const base = await testDatabase();
const http = openHttp(base);
const runs: unknown[] = [];
const sign = await openMaintenance({ db: base.database, log: base.log });
const outbound = createOutbound({ trustedOrigins: [], allowHttp: false });
afterAll(async () => {
  await sign.stop();
  await outbound.close();
});
const deps = {
  db: base.database,
  log: base.log,
  vault: base.vault,
  identity: { proveStepUp: () => Promise.reject(new Error('nobody asks')) },
  sign,
  outbound,
  queues: () => [],
  works: () => undefined,
  runDue: async () => void runs.push('due'),
  watched: { lists: [], actorNow: () => Promise.resolve(null) },
  isClockMovable: false,
  demo: undefined,
};
openOperations(deps).bind(http.app);
const admin = actorOf('admin', 1n);

const offset = async (): Promise<number> =>
  ((await http.get(admin, '/admin/operate/clock')).data as { offset_ms: number }).offset_ms;

test('without a demo nobody moves the clock, starts anything over, or hears of a demo', async () => {
  const before = await offset();
  expect((await http.get(admin, '/admin/operate/clock')).data).toMatchObject({ movable: false });
  expect((await http.post(admin, '/admin/operate/clock', { by_ms: 86_400_000 })).code).toBe(21805);
  expect((await http.post(admin, '/demo/startOver')).code).toBe(21805);
  for (const path of ['/demo/progress', '/demo/progress?x=1'])
    expect((await http.get(admin, path)).code).toBe(404);
  expect(await offset()).toBe(before);
  expect(runs).toEqual([]);
});

test('the business clock goes forward only', async () => {
  const before = await offset();
  const movable = openHttp(base);
  openOperations({ ...deps, isClockMovable: true }).bind(movable.app);
  for (const byMs of [0, -1, -86_400_000]) {
    const reply = await movable.post(admin, '/admin/operate/clock', { by_ms: byMs });
    expect(reply).toMatchObject({ code: 21_807 });
  }
  expect(await offset()).toBe(before);
  expect((await movable.post(admin, '/admin/operate/clock', { by_ms: 1_000 })).data).toMatchObject({
    offset_ms: before + 1_000,
  });
});
