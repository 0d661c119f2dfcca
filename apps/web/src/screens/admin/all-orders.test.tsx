import {
  getAnyCollection,
  searchAllCollections,
  type CollectionRow,
} from '@suanpan/contract/endpoints/collections';
import { getAnyPayout, searchAllPayouts, type PayoutListRow } from '@suanpan/contract/endpoints/payouts';
import { expect, test } from 'vitest';
import { headers, rowsCome, wholeRows } from '../../../test/grid.ts';
import { orderAt, orderDetail } from '../../../test/fixture/orders.ts';
import { payoutAt, payoutDetail } from '../../../test/fixture/payouts.ts';
import { pageOf } from '../../../test/page-of.ts';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { AllCollections } from './collections.tsx';
import { AllPayouts } from './payment.tsx';

const nowMs = Date.now();
const hint = 'Request records are limited to orders within 2 days';

const collections = (items: CollectionRow[]) =>
  reply(searchAllCollections, () => ({
    ...pageOf(items),
    summary: { by_currency: [], success_rate: null },
  }));
const payouts = (items: PayoutListRow[]) =>
  reply(searchAllPayouts, () => ({ ...pageOf(items), summary: { by_currency: [] } }));

test('collections of all tenants say whose they are, and refresh by themselves', async () => {
  const items = Array.from({ length: 50 }, (_, index) => orderAt(index, nowMs));
  wire(collections(items));
  const screen = await renderScreen(AllCollections, { width: 1440, height: 900 });
  await rowsCome(screen.piece);
  await expect.poll(() => wholeRows(screen.piece)).toBeGreaterThanOrEqual(20);
  expect(headers(screen.piece).join()).toMatch(/Senior agent/);
  await expect.element(screen.getByRole('button', { name: /Auto refresh/ })).toBeVisible();
});

test('one that is opened tells first what was said to and by its provider, and for how long that is told', async () => {
  const order = orderAt(0, nowMs);
  const detail = orderDetail(order);
  const { askedOf } = wire(
    collections([order]),
    reply(getAnyCollection, () => detail),
  );
  const screen = await renderScreen(AllCollections, { search: { open: order.id } });
  await expect.element(screen.getByText(hint)).toBeVisible();
  const shown = screen.getByRole('dialog').getByRole('article').elements();
  expect(shown).toHaveLength(detail.provider?.length ?? 0);
  expect(askedOf(getAnyCollection)).toMatchObject([{ id: order.id }]);
});

test('of a payout that is too old it is said that its records are kept, and none of them', async () => {
  const row = payoutAt(1, nowMs);
  wire(
    payouts([row]),
    reply(getAnyPayout, () => ({ ...payoutDetail(row), provider: [], provider_kept: 4 })),
  );
  const screen = await renderScreen(AllPayouts, { search: { open: row.id } });
  await expect.element(screen.getByText(`${hint} · Records kept, not shown: 4`)).toBeVisible();
});
