import { searchCollections } from '@suanpan/contract/endpoints/collections';
import {
  confirmRefund,
  refundableOf,
  refundCollection,
  searchRefunds,
  sendRefund,
  winChargeBack,
} from '@suanpan/contract/endpoints/refunds';
import type { RefundRow } from '@suanpan/contract/endpoints/refunds';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { orderAt } from '../../../test/fixture/orders.ts';
import { pageOf } from '../../../test/page-of.ts';
import { renderScreen, type Shown } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { Reverts } from './revert.tsx';

const row: RefundRow = {
  id: '7',
  no: 'R0000000007',
  kind: 'refund',
  order: { id: '42', no: 'C2611220000000042', merchant_order_no: 'SHOP-9' },
  customer: { id: '41', name: '星際互動' },
  amount: '10000.0000',
  currency: 'TWD',
  refund_status: 'refunding',
  provider_order_no: null,
  mix: [
    { account: 'L210', amount: '9715.0000' },
    { account: 'L200', amount: '285.0000' },
  ],
  attempts: 1,
  operator: 'admin.lin',
  reason: 'asked for',
  failure: null,
  created_at: new Date().toISOString(),
  completed_at: null,
  won_at: null,
  won_ref: null,
  actions: ['confirm', 'fail'],
};
const refunds = (items: RefundRow[]) => ({
  ...pageOf(items),
  summary: { by_currency: [{ currency: 'TWD' as const, count: 1, amount: '10000.0000' }] },
});
const listed = reply(searchRefunds, () => refunds([row]));

async function prove(screen: Shown): Promise<void> {
  await userEvent.fill(screen.getByPlaceholder('State a reason'), 'seen at the provider');
  await userEvent.fill(screen.getByLabelText(/^Payment password/), 'secret');
  await userEvent.fill(screen.getByLabelText(/^Two-factor code/), '123456');
}

test('what is open stands there whatever its day, and is confirmed by the provider’s own number', async () => {
  const said = wire(
    listed,
    reply(confirmRefund, () => ({ state: 'done' as const })),
  );
  const screen = await renderScreen(Reverts);
  await expect.element(screen.getByText('R0000000007')).toBeVisible();
  expect(said.askedOf(searchRefunds)[0]).not.toHaveProperty('created_from');
  expect(screen.piece.querySelector('tbody')?.textContent).toMatch(
    /C2611220000000042.*星際互動 · 41.*10,000\.00/,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Confirm as refunded', exact: true }));
  await userEvent.fill(screen.getByRole('dialog').getByLabelText(/^Third-party no/), 'RF-1');
  await prove(screen);
  await userEvent.click(screen.getByRole('dialog').getByRole('button', { name: 'Confirm as refunded' }));
  await expect
    .poll(() => said.askedOf(confirmRefund)[0])
    .toMatchObject({ id: '7', provider_order_no: 'RF-1', reason: 'seen at the provider' });
});

test('a won dispute is entered by the provider’s number for it, and stands there as won', async () => {
  const charged: RefundRow = { ...row, kind: 'charge_back', refund_status: 'success', actions: ['winBack'] };
  const won: RefundRow = { ...charged, id: '8', won_at: row.created_at, won_ref: 'CW-8', actions: [] };
  const said = wire(
    reply(searchRefunds, () => refunds([charged, won])),
    reply(winChargeBack, () => ({ state: 'done' as const })),
  );
  const screen = await renderScreen(Reverts);
  await expect.element(screen.getByText('Charge-back won')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Enter a won dispute', exact: true }));
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByRole('button', { name: 'Enter a won dispute' })).toBeDisabled();
  await userEvent.fill(dialog.getByLabelText(/^Third-party no/), 'CW-7');
  await prove(screen);
  await userEvent.click(dialog.getByRole('button', { name: 'Enter a won dispute' }));
  await expect
    .poll(() => said.askedOf(winChargeBack)[0])
    .toMatchObject({ id: '7', provider_order_no: 'CW-7', reason: 'seen at the provider' });
});

test('that a won dispute waits for its second person is seen in its row, and nobody enters it again', async () => {
  const asked = {
    act: 'collections.chargeBackWon' as const,
    asked_at: row.created_at,
    approval_id: '9',
    maker: { id: '3', name: 'Chen' },
    blocks: ['winBack'],
  };
  const charged: RefundRow = { ...row, kind: 'charge_back', refund_status: 'success', actions: ['winBack'] };
  wire(reply(searchRefunds, () => refunds([{ ...charged, waiting_acts: [asked] }])));
  const screen = await renderScreen(Reverts);
  await expect
    .poll(() => screen.piece.querySelector('tbody a[href$="admin.approvals?open=9"]')?.textContent)
    .toMatch(/second person.*Chen/);
  await expect
    .element(screen.getByRole('button', { name: 'Enter a won dispute', exact: true }))
    .toBeDisabled();
});

test('a refund is given to the provider itself, or is said to be sent by hand', async () => {
  const said = wire(
    reply(searchRefunds, () => refunds([{ ...row, refund_status: 'preparing', actions: ['ask', 'send'] }])),
    reply(sendRefund, () => ({ state: 'done' as const })),
  );
  const screen = await renderScreen(Reverts);
  await userEvent.click(screen.getByRole('button', { name: 'Refund through the provider', exact: true }));
  await prove(screen);
  await userEvent.click(
    screen.getByRole('dialog').getByRole('button', { name: 'Refund through the provider' }),
  );
  await expect.poll(() => said.askedOf(sendRefund)[0]).toMatchObject({ id: '7', by: 'provider' });
});

test('an order is refunded by its number, whole or in part of what is left of it', async () => {
  const order = { ...orderAt(0, Date.now()), id: '42', order_no: 'C2611220000000042' };
  const said = wire(
    listed,
    reply(searchCollections, () => ({
      items: [order],
      page: 1,
      paginate: 1,
      total: 1,
      next_cursor: null,
      summary: { by_currency: [], success_rate: null },
    })),
    reply(refundableOf, () => ({ order_no: order.order_no, currency: 'TWD' as const, left: '6000.0000' })),
    reply(refundCollection, () => ({ state: 'done' as const })),
  );
  const screen = await renderScreen(Reverts, { permissions: ['collections.transactions.refund'] });
  await userEvent.click(screen.getByRole('button', { name: 'Refund', exact: true }));
  const dialog = screen.getByRole('dialog');
  await userEvent.fill(dialog.getByLabelText(/^System order no/), 'C2611220000000042');
  await expect.element(dialog.getByText(/6,000\.0000/)).toBeVisible();
  await userEvent.fill(dialog.getByLabelText(/^Amount/), '4000');
  await prove(screen);
  await userEvent.click(dialog.getByRole('button', { name: 'Refund' }));
  await expect
    .poll(() => said.askedOf(refundCollection)[0])
    .toMatchObject({ id: '42', confirm: '000042', amount: '4000' });
});
