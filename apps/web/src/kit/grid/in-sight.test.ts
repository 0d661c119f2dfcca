import { expect, test } from 'vitest';
import { inSight, rowsInSight } from './in-sight.ts';
import { edgesOf } from './use-edges.ts';

const widths = [100, 100, 100, 100, 100];

test('what touches the window or its margin is in sight, and nothing beside it', () => {
  expect(inSight(widths, 40, 40, 240, 0)).toEqual({ first: 0, end: 2 });
  expect(inSight(widths, 40, 141, 339, 0)).toEqual({ first: 1, end: 3 });
  expect(inSight(widths, 40, 240, 340, 10)).toEqual({ first: 1, end: 4 });
  expect(inSight(widths, 40, 900, 990, 0)).toEqual({ first: 4, end: 5 });
  expect(inSight([], 0, 0, 100, 0)).toEqual({ first: 0, end: 0 });
});

test('rows of one height are divided and not counted', () => {
  expect(rowsInSight(10_000, 30, 3_000, 3_600, 60)).toEqual({ first: 98, end: 122 });
  expect(rowsInSight(10, 30, 0, 3_600, 60)).toEqual({ first: 0, end: 10 });
  expect(rowsInSight(100, 30, 90_000, 90_600, 0)).toEqual({ first: 99, end: 100 });
});

test('the column that the actions cut in two is covered from its beginning, and one that they do not cut is not', () => {
  const lie = { widths, start: 0, end: 80 };
  expect(edgesOf(lie, 0, 330)).toEqual({ isOffStart: false, isOffEnd: true, cover: 50 });
  expect(edgesOf(lie, 50, 380)).toEqual({ isOffStart: true, isOffEnd: true, cover: 50 });
  expect(edgesOf(lie, 0, 380)).toEqual({ isOffStart: false, isOffEnd: true, cover: 0 });
  expect(edgesOf(lie, 250, 330)).toEqual({ isOffStart: true, isOffEnd: false, cover: 0 });
});
