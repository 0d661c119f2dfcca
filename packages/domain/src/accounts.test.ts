import { expect, test } from 'vitest';
import { accountKinds, accounts } from './accounts.ts';

test('only fee income, the settleable money of a senior agent and what a merchant owes can stand below zero', () => {
  expect(accountKinds.filter((kind) => accounts[kind].mayGoNegative)).toEqual(['A130', 'L200', 'L240']);
});

test('exactly the buckets of external owners keep a running balance', () => {
  expect(accountKinds.filter((kind) => accounts[kind].external)).toEqual([
    'A130',
    'L200',
    'L201',
    'L202',
    'L210',
    'L220',
    'L230',
    'L231',
    'L232',
    'L240',
  ]);
});
