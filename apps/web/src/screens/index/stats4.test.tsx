import { monthlyReport } from '@suanpan/contract/endpoints/reports';
import { expect, test } from 'vitest';
import { platform, renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { MonthlyReport } from './stats4.tsx';

const figures = {
  count: 3,
  success_count: 2,
  failed_count: 0,
  amount: '11277.0000',
  refunds: '0.0000',
  settled_count: 2,
  actual: '10500.0000',
  fee: '304.0000',
  accounted: '10196.0000',
  payouts: 0,
  payout_amount: '0.0000',
  payout_fee: '0.0000',
};

test('this month is asked for, how much of it was made is said, and a fee leads to its orders', async () => {
  const said = wire(
    reply(monthlyReport, () => ({
      page: 1,
      paginate: 50,
      next_cursor: null,
      items: [
        {
          key: '7 2 4 TWD',
          customer: { id: '7', name: '月光商店' },
          agent: { id: '2', name: '恆信' },
          channel: { id: '4', name: '銀行轉帳' },
          currency: 'TWD' as const,
          ...figures,
          drill: { fee: { screen: 'collections.transactions', search: { range: 'all', channel: '4' } } },
        },
      ],
      total: 1,
      summary: {
        month: '2026-11',
        days: 22,
        last_day: '2026-11-22',
        by_currency: [{ currency: 'TWD' as const, rows: 1, ...figures }],
      },
    })),
  );
  const screen = await renderScreen(MonthlyReport, { self: platform });
  await expect.element(screen.getByText('22 days made, up to 2026-11-22')).toBeVisible();
  expect(said.askedOf(monthlyReport)[0]?.month).toMatch(/^\d{4}-\d{2}$/);
  await expect
    .element(screen.getByRole('link', { name: '304.0000' }))
    .toHaveAttribute('href', '#/wrap/collections.transactions?range=all&channel=4');
});
