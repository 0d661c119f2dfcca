import { expect, test } from 'vitest';
import { isId } from './ids.ts';

test('an id is the decimal string of a positive bigint and nothing else', () => {
  expect(['1', '42', '9223372036854775807'].every(isId)).toBe(true);
  for (const text of ['', '0', '-1', '01', '1.0', '１', "1'--", '9223372036854775808', 'NaN']) {
    expect(isId(text), text).toBe(false);
  }
});
