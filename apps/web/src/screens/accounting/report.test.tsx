import { dailyReports, dailyReportVersions } from '@suanpan/contract/endpoints/reports';
import { findNames } from '@suanpan/contract/endpoints/names';
import { makeStatement, statements } from '@suanpan/contract/endpoints/statements';
import type { ReportRow } from '@suanpan/contract/endpoints/reports';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { pageOf } from '../../../test/page-of.ts';
import { platform, renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { DailyReport } from './report.tsx';

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
const nothing = Object.fromEntries(
  Object.entries(figures).map(([name, value]) => [name, typeof value === 'number' ? 0 : '0.0000']),
) as typeof figures;
const made = {
  screen: 'collections.transactions',
  search: { from: '2026-11-20', to: '2026-11-20', channel: '4' },
};
const row: ReportRow = {
  day: '2026-11-20',
  customer: { id: '7', name: '月光商店' },
  agent: { id: '2', name: '恆信' },
  channel: { id: '4', name: '銀行轉帳' },
  currency: 'TWD',
  ...figures,
  success_rate: '100.00',
  version: 2,
  made_at: '2026-11-22T02:00:00Z',
  restated_at: '2026-11-22T02:00:00Z',
  difference: { ...nothing, success_count: 1 },
  hash: 'b'.repeat(64),
  drill: { count: made, amount: made },
};
const list = reply(dailyReports, () => ({
  ...pageOf([row]),
  summary: { by_currency: [{ currency: 'TWD' as const, rows: 1, ...figures, success_rate: '100.00' }] },
}));
const told = { made_at: '2026-11-20T16:01:00Z', hash: 'a'.repeat(64), previous: '' };
const versions = reply(dailyReportVersions, () => ({
  items: [
    {
      ...told,
      version: 1,
      by_currency: [
        { currency: 'TWD' as const, rows: 1, ...figures, success_count: 1, success_rate: '100.00' },
      ],
      difference: null,
    },
    {
      ...told,
      version: 2,
      by_currency: [{ currency: 'TWD' as const, rows: 1, ...figures, success_rate: '100.00' }],
      difference: [{ currency: 'TWD' as const, ...nothing, success_count: 1 }],
    },
  ],
}));

test('a figure leads to its orders, and one whose list may not be opened leads nowhere', async () => {
  wire(list, versions);
  const screen = await renderScreen(DailyReport, {
    self: platform,
    permissions: ['accounting.report.export'],
  });
  const link = screen.getByRole('link', { name: '3' });
  await expect
    .element(link)
    .toHaveAttribute('href', '#/wrap/collections.transactions?from=2026-11-20&to=2026-11-20&channel=4');
  expect(screen.getByRole('link', { name: '10,500.00' }).query()).toBeNull();
});

test('a row that was corrected says so, and opens what every version changed', async () => {
  const said = wire(list, versions);
  const screen = await renderScreen(DailyReport, {
    self: platform,
    permissions: ['accounting.report.export'],
  });
  await expect.element(screen.getByText('Restated 2')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Detail' }));
  await expect.poll(() => said.askedOf(dailyReportVersions)[0]).toMatchObject({ day: '2026-11-20' });
  const drawer = screen.getByRole('dialog');
  await expect.element(drawer.getByRole('heading', { name: /As first made/ })).toBeVisible();
  await expect.element(drawer.getByRole('heading', { name: /^Version 2/ })).toBeVisible();
  await expect.element(drawer.getByText('+1').first()).toBeVisible();
});

test('yesterday is asked for unless another day is', async () => {
  const said = wire(list, versions);
  await renderScreen(DailyReport, { self: platform, permissions: ['accounting.report.export'] });
  await expect.poll(() => said.askedOf(dailyReports).length).toBeGreaterThan(0);
  const { from, to } = said.askedOf(dailyReports)[0] as { from: string; to: string };
  expect(Date.parse(to) - Date.parse(from)).toBe(86_400_000);
  expect(Date.parse(to)).toBeLessThanOrEqual(Date.now());
});

test('whoever sees a merchant’s orders and not what he holds is offered no statement of him', async () => {
  wire(list, versions);
  const screen = await renderScreen(DailyReport, {
    self: { ...platform, role_name: 'staffSub', agent_id: '9', scope: 'subAgent' },
    permissions: ['accounting.report.export'],
  });
  await expect.element(screen.getByText('10,500.00').first()).toBeVisible();
  expect(screen.getByRole('button', { name: 'Sealed statements' }).query()).toBeNull();
});

const bucket = { total: '10.0000', buckets: { L200: '10.0000' } };
const statement = {
  id: '5',
  form: 'suanpan-statement-1' as const,
  customer: { id: '7', name: '月光商店' },
  period: '2026-10',
  from: '2026-10-01',
  to: '2026-10-31',
  currency: 'TWD' as const,
  opening: bucket,
  collections: '0.0000',
  fees: '0.0000',
  payouts: '0.0000',
  payout_fees: '0.0000',
  withdrawals: '0.0000',
  deposits: '0.0000',
  adjustments: '0.0000',
  refunds: '0.0000',
  closing: bucket,
  movements: { count: 0, first_journal: null, last_journal: null, sha256: 'e3' },
  anchor_before: null,
  anchor_after: null,
  made_at: '2026-11-01T00:00:00Z',
  key_id: 'sk_1',
  signature: 'ab',
};

test('a statement is sealed of a merchant and a period, and what is refused is said at its field', async () => {
  let made = false;
  const said = wire(
    list,
    reply(findNames, () => [{ id: '7', name: '月光商店' }]),
    reply(statements, () => pageOf(made ? [statement] : [])),
    reply(makeStatement, () => {
      made = true;
      return statement;
    }),
  );
  const screen = await renderScreen(DailyReport, {
    self: platform,
    permissions: ['accounting.report.export'],
  });
  await userEvent.click(screen.getByRole('button', { name: 'Sealed statements' }));
  const drawer = screen.getByRole('dialog');
  await expect.element(drawer.getByText('No statements')).toBeVisible();
  await userEvent.fill(drawer.getByLabelText(/^Merchant/), '月');
  await userEvent.click(screen.getByRole('option', { name: /月光商店/ }));
  await userEvent.fill(drawer.getByLabelText(/^Month or day/), '2026-10');
  await userEvent.click(drawer.getByRole('button', { name: 'Seal' }));
  await expect
    .poll(() => said.askedOf(makeStatement))
    .toEqual([{ customer_id: '7', period: '2026-10', currency: 'TWD' }]);
  await expect.element(drawer.getByRole('button', { name: 'JSON' })).toBeVisible();
});

test('sums of a busy day and the pager stand in one line', async () => {
  const busy = {
    ...figures,
    amount: '612770.0000',
    actual: '498500.5000',
    fee: '13040.2500',
    accounted: '485460.2500',
  };
  const summary = { by_currency: [{ currency: 'TWD' as const, rows: 1, ...busy, success_rate: '81.35' }] };
  wire(
    reply(dailyReports, () => ({ ...pageOf([{ ...row, ...busy }]), summary })),
    versions,
  );
  const screen = await renderScreen(DailyReport, { self: platform });
  await expect.element(screen.getByText('81.35 %').last()).toBeVisible();
  const foot = screen.piece.querySelector('[data-keep-clear]');
  expect(foot?.getBoundingClientRect().height).toBeLessThan(42);
  // All of them, and without a word of pages where there is one.
  expect(foot?.textContent).toContain('485,460.25');
  expect(foot?.querySelectorAll('button[aria-label]')).toHaveLength(0);
});
