import { expect, test } from 'vitest';
import { licenceBreaches } from './licences.ts';

test('a licence off the list, and none at all, are found', () => {
  const lock = {
    'node_modules/a': { license: 'AGPL-3.0' },
    'node_modules/b': {},
    'node_modules/c': { license: 'MIT' },
  };
  expect(licenceBreaches(lock)).toEqual(['node_modules/a: AGPL-3.0', 'node_modules/b: no licence']);
});

test('of a choice one must be on the list, of a sum all', () => {
  const lock = {
    'node_modules/a': { license: '(MIT OR GPL-3.0)' },
    'node_modules/b': { license: '(MIT AND Zlib)' },
    'node_modules/c': { license: 'MIT AND GPL-3.0' },
  };
  expect(licenceBreaches(lock)).toEqual(['node_modules/c: MIT AND GPL-3.0']);
});

test('a licence that stands only in the package itself is known by name', () => {
  expect(licenceBreaches({ 'apps/web/node_modules/xmlhttprequest-ssl': {} })).toEqual([]);
});
