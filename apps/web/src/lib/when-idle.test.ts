import { afterEach, expect, test, vi } from 'vitest';
import { whenIdle } from './when-idle.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('what nobody waits for is done, with an idle callback and in a browser that has none', async () => {
  const work = vi.fn<() => void>();
  whenIdle(work);
  await expect.poll(() => work.mock.calls.length, { timeout: 10_000 }).toBe(1);
  vi.stubGlobal('requestIdleCallback', undefined);
  whenIdle(work);
  await expect.poll(() => work.mock.calls.length, { timeout: 10_000 }).toBe(2);
});
