import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openClusterPlace } from '../platform/postgres/cluster-place.ts';
import { chooseRunAs } from '../platform/postgres/run-as.ts';
import { askToClear, clearWhereAsked, forgetToClear, isClearable } from './clear-demo.ts';
import type { DemoPlace } from './clear-demo.ts';

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A DATA_DIR as a demo leaves it. */
function demoPlace(more: Partial<DemoPlace> = {}): DemoPlace & { readonly clusterDir: string } {
  const dataDir = mkdtempSync(join(tmpdir(), 'suanpan-clear-'));
  // PostgreSQL's user must be able to pass here.
  chmodSync(dataDir, 0o711);
  made.push(dataDir);
  const { clusterDir } = openClusterPlace(dataDir, chooseRunAs());
  const auditHeads = join(dataDir, 'audit-heads');
  for (const folder of [clusterDir, auditHeads, join(dataDir, 'exports')])
    mkdirSync(folder, { recursive: true });
  for (const file of ['demo-accounts.json', 'secrets.json', 'exports/a.csv', 'audit-heads/here.heads']) {
    writeFileSync(join(dataDir, file), 'x');
  }
  writeFileSync(join(clusterDir, 'PG_VERSION'), '18');
  return { auditHeads, dataDir, databaseUrl: undefined, demo: true, clusterDir, ...more };
}
const left = ({ clusterDir, dataDir }: ReturnType<typeof demoPlace>) =>
  [
    clusterDir,
    ...['exports', 'audit-heads/here.heads', 'demo-accounts.json', 'secrets.json', 'postgres.json'].map(
      (file) => join(dataDir, file),
    ),
  ].map((path) => existsSync(path));

test('what was asked to go goes before the next start, the keys of the installation stay, and it happens once', () => {
  const place = demoPlace();
  clearWhereAsked(place);
  expect(left(place)).toEqual([true, true, true, true, true, true]);
  askToClear(place);
  clearWhereAsked(place);
  expect(left(place)).toEqual([false, false, false, false, true, true]);
  mkdirSync(place.clusterDir);
  clearWhereAsked(place);
  expect(existsSync(place.clusterDir)).toBe(true);
});

test('a database that is still served stays whole', () => {
  const place = demoPlace();
  writeFileSync(join(place.clusterDir, 'postmaster.pid'), '1');
  askToClear(place);
  expect(() => clearWhereAsked(place)).toThrow('is still served');
  expect(left(place)).toEqual([true, true, true, true, true, true]);
  forgetToClear(place);
  rmSync(join(place.clusterDir, 'postmaster.pid'));
  clearWhereAsked(place);
  expect(left(place)).toEqual([true, true, true, true, true, true]);
});

test.each([{ demo: false }, { databaseUrl: 'postgres://db.example/suanpan' }])(
  'nothing but a demo on a database of its own is ever cleared: %o',
  (other) => {
    const place = demoPlace(other);
    expect(isClearable(place)).toBe(false);
    askToClear(place);
    clearWhereAsked(place);
    expect(left(place)).toEqual([true, true, true, true, true, true]);
  },
);
