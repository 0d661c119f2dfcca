import { expect, test } from 'vitest';
import { lockBreaches } from './lock.ts';

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
