import { expect, test } from 'vitest';
import { decidingException } from './exceptions.ts';
import type { RouteException } from './exceptions.ts';

const at = new Date('2026-11-23T23:30:00+08:00');
const order = { amount: 1_000n, payer: '王 小明', at };
const rule = (channelId: string, change: Partial<RouteException> = {}): RouteException => ({
  amountMin: null,
  amountMax: null,
  payer: null,
  hours: null,
  act: 'force',
  channelId,
  until: null,
  ...change,
});
const decided = (...rules: RouteException[]) => decidingException(rules, order)?.channelId;

test('the first rule whose conditions all hold decides', () => {
  expect(decided(rule('a', { amountMin: 1_001n }), rule('b'), rule('c'))).toBe('b');
  expect(decided()).toBeUndefined();
});

test.each<[Partial<RouteException>, boolean]>([
  [{ amountMin: 1_000n, amountMax: 1_000n }, true],
  [{ amountMax: 999n }, false],
  [{ payer: '王小明' }, true],
  [{ payer: '李小明' }, false],
  [{ hours: { from: '22:00', to: '02:00' } }, true],
  [{ hours: { from: '09:00', to: '18:00' } }, false],
  [{ until: new Date(at.getTime() + 1) }, true],
  [{ until: at }, false],
])('%o holds: %s', (change, holds) => {
  expect(decided(rule('a', change))).toBe(holds ? 'a' : undefined);
});

test('a rule about a payer passes over an order whose payer nobody knows', () => {
  expect(decidingException([rule('a', { payer: '王小明' })], { ...order, payer: null })).toBeUndefined();
});
