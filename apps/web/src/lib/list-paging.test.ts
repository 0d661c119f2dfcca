import { expect, test } from 'vitest';
import { filtersOf, questionOf, withFilters, withOpen } from './list-paging.ts';

const address = {
  status: 'active',
  page: '3',
  rows: '20',
  sort: '-id',
  part: 'grants',
  self: '1',
  open: '7',
  tab: 'logins',
};

test('what stands open beside a list is neither a filter nor part of its question', () => {
  expect(filtersOf(address)).toEqual({ status: 'active' });
  expect(questionOf(address)).toEqual({
    status: 'active',
    page: '3',
    rows: '20',
    sort: '-id',
    part: 'grants',
  });
});

test('new filters begin at the first page with nothing open; order, page size, owner and part of the screen stay', () => {
  expect(withFilters(address, { search: 'lin' })).toEqual({
    search: 'lin',
    rows: '20',
    sort: '-id',
    self: '1',
    part: 'grants',
  });
});

test('opening another row forgets which tab the last one stood at', () => {
  expect(withOpen(address, '8')).toEqual({
    status: 'active',
    page: '3',
    rows: '20',
    sort: '-id',
    self: '1',
    part: 'grants',
    open: '8',
  });
  expect(withOpen(address, null)).not.toHaveProperty('open');
});
