import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** A room with a configuration of its own is a project by that; the others are plain Node tests. */
function room(name: string, folder: string, own: { timeoutMs?: number; isAlone?: true } = {}) {
  const configuration = `./${folder}/vitest.config.ts`;
  if (existsSync(new URL(configuration, import.meta.url))) return configuration;
  const timeout = own.timeoutMs ?? 30_000;
  const setup = ['test/global-setup.ts', 'global-setup.ts'].map((file) => `./${folder}/${file}`);
  return {
    test: {
      name,
      include: [`${folder}/**/*.test.{ts,tsx}`],
      globalSetup: setup.filter((file) => existsSync(new URL(file, import.meta.url))),
      testTimeout: timeout,
      hookTimeout: timeout,
      // Whole systems run one after the other: two at once would only measure each other.
      fileParallelism: !own.isAlone,
    },
  };
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'tools/**/*.test.ts'],
        },
      },
      room('server', 'apps/server'),
      room('sandbox', 'apps/sandbox'),
      room('web', 'apps/web'),
      room('scenarios', 'e2e/scenarios', { timeoutMs: 120_000, isAlone: true }),
      room('browser', 'e2e/browser', { timeoutMs: 120_000, isAlone: true }),
      room('faults', 'e2e/faults', { timeoutMs: 180_000, isAlone: true }),
    ],
  },
});
