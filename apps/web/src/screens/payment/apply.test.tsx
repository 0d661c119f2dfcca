import { payees, payoutWays } from '@suanpan/contract/endpoints/payout-apply';
import { editBatch, type BatchRow, type BatchView } from '@suanpan/contract/endpoints/payout-batches';
import { livePayouts } from '@suanpan/contract/endpoints/payouts';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { payoutAt } from '../../../test/fixture/payouts.ts';
import { renderScreen } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { ApplyPayout } from './apply.tsx';
import { BatchRows } from './apply/batch/batch-rows.tsx';
import { MadePayout } from './apply/made-payout.tsx';

const merchant = { id: '16', currency: 'TWD', role_name: 'customer', customer_id: '16' };
const nowMs = Date.now();
const open =
  Array.from({ length: 50 }, (_, index) => payoutAt(index, nowMs)).find(
    ({ status }) => status === 'processing',
  ) ?? expect.fail('no payout is open');

test('what was submitted is followed until it is over', async () => {
  const said = wire(
    reply(livePayouts, () => ({
      items: [{ ...open, status: 'paid' as const, stage: null, wait_reason: null }],
      shown: [],
    })),
  );
  const screen = await renderScreen(() => <MadePayout made={open} onAnother={() => {}} />, {
    self: merchant,
    permissions: ['payment.transactions.get'],
  });
  await expect.element(screen.getByText('Paid', { exact: true })).toBeVisible();
  expect(said.askedOf(livePayouts)).toEqual([{ ids: [open.id] }]);
});

test('what is typed of one payout stays while somebody looks at the files', async () => {
  wire(
    reply(payoutWays, () => ({
      customer: { id: '16', name: '星際遊戲' },
      ways: [{ currency: 'TWD' as const, available: '900.0000', methods: [] }],
    })),
    reply(payees, () => []),
  );
  const screen = await renderScreen(ApplyPayout, {
    self: merchant,
    permissions: ['payment.apply.create', 'payment.apply.createBatch'],
  });
  await screen.getByRole('textbox', { name: 'Account name' }).fill('李大同');
  await userEvent.click(screen.getByRole('tab', { name: 'Batch' }));
  await expect.element(screen.getByRole('button', { name: 'Read the file' })).toBeVisible();
  await userEvent.click(screen.getByRole('tab', { name: 'One payout' }));
  await expect.element(screen.getByRole('textbox', { name: 'Account name' })).toHaveValue('李大同');
});

const row: BatchRow = {
  n: 9,
  bank_code: '013',
  bank_name: '國泰世華商業銀行',
  account_name: '吳十',
  card_no: '********5678',
  amount: '5x',
  branch: '',
  memo: '',
  order_no: 'B-8',
  fee: null,
  is_duplicate: false,
  duplicate_known: false,
  errors: { amount: ['The amount is not valid'] },
  outcome: null,
  payout_id: null,
};

test('a row is corrected by keyboard: at what is wrong first, and on from its row', async () => {
  const said = wire(reply(editBatch, () => ({ version: 2 })));
  const batch = { id: '4', version: 1, rows: [row] } as unknown as BatchView;
  const screen = await renderScreen(() => <BatchRows batch={batch} mayEdit onChanged={() => {}} />, {
    self: merchant,
  });
  const correct = screen.getByRole('button', { name: 'Correct' });
  await userEvent.click(correct);
  await expect.element(screen.getByRole('textbox', { name: 'Amount' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await expect.element(correct).toHaveFocus();
  await userEvent.click(correct);
  await userEvent.fill(screen.getByRole('textbox', { name: 'Amount' }), '5');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect.element(correct).toHaveFocus();
  expect(said.askedOf(editBatch)[0]).toMatchObject({ rows: [{ n: 9, amount: '5' }] });
});
