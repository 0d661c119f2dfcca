import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { layFolder } from './kept-folder.ts';

const root = mkdtempSync(join(tmpdir(), 'suanpan-kept-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let runs = 0;

/** One run that wants the folder of a key; what it makes says which run made it. */
async function run(place: string, key: string, fails = false) {
  runs += 1;
  const target = join(root, `target-${runs}`);
  const text = `made by run ${runs}`;
  const how = await layFolder(target, { place: join(root, place), key }, async () => {
    mkdirSync(join(target, 'deep', 'empty'), { recursive: true, mode: 0o700 });
    writeFileSync(join(target, 'deep', 'file'), text, { mode: 0o600 });
    if (fails) throw new Error('it could not be made');
  });
  return { how, target, text: readFileSync(join(target, 'deep', 'file'), 'utf8') };
}

test('a folder is made once for a key, and copied with its modes and its empty folders from then on', async () => {
  const first = await run('once', 'a');
  expect(first.how).toBe('made');
  const second = await run('once', 'a');
  expect(second).toMatchObject({ how: 'copied', text: first.text });
  expect(readdirSync(join(second.target, 'deep')).sort()).toEqual(['empty', 'file']);
  expect(statSync(join(second.target, 'deep')).mode & 0o777).toBe(0o700);
  expect(statSync(join(second.target, 'deep', 'file')).mode & 0o777).toBe(0o600);
  expect((await run('once', 'b')).how).toBe('made');
});

test('what a run does to its copy does not reach the kept one', async () => {
  const first = await run('own', 'a');
  writeFileSync(join(first.target, 'deep', 'file'), 'changed');
  const second = await run('own', 'a');
  writeFileSync(join(second.target, 'deep', 'file'), 'changed');
  expect((await run('own', 'a')).text).toBe(first.text);
});

test('two that make it at once both have it, one is kept, and no draft is left', async () => {
  const both = await Promise.all([run('race', 'a'), run('race', 'a')]);
  expect(both.map(({ how }) => how)).toEqual(['made', 'made']);
  expect(readdirSync(join(root, 'race'))).toEqual(['a']);
  expect(both.map(({ text }) => text)).toContain((await run('race', 'a')).text);
});

test('what could not be made is not kept', async () => {
  await expect(run('broken', 'a', true)).rejects.toThrow('it could not be made');
  expect((await run('broken', 'a')).how).toBe('made');
});
