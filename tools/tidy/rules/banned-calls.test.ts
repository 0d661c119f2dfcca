import { expect, test } from 'vitest';
import { found, said } from '../testing/planted.ts';
import { bannedCalls } from './banned-calls.ts';

const server = 'apps/server/src/modules/payouts/a.ts';

test.each([
  ['Number(amount);', '@suanpan/money'],
  ['parseFloat(amount);', '@suanpan/money'],
  ['Number.parseFloat(amount);', '@suanpan/money'],
  ['amount.toFixed(2);', '@suanpan/money'],
  ['Date.now();', 'WallClock'],
  ['new Date();', 'WallClock'],
  ['Math.random();', 'getRandomValues'],
  ['fetch(url);', 'platform/outbound'],
  ['console.log(1);', 'Logger'],
  ['const x: any = 1;', 'unknown'],
  ['eval(text);', 'write the code'],
  ['new Function(text);', 'write the code'],
])('%s is found and names %s instead', (call, instead) => {
  expect(said(bannedCalls, { [server]: call })).toEqual([expect.stringContaining(instead)]);
});

test('the domain has no clock and no float either', () => {
  const path = 'packages/domain/src/fees/split.ts';
  expect(found(bannedCalls, { [path]: 'Number(x);\nDate.now();' })).toEqual([`${path}:1`, `${path}:2`]);
});

test('a number that is not money is fine with its reason', () => {
  const remarked =
    '// Not money: a count of rows.\nNumber(row.count);\nNumber(row.port); // not money, a port';
  expect(found(bannedCalls, { [server]: remarked })).toEqual([]);
  expect(found(bannedCalls, { [server]: `${remarked}\n\nNumber(row.amount);` })).toEqual([`${server}:5`]);
});

test('platform counts, the clock tells the time, and a date of something is no clock', () => {
  const files = {
    'apps/server/src/platform/config.ts': 'Number(env.PORT);',
    'apps/server/src/platform/clock.ts': 'new Date();',
    [server]: 'new Date(text);',
    'apps/sandbox/src/bank.ts': 'console.log(Date.now());',
    'tools/a.ts': 'Number(x).toFixed(1);',
  };
  expect(found(bannedCalls, files)).toEqual([]);
});
