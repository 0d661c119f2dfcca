import { expect, it } from 'vitest';
import { userNames } from '../demo-names.ts';
import { demoMerchants } from '../tenants/demo-tenants.ts';
import { createAgenda } from './agenda.ts';
import { planBirths } from './births.ts';
import type { Birth } from './births.ts';
import { drawOrder, numberOf } from './draw-order.ts';

const until = new Date('2026-11-21T04:00:00Z');
const dayMs = 86_400_000;
const from = new Date(until.getTime() - 30 * dayMs);
const ids = new Map(demoMerchants.map(({ username }, index) => [username, BigInt(index + 1)]));

function allBirths(count: number, done = 0): { list: Birth[]; isSingly: (ms: number) => boolean } {
  const births = planBirths(from, until, done, count);
  const list: Birth[] = [];
  for (let birth = births.next; birth !== undefined; births.take(), birth = births.next) list.push(birth);
  return { list, isSingly: births.isSingly };
}

it('an agenda gives what is soonest first, and things of one instant in the order in which they were noted', () => {
  const agenda = createAgenda<string>();
  for (const [at, thing] of [
    [30, 'c'],
    [10, 'a'],
    [20, 'b1'],
    [20, 'b2'],
    [5, 'first'],
    [20, 'b3'],
  ] as const) {
    agenda.note(at, thing);
  }
  expect(agenda.nextMs).toBe(5);
  expect(agenda.takeUntil(20)).toEqual(['first', 'a', 'b1', 'b2', 'b3']);
  expect(agenda.takeUntil(29)).toEqual([]);
  expect(agenda.takeUntil(Infinity)).toEqual(['c']);
  expect(agenda.nextMs).toBeUndefined();
});

it('every order is born once, in the order of the numbers, inside the time that is left', () => {
  const { list } = allBirths(5_000, 700);
  expect(list.reduce((sum, birth) => sum + birth.count, 0)).toBe(5_000);
  for (const [index, birth] of list.entries()) {
    const before = list[index - 1];
    expect(birth.from).toBe(before === undefined ? 0 : before.from + before.count);
    if (before !== undefined) expect(birth.atMs).toBeGreaterThanOrEqual(before.atMs);
    expect(birth.atMs).toBeGreaterThanOrEqual(from.getTime());
    expect(birth.atMs).toBeLessThanOrEqual(until.getTime());
  }
});

it('orders of the last day come one by one, older ones share instants of an hour at the most', () => {
  const { list, isSingly } = allBirths(20_000);
  expect(list.filter((birth) => isSingly(birth.atMs) && birth.count > 1)).toEqual([]);
  expect(list.filter((birth) => isSingly(birth.atMs)).length).toBeGreaterThan(500);
  expect(list.length).toBeLessThan(3_000);
});

it('a shop sells more in the evening than before dawn', () => {
  const { list } = allBirths(20_000);
  const atHour = (hour: number): number =>
    list
      .filter((birth) => new Date(birth.atMs + 8 * 3_600_000).getUTCHours() === hour)
      .reduce((sum, birth) => sum + birth.count, 0);
  expect(atHour(21)).toBeGreaterThan(atHour(4) * 4);
});

it('an order of a number is always the same, and its number can be read from it', () => {
  const one = drawOrder(1_234, ids, 'seed');
  expect(drawOrder(1_234, ids, 'seed')).toEqual(one);
  expect(drawOrder(1_235, ids, 'seed')).not.toEqual(one);
  expect(numberOf(one.order.merchantOrderNo)).toBe(1_234);
  expect(numberOf('somebody-else-7')).toBeUndefined();
});

it('merchants have different numbers, and everybody who is spoken of has a name', () => {
  const numbers = new Set<string>();
  for (let number = 0; number < 2_000; number += 1) {
    const { order } = drawOrder(number, ids, 'seed');
    numbers.add(`${order.customerId} ${order.merchantOrderNo}`);
    expect(order.amount).toBeGreaterThan(0n);
  }
  expect(numbers.size).toBe(2_000);
  for (const { username } of demoMerchants) expect(userNames[username]).toBeDefined();
});
