import { expect, test } from 'vitest';
import { found, said } from '../testing/planted.ts';
import { importCircles } from './import-circles.ts';

test('a circle over three files is found once, with its members', () => {
  const files = {
    'tools/a.ts': `import { b } from './b.ts';`,
    'tools/b.ts': `import type { C } from './c.ts';`,
    'tools/c.ts': `export { a } from './a.ts';`,
  };
  expect(said(importCircles, files)).toHaveLength(1);
  expect(said(importCircles, files)[0]).toContain('tools/b.ts');
});

test('a circle through a workspace name and a dynamic import is a circle too', () => {
  const files = {
    'packages/money/src/amount.ts': `import '@suanpan/money/rate';`,
    'packages/money/src/rate.ts': `const later = () => import('./amount.ts');`,
  };
  expect(found(importCircles, files)).toEqual(['packages/money/src/amount.ts:1']);
});

test('two ways to the same file are no circle', () => {
  const files = {
    'tools/a.ts': `import './b.ts'; import './c.ts';`,
    'tools/b.ts': `import './c.ts';`,
    'tools/c.ts': `export const c = 1;`,
  };
  expect(found(importCircles, files)).toEqual([]);
});
