import { accountStandings } from '@suanpan/contract/endpoints/reconciliation';
import type { AccountStanding } from '@suanpan/contract/endpoints/reconciliation';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { StandingsDialog } from './standings-dialog.tsx';

const account = { id: '7', name: 'CTBC 02' };
const standing = (day: string, books: string, provider: string | null): AccountStanding => ({
  at: `2026-11-${day}T16:30:00.000Z`,
  books,
  provider,
  difference: provider === null ? null : provider === books ? '0.0000' : '-12.5000',
  checked_at: provider === null ? null : `2026-11-${day}T16:29:00.000Z`,
});

const open = (items: AccountStanding[]) => {
  wire(reply(accountStandings, () => ({ channel_account: account, currency: 'TWD' as const, items })));
  return renderScreen(() => <StandingsDialog account={account} onClose={() => {}} />, {
    permissions: ['admin.reconciliation.get'],
  });
};

test('the books are a line and the provider another, which is broken where nobody had asked him; the table has the newest first', async () => {
  const screen = await open([
    standing('20', '100.0000', '100.0000'),
    standing('21', '200.0000', null),
    standing('22', '300.0000', '287.5000'),
  ]);
  const rows = screen.getByRole('row');
  await expect.poll(() => rows.elements().length).toBe(4);
  const told = rows.elements().map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(told.slice(1).map(([, ...figures]) => figures.slice(0, 3))).toEqual([
    ['300.00', '287.50', '-12.50'],
    ['200.00', '–', '–'],
    ['100.00', '100.00', '0.00'],
  ]);
  expect(rows.elements().map((row) => row.querySelectorAll('[data-off="true"]').length)).toEqual([
    0, 1, 0, 0,
  ]);
  const lines = [...document.querySelectorAll('svg path[data-of]')].map(
    (path) => path.getAttribute('d')?.match(/M/g)?.length,
  );
  expect(lines).toEqual([1, 2]);
  const scale = [...document.querySelectorAll('div:has(> svg path[data-of]) span')];
  expect(scale.map(({ textContent }) => textContent)).toEqual([
    '300.00',
    '100.00',
    'TWD',
    '2026-11-21 00:30',
    '2026-11-23 00:30',
  ]);
});

test('an account that was never proven says so, and shows no empty curve', async () => {
  const screen = await open([]);
  await expect.element(screen.getByText(/^The books have not been proven/)).toBeVisible();
  expect(document.querySelector('svg path[data-of]')).toBeNull();
});
