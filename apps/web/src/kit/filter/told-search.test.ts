import { expect, test } from 'vitest';
import type { FilterField } from './filter-field.ts';
import { toldSearch } from './told-search.ts';

const fields: readonly FilterField[] = [
  { key: 'no', label: 'Number', kind: 'text' },
  { key: 'created', label: 'Created', kind: 'dates', fallback: 'all' },
  {
    key: 'status',
    label: 'Status',
    kind: 'choices',
    options: [
      { value: 'pending', label: 'Pending' },
      { value: 'paid', label: 'Paid' },
    ],
  },
  { key: 'amount', label: 'Amount', kind: 'amounts' },
];

test('a search is told by what it asks for, without its dates', () => {
  expect(toldSearch(fields, {})).toEqual([]);
  expect(
    toldSearch(fields, { status: ['pending', 'paid'], amount_min: '5000', range: 'today', page: '2' }),
  ).toEqual(['Pending', 'Paid', 'Amount 5000–']);
  expect(toldSearch(fields, { no: 'A1', status: 'unknown' })).toEqual(['Number A1', 'unknown']);
});
