import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** A room with a configuration of its own is a project by that; the others are plain Node tests. */
function room(name: string, folder: string, timeoutMs = 30_000) {
  const own = `./${folder}/vitest.config.ts`;
  if (existsSync(new URL(own, import.meta.url))) return own;
  return {
    test: {
      name,
      include: [`${folder}/**/*.test.{ts,tsx}`],
      exclude: ['**/node_modules/**', '**/dist/**'],
      testTimeout: timeoutMs,
      hookTimeout: timeoutMs,
    },
  };
}

export default defineConfig({
  test: {
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
      room('scenarios', 'e2e/scenarios', 120_000),
      room('browser', 'e2e/browser', 120_000),
      room('faults', 'e2e/faults', 180_000),
    ],
  },
});
