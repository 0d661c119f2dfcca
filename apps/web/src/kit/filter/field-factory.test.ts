import { searchCollections, type CollectionRow } from '@suanpan/contract/endpoints/collections';
import { changelogs } from '@suanpan/contract/endpoints/accounting';
import { operationAnalysis } from '@suanpan/contract/endpoints/audit';
import { describe, expect, test } from 'vitest';
import { columns, type SortOf } from '../grid/column-factory.tsx';
import { fields, filterOf, inputOf } from './field-factory.ts';

type Search = typeof searchCollections;
const f = fields<Search>();
const c = columns<CollectionRow, SortOf<Search>>();
const nowMs = Date.parse('2026-11-22T08:00:00Z');
const yesNo = { yes: 'yes', no: 'no' };
const callbacks = { not_sent: 'a', success: 'b', failed: 'c' };

const asked = [
  f.numbers('numbers', 'Number'),
  f.choices('callback_status', 'Callback', callbacks),
  f.text('request_ip', 'IP'),
  f.flag('is_test', 'Test', yesNo),
  f.amounts('amount', 'Amount'),
  f.dates('created', 'Created', { fallback: 'today' }),
  f.moreDates('completed', 'Completed', { fallback: 'all' }),
];
const input = inputOf(searchCollections, asked, ['-created_at', 'amount']);
const paging = { page: 1, paginate: 50 };
const today = { created_from: '2026-11-21T16:00:00.000Z', created_to: '2026-11-22T16:00:00.000Z' };

describe('a call with a plain range', () => {
  const g = fields<typeof changelogs>();
  const turnover = inputOf(changelogs, [
    g.number('order_no', 'Order'),
    g.days('Days', { fallback: 'today' }),
  ]);

  test('takes today’s days, and none while a number is asked for', () => {
    const [from, to] = [today.created_from, today.created_to];
    expect(turnover({}, nowMs)).toEqual({ ...paging, from, to });
    expect(turnover({ order_no: 'C1', range: 'last7' }, nowMs)).toEqual({ ...paging, order_no: 'C1' });
  });

  test('has no pages where the call has none, and no endless range where days are bounded', () => {
    const days = fields<typeof operationAnalysis>().days('Days', { fallback: 'today', maxDays: 92 });
    const [from, to] = [today.created_from, today.created_to];
    expect(filterOf(operationAnalysis, [days])({ range: 'all', page: '2' }, nowMs)).toEqual({ from, to });
  });
});

describe('the address becomes the call', () => {
  test('with the list’s own order and range while it names none', () => {
    expect(input({}, nowMs)).toEqual({ ...paging, sort: '-created_at', ...today });
  });

  test('with every field in its own form', () => {
    const search = {
      callback_status: ['failed', 'not_sent'],
      request_ip: '203.0.113.7',
      is_test: 'no',
      amount_min: '100.5',
      range: 'all',
      completed_from: '2026-11-20',
      completed_to: '2026-11-20',
      sort: 'amount',
    };
    expect(input(search, nowMs)).toEqual({
      ...paging,
      sort: 'amount',
      callback_status: ['failed', 'not_sent'],
      request_ip: '203.0.113.7',
      is_test: false,
      amount_min: '100.5',
      completed_from: '2026-11-19T16:00:00.000Z',
      completed_to: '2026-11-20T16:00:00.000Z',
    });
  });

  test('without what the contract would refuse', () => {
    const search = { callback_status: 'gone', amount_min: 'much', is_test: '1', sort: 'fee', other: 'x' };
    expect(input(search, nowMs)).toEqual({ ...paging, sort: '-created_at', ...today });
  });

  test('without days while a whole number is asked for', () => {
    expect(input({ numbers: 'A1, B2\nC3', range: 'last7' }, nowMs)).toEqual({
      ...paging,
      sort: '-created_at',
      numbers: ['A1', 'B2', 'C3'],
    });
  });
});

/** Never run: each line is a slip that must not compile. */
export function slips(): unknown {
  return [
    // @ts-expect-error a filter key that the call does not take
    f.text('request_ipp', 'IP'),
    // @ts-expect-error a currency of a call that takes none
    fields<typeof operationAnalysis>().currency('Currency'),
    // @ts-expect-error a set is no free text
    f.text('callback_status', 'Callback'),
    // @ts-expect-error a value that the set does not have
    f.choices('callback_status', 'Callback', { not_sent: 'a', success: 'b', failed: 'c', lost: 'd' }),
    // @ts-expect-error a value of the set without a word
    f.choices('callback_status', 'Callback', { failed: 'c' }),
    // @ts-expect-error a range that the call does not take
    f.dates('paid', 'Paid', { fallback: 'all' }),
    // @ts-expect-error amounts that the call does not take
    f.amounts('fee', 'Fee'),
    // @ts-expect-error a column that the row does not have
    c.money('fees', 'Fee'),
    // @ts-expect-error a column of another kind
    c.money('is_test', 'Test'),
    // @ts-expect-error an order that the call does not know
    c.money('fee', 'Fee', { sort: 'fee' }),
    // @ts-expect-error a sort that the call does not know
    inputOf(searchCollections, asked, ['-fee']),
    // @ts-expect-error an input that the call does not take
    inputOf(searchCollections, asked)({}, 0).created_at,
  ];
}
