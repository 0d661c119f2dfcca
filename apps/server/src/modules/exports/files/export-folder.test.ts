import { appendFileSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { FileAltered } from './as-written.ts';
import { openExportFolder } from './export-folder.ts';

const path = mkdtempSync(join(tmpdir(), 'exports-'));
const folder = openExportFolder(path);
const file = { id: 1n, format: 'csv' } as const;
const long = Buffer.from('a line of a file\n'.repeat(40_000));

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

test('a file that was altered at any place, cut or continued comes whole to nobody', async () => {
  const { bytes, print } = await folder.write(file, once(long), 1_000_000n);
  const [name = ''] = readdirSync(path);
  const read = async (as: string | null = print) => {
    const found = await folder.read(file, as);
    return found && buffer(found.stream);
  };
  expect(bytes).toBe(long.length);
  expect((await read())?.equals(long)).toBe(true);
  for (const at of [0, 300_000, long.length - 1]) {
    const altered = Buffer.from(long);
    altered[at] = 0x39;
    writeFileSync(join(path, name), altered);
    await expect(read()).rejects.toThrow(FileAltered);
  }
  writeFileSync(join(path, name), long.subarray(0, -17));
  await expect(read()).rejects.toThrow(FileAltered);
  writeFileSync(join(path, name), long);
  appendFileSync(join(path, name), 'another line\n');
  await expect(read()).rejects.toThrow(FileAltered);
  expect((await read(null))?.length).toBe(long.length + 13);
});
