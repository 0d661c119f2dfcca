import { expect, test } from 'vitest';
import { accountKinds, accounts } from './accounts.ts';

test('only fee income and the settleable money of a senior agent can stand below zero', () => {
  expect(accountKinds.filter((kind) => accounts[kind].mayGoNegative)).toEqual(['L200', 'L240']);
});

test('exactly the buckets of external owners keep a running balance', () => {
  expect(accountKinds.filter((kind) => accounts[kind].external)).toEqual([
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
