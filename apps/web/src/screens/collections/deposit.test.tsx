import { endpoint } from '@suanpan/contract/endpoint';
import {
  applyDeposit,
  approveDeposit,
  deposits,
  depositSlipPath,
} from '@suanpan/contract/endpoints/deposits';
import type { DepositRow } from '@suanpan/contract/endpoints/deposits';
import { slipAnswer } from '@suanpan/contract/endpoints/payouts';
import { nothing } from '@suanpan/contract/fields';
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

/** Takes a file in; the contract names its path alone. */
const slipDoor = endpoint({
  method: 'POST',
  path: depositSlipPath,
  access: { permission: 'collections.deposit.create' },
  input: nothing,
  output: slipAnswer,
});

test('a slip goes up once however often its form is sent, and anew where another is chosen', async () => {
  const [one, other] = ['1'.repeat(64), '2'.repeat(64)];
  let slips = 0;
  let refusals = 2;
  const said = wire(
    listed,
    reply(slipDoor, () => ({ file: String((slips += 1)).repeat(64) })),
    reply(applyDeposit, () => ((refusals -= 1) < 0 ? row : { refused: { code: 21001, message: 'Not now' } })),
  );
  const screen = await renderScreen(Deposits, {
    self: { id: '41', customer_id: '41', currency: 'TWD' },
    permissions: ['collections.deposit.create'],
  });
  await userEvent.click(screen.getByRole('button', { name: 'New deposit' }));
  const dialog = screen.getByRole('dialog');
  await userEvent.fill(dialog.getByLabelText(/^Amount/), '50');
  await userEvent.fill(dialog.getByLabelText(/^Last 5/), '12345');
  const choose = (name: string) =>
    userEvent.upload(
      dialog.getByLabelText(/^Transfer slip/),
      new File(['%PDF-'], name, { type: 'application/pdf' }),
    );
  const send = () => userEvent.click(dialog.getByRole('button', { name: 'New deposit' }));
  const sent = () => said.askedOf(applyDeposit).map(({ slip }) => slip);
  await choose('one.pdf');
  await send();
  await expect.poll(sent).toEqual([one]);
  await send();
  await expect.poll(sent).toEqual([one, one]);
  await choose('other.pdf');
  await send();
  await expect.poll(sent).toEqual([one, one, other]);
  expect(slips).toBe(2);
});
