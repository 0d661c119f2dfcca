import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exampleTerms } from '../fees/example-terms.ts';
import type { RouteCandidate } from './candidate.ts';
import { chooseChannel } from './choose-channel.ts';
import { createReplay } from './replay.ts';
import type { PastOrder, ReplayPool } from './replay.ts';

const ledgerUnits = 10_000n;
const base: RouteCandidate = {
  id: '',
  channelId: '',
  currency: 'TWD',
  merchantEnabled: true,
  agentEnabled: true,
  channelEnabled: true,
  accountEnabled: true,
  polling: true,
  priority: 1,
  weight: 100,
  currentWeight: 0,
  minAmounts: [0n],
  maxAmounts: [0n],
  integerOnly: false,
  windows: [],
  dailyAmount: { limit: 0n, used: 0n },
  dailyCount: { limit: 0, used: 0 },
  balanceLimit: { limit: 0n, used: 0n },
  cardUsage: { limit: 0, used: 0 },
  runtime: 'ok',
  terms: exampleTerms,
  allowLoss: false,
};
const start = Date.parse('2026-11-22T00:00:00+08:00');

/**
 * Orders as the live rules route them one after the other, with the caps of a day counted. Where there are payers, they come
 * in turn, pay what they are asked for and are kept on their channel.
 */
function live(candidates: readonly RouteCandidate[], amounts: readonly bigint[], payers = 0): PastOrder[] {
  const paid = new Map<number, { readonly orderNo: string; readonly channelId: string }>();
  const turn = new Map<string, number>();
  const used = new Map<string, { amount: bigint; count: number }>();
  return amounts.map((amount, n) => {
    const at = new Date(start + n * 1_000);
    const paidBefore = payers === 0 ? null : (paid.get(n % payers) ?? null);
    const choice = chooseChannel(
      candidates.map((candidate) => ({
        ...candidate,
        currentWeight: turn.get(candidate.id) ?? 0,
        dailyAmount: { ...candidate.dailyAmount, used: used.get(candidate.channelId)?.amount ?? 0n },
        dailyCount: { ...candidate.dailyCount, used: used.get(candidate.channelId)?.count ?? 0 },
      })),
      {
        amount,
        currency: 'TWD',
        at,
        ...(paidBefore && { stickyChannelId: paidBefore.channelId }),
      },
    );
    for (const [id, weight] of choice.currentWeights) turn.set(id, weight);
    if (choice.channelId !== null) {
      if (payers > 0) paid.set(n % payers, { orderNo: `N${n}`, channelId: choice.channelId });
      const was = used.get(choice.channelId) ?? { amount: 0n, count: 0 };
      used.set(choice.channelId, { amount: was.amount + amount, count: was.count + 1 });
    }
    return {
      orderNo: `N${n}`,
      pool: 'p',
      amount,
      payer: null,
      paidBefore,
      at,
      channelId: choice.channelId,
      cost: 7n,
    };
  });
}

const channels = fc
  .array(
    fc.record({
      weight: fc.integer({ min: 0, max: 9 }),
      priority: fc.integer({ min: 1, max: 2 }),
      max: fc.constantFrom(0n, 500n * ledgerUnits),
      dailyCount: fc.integer({ min: 0, max: 20 }),
      dailyAmount: fc.constantFrom(0n, 5_000n * ledgerUnits),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((all) =>
    all.map(({ dailyAmount, dailyCount, max, priority, weight }, n): RouteCandidate => ({
      ...base,
      id: `way ${n}`,
      channelId: `${n}`,
      weight,
      priority,
      maxAmounts: [max],
      dailyCount: { limit: dailyCount, used: 0 },
      dailyAmount: { limit: dailyAmount, used: 0n },
    })),
  );
const amounts = fc.array(
  fc.integer({ min: 100, max: 1_000 }).map((major) => BigInt(major) * ledgerUnits),
  { maxLength: 60 },
);

test('orders replayed as they were go where they went', () => {
  fc.assert(
    fc.property(channels, amounts, fc.boolean(), fc.nat(4), (candidates, sums, isLookedAtAnew, payers) => {
      const orders = live(candidates, sums, payers);
      // Another object, so that every order is really chosen anew.
      const pool: ReplayPool = {
        currency: 'TWD',
        candidates,
        changed: isLookedAtAnew ? [...candidates] : candidates,
        exceptions: [],
      };
      const replay = createReplay(() => pool);
      expect(orders.map((order) => replay.take(order))).toEqual(orders.map(({ channelId }) => channelId));
      expect(replay.result.moved).toBe(0);
      for (const line of replay.result.byChannel.values()) {
        expect([line.after, line.costAfter]).toEqual([line.before, line.costBefore]);
      }
    }),
  );
});

test('replayed over changed channels, orders go as they would have gone live', () => {
  fc.assert(
    fc.property(channels, amounts, fc.integer({ min: 1, max: 9 }), (candidates, sums, weight) => {
      const changed = candidates.map((each, n) => (n === 0 ? { ...each, weight } : each));
      const replay = createReplay(() => ({ currency: 'TWD', candidates, changed, exceptions: [] }));
      const after = live(candidates, sums).map((order) => replay.take(order));
      expect(after).toEqual(live(changed, sums).map(({ channelId }) => channelId));
      const lines = [...replay.result.byChannel.values()];
      expect(lines.reduce((sum, line) => sum + line.after, 0) + replay.result.withoutChannel).toBe(
        sums.length,
      );
      expect(replay.result.moved).toBe(
        after.filter((id, n) => id !== live(candidates, sums)[n]?.channelId).length,
      );
    }),
    { numRuns: 30 },
  );
});

test('payers who were kept are kept on the channels to which their own orders move', () => {
  const limitless = channels.map((all) =>
    all.map((each) => ({
      ...each,
      maxAmounts: [],
      dailyAmount: base.dailyAmount,
      dailyCount: base.dailyCount,
    })),
  );
  const few = fc.integer({ min: 1, max: 9 });
  fc.assert(
    fc.property(limitless, amounts, few, few, (candidates, sums, weight, payers) => {
      const changed = candidates.map((each, n) => (n === 0 ? { ...each, weight, priority: 1 } : each));
      const replay = createReplay(() => ({ currency: 'TWD', candidates, changed, exceptions: [] }));
      const after = live(candidates, sums, payers).map((order) => replay.take(order));
      expect(after).toEqual(live(changed, sums, payers).map(({ channelId }) => channelId));
    }),
  );
});

test('a full day is counted as a hit, and who has no channel left is told', () => {
  const candidates: RouteCandidate[] = [
    { ...base, id: 'way a', channelId: 'a', dailyCount: { limit: 0, used: 0 } },
    { ...base, id: 'way b', channelId: 'b', channelEnabled: false },
  ];
  const changed = candidates.map((each) =>
    each.channelId === 'a' ? { ...each, dailyCount: { limit: 2, used: 0 } } : each,
  );
  const replay = createReplay(() => ({ currency: 'TWD', candidates, changed, exceptions: [] }));
  for (const order of live(
    candidates,
    [100n, 100n, 100n].map((major) => major * ledgerUnits),
  ))
    replay.take(order);
  expect(replay.result).toMatchObject({ orders: 3, moved: 1, withoutChannel: 1, withoutChannelBefore: 0 });
  expect(replay.result.byChannel.get('a')).toMatchObject({ before: 3, after: 2, capHits: 1 });
  expect(replay.result.sample).toEqual([
    { orderNo: 'N2', before: 'a', after: null, why: 'dailyCountReached' },
  ]);
});
