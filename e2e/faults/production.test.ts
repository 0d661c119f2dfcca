import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openAdmin } from '../harness/database.ts';
import type { AdminDatabase } from '../harness/database.ts';
import { childrenOf } from '../harness/processes.ts';
import { startServer } from '../harness/server.ts';
import type { Server } from '../harness/server.ts';
import { testTimeoutMs } from './form.ts';

// The very program, told that it is real: nothing of the demo is there, neither at an address, nor as a process, nor as a row.
vi.setConfig({ testTimeout: testTimeoutMs });

let server: Server;
let database: AdminDatabase;
beforeAll(async () => {
  server = await startServer({
    beginsWithNothing: true,
    env: { SUANPAN_MODE: 'production', ALLOW_HTTP: '1' },
  });
  database = openAdmin(server.view());
});
afterAll(async () => {
  await database.close();
  await server.remove();
});

/** What is heard there, without what is each answer's own. */
async function heard(method: string, path: string): Promise<unknown> {
  const answer = await fetch(`${server.url}${path}`, {
    method,
    ...(method === 'POST' && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'agent.yitong' }),
    }),
  });
  const text = await answer.text();
  return [answer.status, answer.headers.get('content-type'), text.replace(/"request_id":"[^"]*"/, '')];
}

test.each([
  ['GET', '/api/demo/accounts', '/api/nowhere'],
  ['POST', '/api/demo/login', '/api/nowhere'],
  ['GET', '/sandbox/', '/nowhere/'],
  ['POST', '/sandbox/api/collections', '/nowhere/api/collections'],
  ['GET', '/echo-shop/', '/nowhere/'],
])('%s %s of the demo is as unknown as any address', async (method, path, unknown) => {
  expect(await heard(method, path)).toEqual(await heard(method, unknown));
});

test('no sandbox runs beside it, and nobody has an account', async () => {
  const beside = childrenOf(server.view().pid).map(({ command }) => command);
  expect(beside.filter((command) => !command.includes('postgres'))).toEqual([]);
  const users = await database.query('SELECT username FROM app_user');
  expect(users).toEqual([]);
  expect(await database.query('SELECT mode FROM installation')).toEqual([{ mode: 'production' }]);
  const databases = await database.query('SELECT datname FROM pg_database WHERE datname ~ $1', ['bank|echo']);
  expect(databases).toEqual([]);
});
