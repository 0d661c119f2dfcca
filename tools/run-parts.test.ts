import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runParts } from './run-parts.ts';
import type { Part } from './test-parts.ts';

const passed = { passed: 1, failed: 0, skipped: 0, failures: [] };

/** Parts that note when they begin and end. */
function partsThatTell(durations: Record<string, number>) {
  const told: string[] = [];
  const parts: Part[] = Object.entries(durations).map(([name, ms]) => ({
    name,
    async run(_filters, print) {
      told.push(`${name} begins`);
      print(`${name} says something\n`);
      await sleep(ms);
      told.push(`${name} ends`);
      return passed;
    },
  }));
  return { parts, told };
}

async function printedOf(parts: Part[], lanes: number): Promise<string> {
  let printed = '';
  await runParts(parts, { lanes, filters: [], print: (text) => (printed += Buffer.from(text).toString()) });
  return printed;
}

test('two lanes run two parts at once, and whichever is free takes the next', async () => {
  const { parts, told } = partsThatTell({ long: 60, short: 10, last: 10 });
  await printedOf(parts, 2);
  expect(told).toEqual([
    'long begins',
    'short begins',
    'short ends',
    'last begins',
    'last ends',
    'long ends',
  ]);
});

test('what needs the build waits for it while others go on', async () => {
  const { parts, told } = partsThatTell({ build: 40, browser: 10, unit: 10 });
  await printedOf(
    parts.map((part) => (part.name === 'browser' ? { ...part, needsBuild: true } : part)),
    2,
  );
  expect(told.slice(0, 4)).toEqual(['build begins', 'unit begins', 'unit ends', 'build ends']);
  expect(told.slice(4)).toEqual(['browser begins', 'browser ends']);
});

test('what parts say at the same time is not mixed, and a single lane says it at once', async () => {
  const { parts } = partsThatTell({ a: 30, b: 10 });
  const beside = await printedOf(parts, 2);
  expect(beside.replaceAll(/\d+\.\d+ s/g, 'n s')).toBe(
    '·· a begins\n·· b begins\n\n── b (n s)\nb says something\n\n── a (n s)\na says something\n',
  );
  expect(await printedOf(parts, 1)).toBe('\n── a\na says something\n\n── b\nb says something\n');
});

test('a part that breaks counts as a failure, and the others run all the same', async () => {
  const { parts } = partsThatTell({ a: 1, b: 1 });
  const broken: Part = { name: 'broken', run: () => Promise.reject(new Error('no machine')) };
  const ran = await runParts([broken, ...parts], { lanes: 2, filters: [], print: () => {} });
  expect(ran.map(({ name, tally }) => [name, tally.passed, tally.failed, tally.failures])).toEqual([
    ['broken', 0, 1, ['broken: Error: no machine']],
    ['a', 1, 0, []],
    ['b', 1, 0, []],
  ]);
});
