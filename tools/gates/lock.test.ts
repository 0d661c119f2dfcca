import { expect, test } from 'vitest';
import { lockBreaches, missingHere } from './lock.ts';

const integrity = 'sha512-x';

test('an optional dependency without an entry of its own is found', () => {
  const lock = {
    'node_modules/a': { integrity, optionalDependencies: { 'a-linux': '1.0.0', 'a-mac': '1.0.0' } },
  };
  expect(lockBreaches({ ...lock, 'node_modules/a/node_modules/a-linux': { integrity } })).toEqual([
    'node_modules/a wants a-mac, which has no entry',
  ]);
});

test('an entry further up serves an optional dependency too', () => {
  const lock = {
    'apps/web/node_modules/a': { integrity, optionalDependencies: { b: '1.0.0' } },
    'node_modules/b': { integrity },
  };
  expect(lockBreaches(lock)).toEqual([]);
});

test('a range, a package without integrity and one from elsewhere are found', () => {
  const lock = {
    '': { dependencies: { a: '^1.0.0' } },
    'node_modules/a': {},
    'node_modules/b': { integrity, resolved: 'git+ssh://git@example.com/b.git' },
  };
  expect(lockBreaches(lock)).toHaveLength(3);
});

test('an optional package for this machine that npm left out is found, one for another machine is not', () => {
  const elsewhere = process.platform === 'win32' ? 'linux' : 'win32';
  const lock = {
    'node_modules/a': { optionalDependencies: { here: '1.0.0', there: '1.0.0', never: '1.0.0' } },
    'node_modules/here': { integrity, os: process.platform },
    'node_modules/there': { integrity, os: [elsewhere] },
    'node_modules/never': { integrity, os: [`!${process.platform}`] },
  };
  const isInstalled = (path: string) => path === 'node_modules/a';
  expect(missingHere(lock, isInstalled)).toEqual([
    'node_modules/here is meant for this machine and is not installed',
  ]);
});
