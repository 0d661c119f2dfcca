import { expect, test } from 'vitest';
import { stacked, stayOf, type Toast } from './toast.ts';

const said = (title: string, tone: Toast['tone'] = 'ok'): Toast => ({ title, tone });

test('a toast goes after 6 s, one that can be acted on after 8 s, a refusal when it is closed', () => {
  expect(stayOf(said('saved'))).toBe(6_000);
  expect(stayOf({ ...said('closed'), undo: () => {} })).toBe(8_000);
  expect(stayOf({ ...said('started'), href: '#/wrap/downloadPage' })).toBe(8_000);
  expect(stayOf(said('no', 'fail'))).toBeNull();
  expect(stayOf({ ...said('alarm', 'fail'), isNotice: true })).toBe(6_000);
});

test('three stand at most, and what was refused outlasts what was done', () => {
  const all = ['a', 'b', 'c', 'd'].map((title) => said(title, title === 'a' ? 'fail' : 'ok'));
  const shown = all.reduce<readonly Toast[]>(stacked, []);
  expect(shown.map(({ title }) => title)).toEqual(['a', 'c', 'd']);
  const refused = ['a', 'b', 'c', 'd']
    .map((title) => said(title, 'fail'))
    .reduce<readonly Toast[]>(stacked, []);
  expect(refused.map(({ title }) => title)).toEqual(['b', 'c', 'd']);
});
