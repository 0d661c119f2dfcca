import { expect, test } from 'vitest';
import { said } from '../testing/planted.ts';
import { unreadNamesBut } from './unread-names.ts';

const tree = {
  'packages/domain/src/limits.ts': 'export const readDays = 1;\nexport const unreadDays = 2;\n',
  'packages/domain/src/errors.ts':
    'export const catalogue = {\n  ok: { code: 0 },\n  lost: { code: 1 },\n};\n',
  'packages/domain/src/recipe.ts': 'export function recipe() {}\n',
  'packages/domain/src/recipe.test.ts': "import { recipe } from './recipe.ts';\nrecipe();\n",
  'apps/server/src/a.ts': "// unreadDays, lost\nthrow refuse('ok', readDays, catalogue);\n",
  'apps/server/src/a.test.ts': 'expect(unreadDays).toBe(2);\n',
  'apps/web/src/app/screen-registry.tsx': "export const screenRegistry = {\n  'a.built': screen(1),\n};\n",
};
const names = (awaited: Record<string, string[]>, most: number, files: object = {}) =>
  said(unreadNamesBut(awaited, most), { ...tree, ...files }).filter(
    (says) => !says.includes('screenRegistry'),
  );

test('what only a comment, its own test or a test of a limit says has no reader', () => {
  expect(names({}, 0)).toEqual([
    'limits.unreadDays has no reader: use it or take it away',
    'recipe.recipe has no reader: use it or take it away',
    'errors.lost has no reader: use it or take it away',
  ]);
});

const open = { 'a.later': ['limits.unreadDays', 'recipe.recipe', 'errors.lost'] };

test('what a screen awaits may wait until the screen is built', () => {
  expect(names(open, 3)).toEqual([]);
  expect(
    names({ ...open, 'a.later': ['limits.unreadDays', 'recipe.recipe'], 'a.built': ['errors.lost'] }, 3),
  ).toEqual(['a.built is built and does not read errors.lost']);
});

test('what is read leaves the list, and the list never grows', () => {
  const reader = { 'apps/server/src/b.ts': "throw refuse('lost');\n" };
  expect(names(open, 3, reader)).toEqual(['errors.lost is read or gone: take it off the list']);
  expect(names(open, 2)).toEqual([
    '3 names are awaited and not 2: the list only shrinks, awaitedMost with it',
  ]);
});
