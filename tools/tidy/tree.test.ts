import { expect, test } from 'vitest';
import { rules } from './rules/all.ts';
import { describeSizes } from './sizes.ts';
import { plantTree } from './tree.ts';

test('a file that does not parse is reported by its path', () => {
  expect(() => plantTree({ 'tools/broken.ts': 'const = ;' })).toThrow('tools/broken.ts');
});

test('an import of a workspace leads to its source', () => {
  const tree = plantTree({
    'packages/money/src/amount.ts': '',
    'tools/a.ts': `import '@suanpan/money/amount';\nimport 'node:fs';`,
  });
  const source = tree.sources.find(({ path }) => path === 'tools/a.ts');
  if (!source) throw new Error('planted file not found');
  const targets = source.imports.map(({ specifier }) => tree.resolve(source, specifier));
  expect(targets).toEqual(['packages/money/src/amount.ts', undefined]);
});

test('sizes name folders of more than 25 entries and files of more than 300 lines', () => {
  const many = Object.fromEntries(Array.from({ length: 26 }, (_, n) => [`apps/web/src/kit/a${n}.ts`, '']));
  const sizes = describeSizes(plantTree({ ...many, 'apps/web/src/long.ts': '\n'.repeat(301) }));
  expect(sizes).toContain('26 entries: apps/web/src/kit');
  expect(sizes).toContain('301 lines: apps/web/src/long.ts');
});

test('every rule has a name of its own', () => {
  expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
});
