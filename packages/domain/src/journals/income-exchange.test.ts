import { parseAmount } from '@suanpan/money/amount';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { positionAfter, tradeResult } from './income-exchange.ts';
import type { HousePosition } from './income-exchange.ts';

const twd = (text: string) => parseAmount(text, 'TWD');
const usdt = (text: string) => parseAmount(text, 'USDT');
/** J8: 1,000 USDT given for 32,600 TWD. */
const owing = { held: -usdt('1000'), cost: -twd('32600') };
/** J9: 100 USDT taken for 3,180 TWD. */
const holding = { held: usdt('100'), cost: twd('3180') };

test('a part is realised pro rata, and the rest keeps its mean price', () => {
  const trade = { base: usdt('400'), quote: -twd('12960') };
  expect(tradeResult(owing, trade)).toBe(twd('80'));
  expect(positionAfter(owing, trade)).toEqual({ held: -usdt('600'), cost: -twd('19560') });
});

test('what adds to a position brings nothing yet', () => {
  const trade = { base: usdt('100'), quote: -twd('3100') };
  expect(tradeResult(holding, trade)).toBe(0n);
  expect(positionAfter(holding, trade)).toEqual({ held: usdt('200'), cost: twd('6280') });
});

test('what goes beyond a position closes it, and begins another at its own price', () => {
  const trade = { base: usdt('1500'), quote: -twd('48600') };
  expect(tradeResult(owing, trade)).toBe(twd('200'));
  expect(positionAfter(owing, trade)).toEqual({ held: usdt('500'), cost: twd('16200') });
});

test('closed at last, a position leaves nothing, and its results are all that was paid and got', () => {
  const amount = fc.bigInt(1n, 10n ** 15n);
  const trades = fc.array(fc.tuple(fc.boolean(), amount, amount), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(trades, amount, (list, last) => {
      let position: HousePosition = { held: 0n, cost: 0n };
      let [results, paid] = [0n, 0n];
      const make = (base: bigint, quote: bigint) => {
        results += tradeResult(position, { base, quote });
        paid += quote;
        position = positionAfter(position, { base, quote });
      };
      for (const [isBuy, base, quote] of list) {
        if (isBuy) make(base, -quote);
        else make(-base, quote);
      }
      if (position.held !== 0n) make(-position.held, position.held > 0n ? last : -last);
      expect(position).toEqual({ held: 0n, cost: 0n });
      expect(results).toBe(paid);
    }),
  );
});
