import { expect, test } from 'vitest';
import { addMovement, closingOf, noFigures } from './statement.ts';

test('what came in less what went out is what is there at the end', () => {
  const figures = noFigures();
  const moved = [
    { event: 'collection.settle', amount: 10_000n, fee: 285n, net: 9_715n },
    { event: 'collection.release', amount: null, fee: null, net: 0n },
    { event: 'payout.paid', amount: 5_000n, fee: 20n, net: -5_020n },
    { event: 'payout.reverse', amount: -5_000n, fee: -20n, net: 5_020n },
    { event: 'withdrawal.paid', amount: null, fee: null, net: -3_000n },
    { event: 'deposit.credit', amount: null, fee: null, net: 49_750n },
    { event: 'balance.adjust', amount: null, fee: null, net: -7n },
    { event: 'collection.chargeBack', amount: null, fee: null, net: -1_000n },
  ];
  for (const one of moved) addMovement(figures, one);
  expect(figures).toEqual({
    collections: 10_000n,
    fees: 285n,
    payouts: 0n,
    payout_fees: 0n,
    withdrawals: 3_000n,
    deposits: 49_750n,
    adjustments: -7n,
    refunds: -1_000n,
  });
  expect(closingOf(100n, figures)).toBe(100n + moved.reduce((sum, { net }) => sum + net, 0n));
});

test('an order that says another fee than the books took does not come out', () => {
  const figures = noFigures();
  addMovement(figures, { event: 'collection.settle', amount: 10_000n, fee: 284n, net: 9_715n });
  expect(closingOf(0n, figures)).not.toBe(9_715n);
});
