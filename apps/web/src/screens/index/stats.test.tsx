import type { DataRow } from '@suanpan/contract/endpoints/data-screens';
import { merchantStats } from '@suanpan/contract/endpoints/data-screens';
import type { ReadFrom } from '@suanpan/contract/read-from';
import { searchCollections } from '@suanpan/contract/endpoints/collections';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { rowsCome, wholeRows } from '../../../test/grid.ts';
import { pageOf } from '../../../test/page-of.ts';
import { platform, renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { inputOf } from '../../kit/filter/field-factory.ts';
import { parseFlatSearch } from '../../lib/flat-search.ts';
import { collectionFields } from '../../parts/collection/fields.ts';
import { MerchantStats } from './stats.tsx';

const search = { customer_id: '7', currency: 'TWD', is_test: 'no', from: '2026-11-20', to: '2026-11-21' };
const posted = {
  customer_id: '7',
  currency: 'TWD',
  is_test: 'no',
  range: 'all',
  completed_from: '2026-11-20',
  completed_to: '2026-11-21',
  status: ['success', 'refund'],
};
const figures: DataRow['figures'] = {
  orders: 1234,
  success: 800,
  failed: 200,
  successRate: '80.00',
  amount: '1234567.8900',
  actual: '1000000.0000',
  fee: '28000.0000',
  accounted: '972000.0000',
  meanTicket: '1000.4567',
  timeToPay: 95,
};
const drill: DataRow['drill'] = {
  orders: { screen: 'collections.transactions', search },
  fee: { screen: 'collections.transactions', search: posted },
};
const row = (id: number): DataRow => ({
  key: String(id),
  customer: { id: String(id), name: `商戶 ${id}` },
  figures,
  before: { ...figures, orders: 1000, fee: '10.0000' },
  drill,
});
const said = (
  days: number,
  items: readonly DataRow[] = Array.from({ length: 30 }, (_, n) => row(n + 7)),
  readFrom?: ReadFrom,
) =>
  reply(merchantStats, () => ({
    ...(readFrom && { read_from: readFrom }),
    ...pageOf(items),
    summary: {
      currency: 'TWD' as const,
      from: days === 1 ? '2026-11-21' : '2026-11-20',
      to: '2026-11-21',
      figures: { ...figures, successRate: days === 1 ? '80.00' : null, timeToPay: days > 2 ? null : 95 },
      drill,
    },
  }));

const open = async (
  replies: readonly ReturnType<typeof reply>[],
  options: Parameters<typeof renderScreen>[1] = {},
) => {
  const told = wire(...replies);
  const screen = await renderScreen(MerchantStats, { self: platform, ...options });
  return { ...screen, told };
};

test('a figure leads to its list, with the figure of the earlier range beside it', async () => {
  const { piece } = await open([said(2)]);
  await rowsCome(piece);
  const [orders] = [...piece.querySelectorAll<HTMLAnchorElement>('tbody a')];
  expect(orders?.textContent).toBe('1,234');
  expect(orders?.parentElement?.textContent).toBe('1,2341,000');
  expect(orders?.title).toContain('by the day the order was made');
  const fee = [...piece.querySelectorAll<HTMLAnchorElement>('tbody a')].find(
    ({ textContent }) => textContent === '28,000.0000',
  );
  expect(fee?.title).toContain('by the day of the posting');
  // What the list asks for at that address is what the figure is made of, and what the server is held to.
  const words = ((path: string) => path) as never;
  const asked = inputOf(searchCollections, collectionFields({ t: words, statuses: words, isInside: true }));
  const callAt = (link: HTMLAnchorElement | undefined): object =>
    asked(parseFlatSearch(link?.href.split('?').pop() ?? ''), Date.parse('2026-11-25T00:00:00Z'));
  expect(callAt(orders)).toMatchObject({
    customer_id: '7',
    currency: 'TWD',
    is_test: false,
    created_from: '2026-11-19T16:00:00.000Z',
    created_to: '2026-11-21T16:00:00.000Z',
  });
  expect(callAt(fee)).toMatchObject({
    status: ['success', 'refund'],
    is_test: false,
    completed_from: '2026-11-19T16:00:00.000Z',
    completed_to: '2026-11-21T16:00:00.000Z',
  });
  expect(callAt(fee)).not.toHaveProperty('created_from');
});

test.each([
  [{ source: 'replica', lag_s: 4, reason: null }, 'Read from the report replica, 4 s behind'],
  [
    { source: 'primary', lag_s: 0, reason: 'behind' },
    'Read from the primary: the report replica is too far behind',
  ],
] as const)('where there is a replica, %j says from where the figures are', async (from, says) => {
  const { piece } = await open([said(1, [row(7)], from)]);
  await rowsCome(piece);
  expect(piece.querySelector('[role="status"]')?.textContent).toContain(says);
});

test('beyond a day the success rate is hidden and the screen says why', async () => {
  const { piece } = await open([said(2)]);
  await rowsCome(piece);
  expect(piece.textContent).toContain('The success rate is hidden beyond one day');
});

test('what is grouped, compared and sorted goes to the call', async () => {
  const { piece, told } = await open([said(1)], {
    search: { group: 'merchant.day', compare: 'weekday', currency: 'USD', sort: '-fee' },
  });
  await rowsCome(piece);
  expect(told.askedOf(merchantStats)[0]).toMatchObject({
    group: 'merchant.day',
    compare: 'weekday',
    currency: 'USD',
    sort: '-fee',
  });
});

test('at 1440 at least 20 rows stand whole without scrolling sideways', async () => {
  // A second figure in each column takes the room that it needs.
  const rows = Array.from({ length: 30 }, (_, n) => {
    const { before: _none, ...plain } = row(n + 7);
    return plain;
  });
  const { piece } = await open([said(1, rows)]);
  await rowsCome(piece);
  await expect.poll(() => wholeRows(piece)).toBeGreaterThanOrEqual(20);
  const scroller = piece.querySelector('table')?.parentElement;
  expect(scroller?.scrollWidth).toBe(scroller?.clientWidth);
});

test('on a phone a card names its figures', async () => {
  const { piece } = await open([said(1)], { width: 390, height: 844 });
  await expect.poll(() => piece.textContent).toContain('商戶 7');
  expect(piece.textContent).toContain('Orders');
  expect(piece.querySelectorAll('a[href*="collections.transactions"]').length).toBeGreaterThan(0);
});

test('without any orders the screen says so', async () => {
  const { getByText } = await open([said(1, [])]);
  await expect.element(getByText('no data')).toBeVisible();
  await userEvent.keyboard('{Escape}');
});
