import { parseAmount } from '@suanpan/money/amount';
import { parseRate } from '@suanpan/money/rate';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitPayout } from '../fees/split-payout.ts';
import type { CollectionTerms } from '../fees/split.ts';
import { journalText } from './journal-text.ts';
import { sumOf } from './leg.ts';
import type { JournalDraft } from './leg.ts';
import { drawMix, totalOf } from './mix.ts';
import { payoutPaidLate } from './payout-paid-late.ts';
import { payoutPaid } from './payout-paid.ts';
import { payoutRelease } from './payout-release.ts';
import { payoutReverse } from './payout-reverse.ts';
import { payoutOrder, payoutSubmit } from './payout-submit.ts';

const twd = (text: string) => parseAmount(text, 'TWD');
const fee = (pct: string, perItem: string) => ({ pct: parseRate(pct), perItem: twd(perItem) });

/** Domain §3, J5: 0.1 % and 15 of the merchant, 8 for the end point, 3 for the general agent, 2 for the system. */
const terms: CollectionTerms = {
  merchant: fee('0.1', '15'),
  endpoint: fee('0', '8'),
  subAgent: fee('0', '3'),
  system: fee('0', '2'),
};
const j5 = splitPayout(twd('5000'), terms);
const hold = { L200: twd('5020') };

function expectTable(journal: JournalDraft, table: string) {
  const lines = table.trim().split('\n');
  expect(journalText(journal, 'TWD').split('\n')).toEqual(
    lines.map((line) => line.trim().replaceAll(/\s+/g, ' ')),
  );
}

describe('J5 a payout', () => {
  test('is held with its fee on top', () => {
    expect([j5.merchantFee, j5.total, j5.agentResidual]).toEqual([twd('20'), twd('5020'), twd('9')]);
    expectTable(payoutSubmit(hold), 'Dr L200[M] 5020.00\nCr L230[M] 5020.00');
  });

  test('spends money that pays others alone before settleable money', () => {
    const available = { L200: twd('9000'), L201: twd('1000'), L202: twd('2000') };
    expectTable(
      payoutSubmit(drawMix(j5.total, available, payoutOrder).mix),
      'Dr L202[M] 2000.00\nDr L201[M] 1000.00\nDr L200[M] 2020.00\nCr L230[M] 5020.00',
    );
  });

  test('is paid, the system fee in real time', () => {
    expectTable(
      payoutPaid(j5, 'realtime'),
      `Dr L230[M]  5020.00
       Cr A100     5000.00
       Cr L260        8.00
       Cr L240[GA]    3.00
       Cr L240[SA]    9.00
       Dr A120[SA]    2.00
       Cr R400        2.00
       Dr L240[SA]    2.00
       Cr A120[SA]    2.00`,
    );
  });

  test('is paid, the system fee receivable', () => {
    expect(payoutPaid(j5, 'periodic').legs).toHaveLength(7);
  });

  test('that is rejected gives back what it took, and settled money where the day has come', () => {
    const mix = { L202: twd('3000'), L200: twd('2020') };
    expectTable(payoutRelease(hold), 'Dr L230[M] 5020.00\nCr L200[M] 5020.00');
    expectTable(
      payoutRelease(mix, twd('1000')),
      'Dr L230[M] 5020.00\nCr L202[M] 2000.00\nCr L200[M] 3020.00',
    );
    expect(() => payoutRelease(mix, twd('3001'))).toThrow('cannot have come');
  });
});

describe('J6 a payout that came back', () => {
  test('returns the whole hold; the senior agent bears the end point', () => {
    expectTable(
      payoutReverse(j5, hold, { systemFeeMode: 'realtime', returned: twd('5000') }),
      `Dr A100     5000.00
       Dr L240[GA]    3.00
       Dr L240[SA]   17.00
       Cr L200[M]  5020.00
       Dr R400        2.00
       Cr L240[SA]    2.00`,
    );
  });

  test('gives an uncollected system fee back to the receivable', () => {
    expect(
      journalText(payoutReverse(j5, hold, { systemFeeMode: 'periodic', returned: twd('5000') }), 'TWD'),
    ).toContain('Cr A120[SA] 2.00');
  });

  test.each([
    ['4990', 'Dr L240[SA] 27.00'],
    ['5010', 'Cr A190 10.00'],
  ])('with %s does not touch what the merchant gets', (returned, line) => {
    const journal = payoutReverse(j5, hold, { systemFeeMode: 'realtime', returned: twd(returned) });
    expect(journalText(journal, 'TWD').split('\n')).toEqual(
      expect.arrayContaining([line, 'Cr L200[M] 5020.00']),
    );
  });
});

test('J21 a payout paid after its rejection: the buckets pay as far as they reach, and the rest is owed', () => {
  expectTable(
    payoutPaidLate(j5, { L202: twd('1000'), L201: twd('500'), L200: twd('700') }),
    `Dr L202[M] 1000.00
     Dr L201[M]  500.00
     Dr L200[M]  700.00
     Dr A130[M] 2808.00
     Cr A100    5000.00
     Cr L260       8.00`,
  );
});

test('every journal of a payout balances, whatever the prices, and a reversal undoes submitting and paying', () => {
  const price = fc.record({
    pct: fc.bigInt({ min: 0n, max: 500_000_000n }),
    perItem: fc.bigInt({ min: 0n, max: 1_000_000n }),
  });
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 13n }),
      fc.record({ merchant: price, endpoint: price, subAgent: price, middleman: price, system: price }),
      fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 9n }), fc.bigInt({ min: 0n, max: 10n ** 9n })),
      fc.constantFrom('realtime', 'periodic'),
      (amount, prices, [topUp, early], systemFeeMode) => {
        const split = splitPayout(amount, prices);
        const { mix } = drawMix(split.total, { L201: topUp, L202: early, L200: split.total }, payoutOrder);
        expect(totalOf(mix)).toBe(split.total);
        const [submit, paid] = [payoutSubmit(mix), payoutPaid(split, systemFeeMode)];
        const reversed = payoutReverse(split, mix, { systemFeeMode, returned: amount });
        for (const each of [submit, paid, reversed, payoutRelease(mix)]) expect(sumOf(each.legs)).toBe(0n);
        // After all of it only the end point has earned, and the senior agent has paid for it.
        const left = new Map<string, bigint>();
        for (const leg of [...submit.legs, ...paid.legs, ...reversed.legs]) {
          const key =
            journalText({ legs: [{ ...leg, amount: 1n }], clawsBack: false }, 'TWD').split(' ')[1] ?? '';
          left.set(key, (left.get(key) ?? 0n) + leg.amount);
        }
        const moved = [...left]
          .filter(([, total]) => total !== 0n)
          .toSorted(([a], [b]) => a.localeCompare(b));
        const cost = split.endpointFee;
        expect(moved).toEqual(
          cost === 0n
            ? []
            : [
                ['L240[SA]', -cost],
                ['L260', cost],
              ],
        );
      },
    ),
  );
});
