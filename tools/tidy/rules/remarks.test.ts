import { expect, test } from 'vitest';
import { found } from '../testing/planted.ts';
import { remarks } from './remarks.ts';

test.each(['// TODO: later', '/* FIXME */', '// const a = 1;', '// return a;', '// post(journal);'])(
  '%s is found',
  (text) => {
    expect(found(remarks, { 'tools/a.ts': text })).toEqual(['tools/a.ts:1']);
  },
);

test.each([
  '// If the bank is silent, the money stays in flight.',
  '// Locks are taken by ascending id (see 0007).',
])('%s is a remark', (text) => {
  expect(found(remarks, { 'tools/a.ts': text })).toEqual([]);
});
