import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tools/longest-first.ts';

/** A room with a configuration of its own is a project by that; the others are plain Node tests. */
function room(
  name: string,
  folder: string,
  own: { timeoutMs?: number; isAlone?: true; sharesModules?: true; alias?: Record<string, string> } = {},
) {
  const configuration = `./${folder}/vitest.config.ts`;
  if (existsSync(new URL(configuration, import.meta.url))) return configuration;
  // Long enough for a machine that is three times as slow: it is there to end what hangs, not to time what works.
  const timeout = own.timeoutMs ?? 300_000;
  const setup = ['test/global-setup.ts', 'global-setup.ts'].map((file) => `./${folder}/${file}`);
  return {
    test: {
      name,
      include: [`${folder}/**/*.test.{ts,tsx}`],
      ...(own.alias && { alias: own.alias }),
      globalSetup: setup.filter((file) => existsSync(new URL(file, import.meta.url))),
      testTimeout: timeout,
      // What is polled comes later where others have the processors.
      expect: { poll: { timeout: 60_000 } },
      hookTimeout: timeout,
      // What kills whole systems and counts how soon they are back runs one after the other: two at once would only measure each other.
      fileParallelism: !own.isAlone,
      isolate: !own.sharesModules,
    },
  };
}

/** `SHUFFLE=<seed>`: the files come in an order of chance, which none of them may depend on. */
const seed = process.env['SHUFFLE'];

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence:
      seed === undefined ? { sequencer: LongestFirst } : { shuffle: { files: true }, seed: Number(seed) },
    projects: [
      {
        test: {
          name: 'unit',
          testTimeout: 60_000,
          isolate: false,
          include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'tools/**/*.test.ts'],
        },
      },
      // Every file has a database of its own and nothing else that it could leave behind, so that the product is loaded
      // once a worker and not once a file: a quarter of the whole.
      room('server', 'apps/server', {
        sharesModules: true,
        alias: {
          '@node-rs/argon2': fileURLToPath(new URL('apps/server/test/cheap-argon2.ts', import.meta.url)),
          'altcha-lib/v1': fileURLToPath(new URL('apps/server/test/cheap-altcha.ts', import.meta.url)),
        },
      }),
      // As with these: each asks a process of its own, or one for all, and keeps nothing in its modules.
      room('sandbox', 'apps/sandbox', { sharesModules: true }),
      room('web', 'apps/web'),
      // Two at once: whoever drives the product mostly waits for it, and each worker has a server of its own. What drives it is
      // loaded, and Chromium seen to open a page, once a worker and not once a file.
      room('scenarios', 'e2e/scenarios', { sharesModules: true }),
      room('browser', 'e2e/browser', { sharesModules: true }),
      room('faults', 'e2e/faults', { timeoutMs: 600_000, isAlone: true }),
    ],
  },
});
