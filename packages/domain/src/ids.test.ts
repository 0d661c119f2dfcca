import { expect, test } from 'vitest';
import { idOfOrderNo, isId } from './ids.ts';

test('an id is the decimal string of a positive bigint and nothing else', () => {
  expect(['1', '42', '9223372036854775807'].every(isId)).toBe(true);
  for (const text of ['', '0', '-1', '01', '1.0', '１', "1'--", '9223372036854775808', 'NaN']) {
    expect(isId(text), text).toBe(false);
  }
});

test('the number of a collection or a payout names its id, and no other text does', () => {
  expect(idOfOrderNo('C2611220000012345')).toBe(12_345n);
  expect(idOfOrderNo('P2611220000000777')).toBe(777n);
  for (const text of ['', 'W2611220000000777', 'P261122', 'p2611220000000777', 'PO-1'])
    expect(idOfOrderNo(text), text).toBe(0n);
});
