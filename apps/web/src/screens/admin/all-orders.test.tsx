import {
  getAnyCollection,
  searchAllCollections,
  type CollectionRow,
} from '@suanpan/contract/endpoints/collections';
import { getAnyPayout, searchAllPayouts, type PayoutListRow } from '@suanpan/contract/endpoints/payouts';
import { sharedPreferences } from '@suanpan/contract/endpoints/preferences';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { headers, rowsCome, wholeRows } from '../../../test/grid.ts';
import { orderAt, orderDetail } from '../../../test/fixture/orders.ts';
import { payoutAt, payoutDetail } from '../../../test/fixture/payouts.ts';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { AllCollections } from './collections.tsx';
import { AllPayouts } from './payment.tsx';

const nowMs = Date.now();
const page = { page: 1, paginate: 50, next_cursor: null };
const alone = reply(sharedPreferences, () => []);
const hint = 'Request records are limited to orders within 2 days';

beforeAll(() => {
  vi.setConfig({ testTimeout: 40_000 });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const collections = (items: CollectionRow[]) =>
  reply(searchAllCollections, () => ({
    ...page,
    items,
    total: items.length,
    summary: { by_currency: [], success_rate: null },
  }));
const payouts = (items: PayoutListRow[]) =>
  reply(searchAllPayouts, () => ({ ...page, items, total: items.length, summary: { by_currency: [] } }));

test('collections of all tenants say whose they are, refresh by themselves, and open at their provider', async () => {
  const items = Array.from({ length: 50 }, (_, index) => orderAt(index, nowMs));
  const [first] = items;
  if (first === undefined) throw new Error('No order');
  const { askedOf } = wire(
    collections(items),
    reply(getAnyCollection, () => orderDetail(first)),
    alone,
  );
  const screen = await renderScreen(AllCollections, { width: 1440, height: 900 });
  await rowsCome(screen.piece);
  await expect.poll(() => wholeRows(screen.piece)).toBeGreaterThanOrEqual(20);
  expect(headers(screen.piece).join()).toMatch(/Senior agent/);
  await expect.element(screen.getByRole('button', { name: /Auto refresh/ })).toBeVisible();
  await userEvent.click(
    screen.getByRole('row', { name: new RegExp(first.order_no) }).getByText(first.customer_name),
  );
  await expect.element(screen.getByText(hint)).toBeVisible();
  expect(screen.getByRole('dialog').getByRole('article').elements()).toHaveLength(
    orderDetail(first).provider?.length ?? 0,
  );
  expect(askedOf(getAnyCollection)).toMatchObject([{ id: first.id }]);
});

test('of a payout that is too old it is said that its records are kept, and none of them', async () => {
  const row = payoutAt(1, nowMs);
  wire(
    payouts([row]),
    reply(getAnyPayout, () => ({ ...payoutDetail(row), provider: [], provider_kept: 4 })),
    alone,
  );
  const screen = await renderScreen(AllPayouts, { search: { open: row.id } });
  await expect.element(screen.getByText(`${hint} · Records kept, not shown: 4`)).toBeVisible();
});
