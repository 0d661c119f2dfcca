import { sharedPreferences } from '@suanpan/contract/endpoints/preferences';
import {
  claimReceipt,
  matchReceipt,
  matchReceiptEffect,
  receiptCandidates,
  restoreReceipt,
  searchReceipts,
} from '@suanpan/contract/endpoints/receipts';
import type { ReceiptRow } from '@suanpan/contract/endpoints/receipts';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../test/screen.tsx';
import { reply, wire } from '../../test/wire.ts';
import { dropWaitingPreferences } from '../lib/preferences.ts';
import { ClaimOrder } from './claimOrder.tsx';

const row: ReceiptRow = {
  id: '9',
  no: 'PAY-9',
  channel_account: { id: '3', name: 'VA one' },
  currency: 'TWD',
  amount: '9900.0000',
  left: '9900.0000',
  reason: 'amount_mismatch',
  received_at: new Date().toISOString(),
  closed_at: null,
  order: {
    id: '42',
    no: 'C2611220000000042',
    merchant_order_no: 'SHOP-9',
    status: 'amount_mismatch',
    amount: '10000.0000',
    customer: { id: '41', name: '星際互動' },
  },
  claimed_by: null,
  lock_until: null,
  actions: ['claim', 'match', 'restore', 'sendBack'],
};
const alone = reply(sharedPreferences, () => []);
const listed = reply(searchReceipts, () => ({
  items: [row],
  page: 1,
  paginate: 50,
  total: 1,
  next_cursor: null,
  summary: { by_currency: [{ currency: 'TWD' as const, count: 1, amount: '9900.0000' }], open: 1, most: 3 },
}));

beforeAll(() => {
  vi.setConfig({ testTimeout: 40_000 });
});
afterEach(() => {
  dropWaitingPreferences();
  vi.unstubAllGlobals();
});

async function choose(screen: Awaited<ReturnType<typeof renderScreen>>, act: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  await userEvent.click(screen.getByRole('menuitem', { name: act }));
}
async function prove(screen: Awaited<ReturnType<typeof renderScreen>>): Promise<void> {
  await userEvent.fill(screen.getByPlaceholder('State a reason'), 'the payer agrees');
  await userEvent.fill(screen.getByLabelText(/^Payment password/), 'secret');
  await userEvent.fill(screen.getByLabelText(/^Two-factor code/), '123456');
}

test('what lies open stands there with how many one keeps, and one is claimed by a click', async () => {
  const said = wire(
    listed,
    reply(claimReceipt, () => ({ lock_until: new Date().toISOString() })),
    alone,
  );
  const screen = await renderScreen(ClaimOrder);
  await expect.element(screen.getByText('You keep 1 of 3')).toBeVisible();
  expect(said.askedOf(searchReceipts)[0]).toMatchObject({ state: 'open' });
  await userEvent.click(screen.getByRole('button', { name: 'Claim', exact: true }));
  await expect.poll(() => said.askedOf(claimReceipt)[0]).toEqual({ id: '9' });
});

test('it is matched to the likeliest order, whose credit is shown before anybody is asked for his proof', async () => {
  const said = wire(
    listed,
    reply(receiptCandidates, () => ({
      items: [
        {
          order_id: '42',
          no: 'C2611220000000042',
          merchant_order_no: 'SHOP-9',
          customer: { id: '41', name: '星際互動' },
          amount: '10000.0000',
          status: 'amount_mismatch' as const,
          created_at: new Date().toISOString(),
          why: ['own' as const],
        },
      ],
    })),
    reply(matchReceiptEffect, () => ({
      currency: 'TWD' as const,
      effect: [
        { field: 'status' as const, before: 'amount_mismatch', after: 'success' },
        { field: 'accounted_amount' as const, before: null, after: '9617.8000' },
      ],
      hash: 'seen',
    })),
    reply(matchReceipt, () => ({ state: 'done' as const })),
    alone,
  );
  const screen = await renderScreen(ClaimOrder);
  await choose(screen, 'Match to an order');
  await expect.element(screen.getByRole('dialog').getByText(/9,617\.8000/)).toBeVisible();
  await prove(screen);
  await userEvent.click(screen.getByRole('dialog').getByRole('button', { name: 'Match to an order' }));
  await expect
    .poll(() => said.askedOf(matchReceipt)[0])
    .toMatchObject({ id: '9', order_id: '42', amount: '9900', effect_hash: 'seen' });
});

test('a supply that its money came for later is made good', async () => {
  const said = wire(
    listed,
    reply(restoreReceipt, () => ({ state: 'done' as const })),
    alone,
  );
  const screen = await renderScreen(ClaimOrder);
  await choose(screen, 'Make the supply good');
  await prove(screen);
  await userEvent.click(screen.getByRole('dialog').getByRole('button', { name: 'Make the supply good' }));
  await expect
    .poll(() => said.askedOf(restoreReceipt)[0])
    .toMatchObject({ id: '9', reason: 'the payer agrees' });
});
