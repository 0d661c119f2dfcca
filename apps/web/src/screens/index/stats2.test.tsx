import { merchantDays } from '@suanpan/contract/endpoints/statements';
import type { StatementDay } from '@suanpan/contract/endpoints/statements';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { pageOf } from '../../../test/page-of.ts';
import { platform, renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { MerchantDays } from './stats2.tsx';

const figures = {
  collections: '10000.0000',
  fees: '285.0000',
  payouts: '5000.0000',
  payout_fees: '20.0000',
  withdrawals: '0.0000',
  deposits: '0.0000',
  adjustments: '0.0000',
  refunds: '0.0000',
};
const sound: StatementDay = {
  key: '2026-11-20 7',
  day: '2026-11-20',
  customer: { id: '7', name: '月光商店' },
  currency: 'TWD',
  opening: { total: '2911.0000', buckets: { L200: '2911.0000' } },
  ...figures,
  closing: { total: '7606.0000', buckets: { L200: '6590.0000', L230: '1016.0000' } },
  difference: '0.0000',
  is_broken: false,
  drill: {
    fees: { screen: 'collections.transactions', search: { range: 'all', completed_from: '2026-11-20' } },
  },
};
const broken: StatementDay = {
  ...sound,
  key: '2026-11-20 8',
  customer: { id: '8', name: '晨光商店' },
  difference: '-0.0005',
  is_broken: true,
  drill: {},
};
const answer = (items: StatementDay[]) =>
  reply(merchantDays, () => ({
    ...pageOf(items),
    summary: {
      currency: 'TWD' as const,
      rows: items.length,
      broken: items.filter((row) => row.is_broken).length,
      ...figures,
    },
  }));

test('a day that does not come out says so on its row and above all rows', async () => {
  wire(answer([sound, broken]));
  const screen = await renderScreen(MerchantDays, { self: platform });
  await expect.element(screen.getByText('1 do not come out')).toBeVisible();
  await expect.element(screen.getByText('Broken', { exact: true })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Detail' }).nth(1));
  const drawer = screen.getByRole('dialog');
  await expect.element(drawer.getByText('1,016.0000')).toBeVisible();
  await expect.element(drawer.getByText('-0.0005')).toBeVisible();
});

test('a figure leads to its orders; where all comes out nothing is alarmed', async () => {
  wire(answer([sound]));
  const screen = await renderScreen(MerchantDays, { self: platform });
  await expect
    .element(screen.getByRole('link', { name: '285.0000' }))
    .toHaveAttribute('href', '#/wrap/collections.transactions?range=all&completed_from=2026-11-20');
  expect(screen.getByText('do not come out').query()).toBeNull();
});
