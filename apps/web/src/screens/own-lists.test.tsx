import { changelogs } from '@suanpan/contract/endpoints/accounting';
import { callbacks } from '@suanpan/contract/endpoints/callbacks';
import { searchCollections } from '@suanpan/contract/endpoints/collections';
import { payoutBalances } from '@suanpan/contract/endpoints/payout-balances';
import { searchPayouts } from '@suanpan/contract/endpoints/payouts';
import { searchRefunds } from '@suanpan/contract/endpoints/refunds';
import { searchWithdrawals } from '@suanpan/contract/endpoints/withdrawals';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { orderAt } from '../../test/fixture/orders.ts';
import { headers, rowsCome } from '../../test/grid.ts';
import { pageOf } from '../../test/page-of.ts';
import { platform, renderScreen } from '../../test/screen.tsx';
import { reply, wire } from '../../test/wire.ts';
import { Changelogs } from './accounting/changelogs.tsx';
import { Callbacks } from './callbacks.tsx';
import { Reverts } from './collections/revert.tsx';
import { CollectionTransactions } from './collections/transactions.tsx';
import { PaymentBalances } from './payment/balance.tsx';
import { PaymentTransactions } from './payment/transactions.tsx';
import { WithdrawalList } from './withdraws/list.tsx';

const merchant = { id: '41', customer_id: '41', currency: 'TWD' };
const agent = { id: '7', agent_id: '7', currency: 'TWD' };
const none = { ...pageOf([]), summary: { by_currency: [], success_rate: null } };

const lists: readonly (readonly [name: string, () => ReactNode, whose: RegExp])[] = [
  ['collections', CollectionTransactions, /^Merchant$/],
  ['payouts', PaymentTransactions, /^Merchant$/],
  ['callbacks', Callbacks, /^Merchant$/],
  ['refunds', Reverts, /^Merchant$/],
  ['withdrawals', WithdrawalList, /^Owner$/],
  ['turnover', Changelogs, /^Owner$/],
];

const answered = () =>
  wire(
    reply(searchCollections, () => none),
    reply(searchPayouts, () => none),
    reply(callbacks, () => pageOf([])),
    reply(searchRefunds, () => none),
    reply(searchWithdrawals, () => ({ ...pageOf([]), summary: { by_currency: [], held: null } })),
    reply(changelogs, () => none),
  );

const told = /^(Merchant|Owner|Senior agent)(?! order)/;

/** Unfolds the filters; answers how those are labelled by which trees and people in them are told apart. */
async function pickers(piece: HTMLElement): Promise<() => string[]> {
  await expect.poll(() => piece.querySelector('[role=search]')).not.toBeNull();
  const buttons = [...piece.querySelectorAll<HTMLElement>('[role=search] button')];
  buttons.find((button) => button.textContent.startsWith('More'))?.click();
  const labels = () => [...piece.querySelectorAll('[role=search] label')].map((label) => label.textContent);
  await expect.poll(() => labels().length).toBeGreaterThan(2);
  return () => labels().filter((label) => told.test(label));
}

test.each(lists)(
  'a merchant is not told in his own list of %s that it is his',
  async (_name, List, whose) => {
    answered();
    const { piece } = await renderScreen(List, { self: merchant });
    await expect.poll(() => headers(piece).length).toBeGreaterThan(3);
    expect(headers(piece).filter((title) => whose.test(title))).toEqual([]);
    const asked = await pickers(piece);
    expect(asked()).toEqual([]);
  },
);

test.each(lists)(
  'whoever has several below him sees in the list of %s whose each is',
  async (_name, List, whose) => {
    for (const self of [platform, agent]) {
      answered();
      const { piece, unmount } = await renderScreen(List, { self });
      await expect.poll(() => headers(piece).filter((title) => whose.test(title))).toHaveLength(1);
      const asked = await pickers(piece);
      await expect.poll(asked).not.toEqual([]);
      await unmount();
    }
  },
);

test('an order that moves no real money says so to the merchant as well', async () => {
  wire(
    reply(searchCollections, () => ({
      ...pageOf([{ ...orderAt(0, Date.now()), is_test: true }]),
      summary: { by_currency: [], success_rate: null },
    })),
  );
  const { piece } = await renderScreen(CollectionTransactions, { self: merchant });
  await rowsCome(piece);
  expect(piece.querySelector('tbody [data-tone=test]')?.textContent).toContain('Test');
});

test('a merchant sees how his payout channels stand, and no columns of what is never told to him', async () => {
  wire(reply(payoutBalances, () => pageOf([])));
  const { piece } = await renderScreen(PaymentBalances, { self: merchant });
  await expect.poll(() => headers(piece).length).toBeGreaterThan(3);
  const figures = /^(Provider balance|Our books|Difference|Low-water mark)/;
  expect(headers(piece).filter((title) => figures.test(title))).toEqual([]);
});
