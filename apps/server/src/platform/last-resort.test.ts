import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const program = fileURLToPath(new URL('./testing/faulty-program.ts', import.meta.url));
const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

async function start() {
  const child = fork(program, [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  running.push(child);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  const counted = once(child, 'message').then(([{ counted: kind }]) => kind as string);
  const exit = once(child, 'exit').then(([code]) => code as number | null);
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).then(({ status }) => status);
  return { child, counted, exit, get };
}

test.each(['thrown', 'rejected', 'broken'])(
  'what a request leaves uncaught (%s) ends the request and not the process',
  async (wrong) => {
    const { counted, get } = await start();
    expect(await get(`/in-a-request/${wrong}`)).toBe(500);
    expect(await counted).toBe('request');
    expect(await get('/slow')).toBe(200);
  },
);

test.each([
  ['rejected', 'rejection'],
  ['cut', 'outside'],
])(
  'outside of requests a promise that failed or a system that refused (%s) is counted, and it goes on',
  async (wrong, kind) => {
    const { child, counted, get } = await start();
    child.send(wrong);
    expect(await counted).toBe(kind);
    expect(await get('/slow')).toBe(200);
  },
);

test.each([
  ['thrown', 'unknown'],
  ['broken', 'invariant'],
])(
  'an unknown state or a broken invariant (%s) ends it with a code, after what was under way',
  async (wrong, kind) => {
    const { child, counted, exit, get } = await start();
    const underWay = get('/slow');
    await new Promise((resolve) => setTimeout(resolve, 100));
    child.send(wrong);
    expect(await counted).toBe(kind);
    expect(await underWay).toBe(200);
    const answeredAt = performance.now();
    expect(await exit).toBe(1);
    // The connection that is still kept alive held nothing up.
    expect(performance.now() - answeredAt).toBeLessThan(5_000);
  },
);

test('whoever is asked to go, goes with 0', async () => {
  const { child, exit } = await start();
  child.kill('SIGTERM');
  expect(await exit).toBe(0);
});
