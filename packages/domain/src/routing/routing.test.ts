import { parseAmount } from '@suanpan/money/amount';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exampleTerms } from '../fees/example-terms.ts';
import type { RouteCandidate, RouteRequest } from './candidate.ts';
import { chooseChannel } from './choose-channel.ts';
import { pickSmoothly } from './smooth-weighted.ts';
import { isHourRange, isOpenAt } from './time-window.ts';

const twd = (text: string) => parseAmount(text, 'TWD');
const noon: RouteRequest = {
  amount: twd('1000'),
  currency: 'TWD',
  at: new Date('2026-11-21T12:00:00+08:00'),
};

function candidate(channelId: string, change: Partial<RouteCandidate> = {}): RouteCandidate {
  return {
    id: `way of ${channelId}`,
    channelId,
    currency: 'TWD',
    merchantEnabled: true,
    agentEnabled: true,
    channelEnabled: true,
    accountEnabled: true,
    polling: true,
    priority: 0,
    weight: 100,
    currentWeight: 0,
    minAmounts: [twd('100')],
    maxAmounts: [twd('50000'), 0n],
    integerOnly: false,
    windows: [],
    dailyAmount: { limit: 0n, used: 0n },
    dailyCount: { limit: 0, used: 0 },
    balanceLimit: { limit: 0n, used: 0n },
    cardUsage: { limit: 0, used: 0 },
    runtime: 'ok',
    terms: exampleTerms,
    allowLoss: false,
    ...change,
  };
}

describe('a candidate is skipped with the reason', () => {
  const cheap = { ...exampleTerms, merchant: { pct: 0n, perItem: 0n } };
  const dear = { ...exampleTerms, merchant: { pct: 0n, perItem: twd('1000.01') } };
  test.each<[string, Partial<RouteCandidate>, Partial<RouteRequest>]>([
    ['merchantChannelDisabled', { merchantEnabled: false }, {}],
    ['agentChannelDisabled', { agentEnabled: false }, {}],
    ['channelDisabled', { channelEnabled: false }, {}],
    ['channelAccountDisabled', { accountEnabled: false }, {}],
    ['channelCurrencyMismatch', { currency: 'CNY' }, {}],
    ['excludedByRule', {}, { excluded: new Set(['a']) }],
    ['notForcedByRule', {}, { forced: new Set(['b']) }],
    ['channelInMaintenance', { runtime: 'maintenance' }, {}],
    ['channelTripped', { runtime: 'tripped' }, {}],
    ['amountBelowMinimum', { minAmounts: [twd('100'), twd('1000.01')] }, {}],
    ['amountAboveMaximum', { maxAmounts: [twd('50000'), twd('999.99')] }, {}],
    ['providerBalanceTooLow', { funds: { available: twd('1000'), lowWater: 0n } }, {}],
    ['providerBalanceTooLow', { funds: { available: twd('5000'), lowWater: twd('5000.01') } }, {}],
    ['fractionsNotAccepted', { integerOnly: true }, { amount: twd('1000.5') }],
    ['channelClosedHours', { windows: [[], [{ from: '13:00', to: '02:00' }]] }, {}],
    ['dailyAmountReached', { dailyAmount: { limit: twd('5000'), used: twd('4000.01') } }, {}],
    ['dailyCountReached', { dailyCount: { limit: 3, used: 3 } }, {}],
    ['balanceLimitReached', { balanceLimit: { limit: twd('5000'), used: twd('4000.01') } }, {}],
    ['cardUsageReached', { cardUsage: { limit: 1, used: 1 } }, {}],
    ['feeAboveAmount', { terms: dear }, {}],
    ['feeAboveAmount', { terms: dear, allowLoss: true }, {}],
    ['channelFeeInverted', { terms: cheap }, {}],
  ])('%s', (reason, change, request) => {
    const choice = chooseChannel([candidate('a', change)], { ...noon, ...request });
    expect(choice).toMatchObject({ channelId: null, skipped: [{ channelId: 'a', reason }] });
  });

  test('limits that are exactly met are met', () => {
    const full = candidate('a', {
      minAmounts: [twd('1000')],
      maxAmounts: [twd('1000')],
      dailyAmount: { limit: twd('1000'), used: 0n },
      balanceLimit: { limit: twd('1000'), used: 0n },
      dailyCount: { limit: 1, used: 0 },
      cardUsage: { limit: 1, used: 0 },
    });
    expect(chooseChannel([full], noon).channelId).toBe('a');
  });

  test('a fee of the whole amount credits nothing, which is not less than nothing', () => {
    const whole = { ...exampleTerms, merchant: { pct: 0n, perItem: twd('1000') } };
    expect(chooseChannel([candidate('a', { terms: whole })], noon).channelId).toBe('a');
  });

  test('an inverted split passes where the agent allows the loss', () => {
    expect(chooseChannel([candidate('a', { terms: cheap, allowLoss: true })], noon).channelId).toBe('a');
  });
});

describe('the choice', () => {
  test('prefers the lowest tier and falls back through the others', () => {
    const choice = chooseChannel(
      [candidate('late', { priority: 2 }), candidate('first'), candidate('second', { priority: 1 })],
      noon,
    );
    expect(choice.channelId).toBe('first');
    expect(choice.fallbacks).toEqual(['way of second', 'way of late']);
  });

  test('draws a standby channel only when nothing else is left', () => {
    const standby = candidate('standby', { weight: 0 });
    expect(chooseChannel([standby, candidate('a')], noon)).toMatchObject({
      channelId: 'a',
      skipped: [{ id: 'way of standby', channelId: 'standby', reason: 'standbyOnly' }],
      fallbacks: ['way of standby'],
    });
    expect(chooseChannel([standby, candidate('a', { runtime: 'tripped' })], noon).channelId).toBe('standby');
  });

  test('follows the pinned channel, also when it cannot take the order', () => {
    const pinned = candidate('pinned', { polling: false });
    expect(chooseChannel([candidate('a'), pinned], noon).channelId).toBe('pinned');
    const closed = chooseChannel([candidate('a'), { ...pinned, runtime: 'tripped' }], noon);
    expect(closed.channelId).toBeNull();
    expect(closed.skipped).toEqual([
      { id: 'way of a', channelId: 'a', reason: 'notThePinnedChannel' },
      { id: 'way of pinned', channelId: 'pinned', reason: 'channelTripped' },
    ]);
  });

  test('keeps a sticky payer on his channel without touching the rotation', () => {
    const choice = chooseChannel([candidate('a'), candidate('b')], { ...noon, stickyChannelId: 'b' });
    expect([choice.channelId, choice.isSticky, choice.currentWeights.size]).toEqual(['b', true, 0]);
  });

  test.each([
    ['is passed over', [candidate('a'), candidate('b', { runtime: 'tripped' })], 'a'],
    ['is of another tier', [candidate('a'), candidate('b', { priority: 9 })], 'a'],
    ['only stands by', [candidate('a'), candidate('b', { weight: 0 })], 'a'],
    ['is not his any more', [candidate('a'), candidate('c')], 'a'],
    ['is the only one', [candidate('b')], 'b'],
  ] as const)('keeps no payer where his channel %s', (_, candidates, drawn) => {
    const choice = chooseChannel(candidates, { ...noon, stickyChannelId: 'b' });
    expect([choice.channelId, choice.isSticky]).toEqual([drawn, false]);
    expect(choice).toEqual(chooseChannel(candidates, noon));
  });

  test('says nothing where there is nobody', () => {
    expect(chooseChannel([], noon)).toEqual({
      id: null,
      channelId: null,
      isSticky: false,
      skipped: [],
      currentWeights: new Map(),
      fallbacks: [],
    });
  });
});

describe('the smooth rotation', () => {
  test('spreads 5:1:1 evenly', () => {
    let state = new Map([
      ['a', 0],
      ['b', 0],
      ['c', 0],
    ]);
    const weights: Record<string, number> = { a: 5, b: 1, c: 1 };
    const drawn = Array.from({ length: 7 }, () => {
      const pick = pickSmoothly(
        [...state].map(([id, current]) => ({ id, weight: weights[id] ?? 0, current })),
      );
      state = new Map(pick?.currents);
      return pick?.id;
    });
    expect(drawn.join('')).toBe('aabacaa');
    expect([...state.values()]).toEqual([0, 0, 0]);
  });

  test('meets the weights exactly over one round, whatever they are', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 6 }), (weights) => {
        let currents: ReadonlyMap<string, number> = new Map();
        const drawn = new Map<string, number>();
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        for (let n = 0; n < total; n += 1) {
          const pick = pickSmoothly(
            weights.map((weight, id) => ({ id: `${id}`, weight, current: currents.get(`${id}`) ?? 0 })),
          );
          if (!pick) throw new Error('nothing was drawn');
          currents = pick.currents;
          drawn.set(pick.id, (drawn.get(pick.id) ?? 0) + 1);
        }
        expect(weights.map((_, id) => drawn.get(`${id}`))).toEqual(weights);
      }),
    );
  });
});

describe('a window', () => {
  const at = (text: string) => new Date(`2026-11-${text}:00+08:00`);

  test('that crosses midnight belongs to the day it began on', () => {
    const saturdayNight = [{ days: [6], from: '22:00', to: '02:00' }];
    expect(isOpenAt(saturdayNight, at('21T23:00'))).toBe(true);
    expect(isOpenAt(saturdayNight, at('22T01:59'))).toBe(true);
    expect(isOpenAt(saturdayNight, at('22T02:00'))).toBe(false);
    expect(isOpenAt(saturdayNight, at('21T01:00'))).toBe(false);
    expect(isOpenAt(saturdayNight, at('22T23:00'))).toBe(false);
  });

  test('is half open and unset means always', () => {
    const day = [{ from: '09:00', to: '18:00' }];
    expect([
      isOpenAt(day, at('21T09:00')),
      isOpenAt(day, at('21T18:00')),
      isOpenAt([], at('21T03:00')),
    ]).toEqual([true, false, true]);
  });

  test.each([
    [null, null, true, true],
    ['09:00', null, true, false],
    [null, '09:00', true, false],
    ['09:00', '09:00', true, false],
    ['22:00', '02:00', true, true],
    ['22:00', '02:00', false, false],
    ['09:00', '18:00', false, true],
    ['24:00', '25:00', true, false],
  ])('the range %s to %s (across midnight: %s) can be chosen: %s', (from, to, mayCrossMidnight, valid) => {
    expect(isHourRange(from, to, { mayCrossMidnight })).toBe(valid);
  });
});
