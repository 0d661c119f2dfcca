import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { longest, placeOf } from './longest-files.ts';
import { root } from './run-node.ts';

test('every file that begins first is there', () => {
  expect(longest.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('they begin in their order, and all others after them in the order that they came in', () => {
  const [second = '', first = ''] = [longest[1], longest[0]].map((path) => `/somewhere/${path}`);
  const files = ['/somewhere/b.test.ts', second, '/somewhere/a.test.ts', first];
  const sorted = files.toSorted((one, other) => placeOf(one) - placeOf(other));
  expect(sorted).toEqual([first, second, '/somewhere/b.test.ts', '/somewhere/a.test.ts']);
});
