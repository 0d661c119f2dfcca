import { expect, test } from 'vitest';
import { visit } from './open-tabs.ts';

const orders = visit([], 'collections.transactions', '?status=failed');
const both = visit(orders, 'users.list', '');

test('a visit adds a tab, or brings a known one to the front with its new search', () => {
  expect(both.map(({ name }) => name)).toEqual(['collections.transactions', 'users.list']);
  const again = visit(both, 'collections.transactions', '?status=success');
  expect(again.map(({ name, search }) => [name, search])).toEqual([
    ['collections.transactions', { status: 'success' }],
    ['users.list', {}],
  ]);
});

test('whoever stands there already is given the very same tabs, so that nothing is drawn anew', () => {
  expect(visit(orders, 'collections.transactions', '?status=failed')).toBe(orders);
  expect(visit(both, 'collections.transactions', '?status=failed')).not.toBe(both);
});
