import { expect, test } from 'vitest';
import { plantTree } from '../tree.ts';
import { explodes, explosionsWithin } from './explosions.ts';

test.each(['^(a+)+$', '^(\\w+\\s?)*$', '^(a|a)*$', '(x+x+)+y', '^id=(?:[0-9]+,?)*$', '^([.-]?\\w+)+@'])(
  '/%s/ explodes',
  (pattern) => {
    expect(explodes(pattern, '', { tries: 1, withinMs: 200 })).toBe(true);
  },
);

test.each(['^\\d{1,9}$', '^[A-Za-z0-9._-]+$', '^(?:[0-9]+,)*$', '^\\s+|\\s+$'])(
  '/%s/ does not',
  (pattern) => {
    expect(explodes(pattern, 'g')).toBe(false);
  },
);

test('it is found where the product uses it, and in no test', () => {
  const text = 'export const name = /^(a+)+$/;\n';
  const tree = plantTree({
    'packages/domain/src/names.ts': `\n${text}`,
    'packages/domain/src/names.test.ts': text,
    'tools/gates/names.ts': text,
  });
  // A rule that is sure of it waits for three times its patience.
  expect(explosionsWithin({ tries: 1, withinMs: 200 }).check(tree)).toEqual([
    { path: 'packages/domain/src/names.ts', line: 2, says: expect.stringContaining('/^(a+)+$/') },
  ]);
});
