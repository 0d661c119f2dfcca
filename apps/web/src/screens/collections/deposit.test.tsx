import { applyDeposit, approveDeposit, deposits } from '@suanpan/contract/endpoints/deposits';
import type { DepositRow } from '@suanpan/contract/endpoints/deposits';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { pageOf } from '../../../test/page-of.ts';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { Deposits } from './deposit.tsx';

const row: DepositRow = {
  id: '7',
  no: 'D0000000007',
  owner: { id: '41', name: '星際互動' },
  amount: '50000.0000',
  fee: null,
  credited: null,
  currency: 'TWD',
  method: 'bank',
  payer_last5: '12345',
  tx_hash: null,
  note: null,
  claimed_by_others: [],
  slip: null,
  status: 'pending',
  applicant: 'star',
  operator: null,
  decision_reason: null,
  created_at: new Date().toISOString(),
  completed_at: null,
  actions: ['approve', 'reject'],
};
const listed = reply(deposits, () => ({
  ...pageOf([row]),
  summary: {
    by_currency: [
      { currency: 'TWD' as const, count: 1, amount: '50000.0000', fee: '0.0000', credited: '0.0000' },
    ],
  },
}));

test('what is open stands there whatever its day, and is credited less what the platform keeps', async () => {
  const said = wire(
    listed,
    reply(approveDeposit, () => ({ state: 'done' as const })),
  );
  const screen = await renderScreen(Deposits);
  await expect.element(screen.getByText('D0000000007')).toBeVisible();
  expect(said.askedOf(deposits)[0]).not.toHaveProperty('from');
  expect(screen.piece.querySelector('tbody')?.textContent).toMatch(
    /Pending.*星際互動 · 41.*50,000\.00.*12345/,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Credit', exact: true }));
  await userEvent.fill(screen.getByLabelText(/^Fee/), '250');
  await userEvent.fill(screen.getByPlaceholder('State a reason'), 'seen in the bank');
  await userEvent.fill(screen.getByLabelText(/^Payment password/), 'secret');
  await userEvent.fill(screen.getByLabelText(/^Two-factor code/), '123456');
  await userEvent.click(screen.getByRole('dialog').getByRole('button', { name: 'Credit' }));
  await expect
    .poll(() => said.askedOf(approveDeposit)[0])
    .toMatchObject({ id: '7', fee: '250', reason: 'seen in the bank' });
});

test('a merchant applies for himself, by bank with the last five digits or with a transfer of a chain', async () => {
  const said = wire(
    listed,
    reply(applyDeposit, () => row),
  );
  const screen = await renderScreen(Deposits, {
    self: { id: '41', customer_id: '41', currency: 'USDT' },
    permissions: ['collections.deposit.create'],
  });
  await userEvent.click(screen.getByRole('button', { name: 'New deposit' }));
  expect(
    screen
      .getByRole('dialog')
      .getByLabelText(/^Merchant/)
      .elements(),
  ).toHaveLength(0);
  await userEvent.fill(screen.getByRole('dialog').getByLabelText(/^Amount/), '50');
  await userEvent.selectOptions(screen.getByRole('dialog').getByLabelText(/^Method/), 'chain');
  await userEvent.fill(screen.getByLabelText(/^Transaction hash/), 'a1b2c3d4e5f6');
  await userEvent.click(screen.getByRole('dialog').getByRole('button', { name: 'New deposit' }));
  await expect
    .poll(() => said.askedOf(applyDeposit))
    .toEqual([{ amount: '50', currency: 'USDT', method: 'chain', tx_hash: 'a1b2c3d4e5f6' }]);
});
