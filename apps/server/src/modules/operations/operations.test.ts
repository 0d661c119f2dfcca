import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { actorOf, openHttp } from '../../../test/http.ts';
import { openOperations } from './index.ts';

const base = await testDatabase();
const http = openHttp(base);
const runs: unknown[] = [];
openOperations({
  db: base.database,
  runDue: async () => void runs.push('due'),
  isClockMovable: false,
  demo: undefined,
}).bind(http.app);
const admin = actorOf('admin', 1n);

test('without a demo nobody moves the clock, starts anything over, or hears of a demo', async () => {
  const offset = async () => (await http.get(admin, '/admin/operate/clock')).data;
  const before = await offset();
  expect(before).toMatchObject({ offset_ms: 0, movable: false });
  expect((await http.post(admin, '/admin/operate/clock', { by_ms: 86_400_000 })).code).toBe(21805);
  expect((await http.post(admin, '/demo/startOver')).code).toBe(21805);
  for (const path of ['/demo/progress', '/demo/progress?x=1'])
    expect((await http.get(admin, path)).code).toBe(404);
  expect(await offset()).toMatchObject({ offset_ms: 0 });
  expect(runs).toEqual([]);
});
