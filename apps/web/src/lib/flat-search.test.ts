import { expect, test } from 'vitest';
import { parseFlatSearch, stringifyFlatSearch } from './flat-search.ts';

test('numbers keep their zeros, lists repeat their key, and empty values leave the address', () => {
  const search = { no: '00123', status: ['paid', 'failed'], page: '', channel: undefined };
  expect(stringifyFlatSearch(search)).toBe('?no=00123&status=paid&status=failed');
  expect(parseFlatSearch('no=00123&status=paid&status=failed')).toEqual({
    no: '00123',
    status: ['paid', 'failed'],
  });
  expect(stringifyFlatSearch({})).toBe('');
});
