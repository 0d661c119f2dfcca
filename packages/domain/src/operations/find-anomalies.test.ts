import { expect, test } from 'vitest';
import { findAnomalies } from './find-anomalies.ts';

const quiet = { acts: 40, denials: 0, night: 0, busiestDay: 10, usualPerDay: 9 };

test.each([
  ['an ordinary day', {}, []],
  ['four acts at night, which may be an accident', { acts: 4, night: 4 }, []],
  ['five at night of five', { acts: 5, night: 5 }, ['nightWork']],
  ['a night shift that is a small part of much work', { acts: 200, night: 20 }, []],
  ['nine denials', { denials: 9 }, []],
  ['ten denials', { denials: 10 }, ['manyDenials']],
  ['three times the usual', { busiestDay: 27 }, []],
  ['more than three times the usual', { busiestDay: 28 }, ['unusualCount']],
  ['a newcomer with a few acts', { busiestDay: 19, usualPerDay: null }, []],
  ['a newcomer with many', { busiestDay: 20, usualPerDay: null }, ['unusualCount']],
])('%s', (_name, change, kinds) => {
  expect(findAnomalies({ ...quiet, ...change }).map(({ kind }) => kind)).toEqual(kinds);
});
