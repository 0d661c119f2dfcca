import { endpoint } from '@suanpan/contract/endpoint';
import { findNames } from '@suanpan/contract/endpoints/names';
import {
  claimReceipt,
  matchReceipt,
  matchReceiptEffect,
  receiptCandidates,
  restoreReceipt,
  searchReceipts,
} from '@suanpan/contract/endpoints/receipts';
import type { ReceiptRow } from '@suanpan/contract/endpoints/receipts';
import { transferFileQuery } from '@suanpan/contract/endpoints/transfer-file-query';
import {
  takeTransferFile,
  transferFile,
  transferFilePath,
  transferReport,
  type TransferReport,
} from '@suanpan/contract/endpoints/transfer-files';
import {
  approveWithdrawal,
  searchWithdrawals,
  takeWithdrawal,
  type WithdrawalRow,
} from '@suanpan/contract/endpoints/withdrawals';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { pageOf } from '../../test/page-of.ts';
import { renderScreen, type Shown } from '../../test/screen.tsx';
import { reply, wire } from '../../test/wire.ts';
import { ClaimOrder } from './claimOrder.tsx';

const row: ReceiptRow = {
  kind: 'receipt',
  id: '9',
  no: 'PAY-9',
  channel_account: { id: '3', name: 'VA one' },
  currency: 'TWD',
  amount: '9900.0000',
  left: '9900.0000',
  payer: '王小明',
  last5: '12345',
  reason: 'amount_mismatch',
  stage: null,
  received_at: new Date().toISOString(),
  age_s: 5,
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
const listed = reply(searchReceipts, () => ({
  ...pageOf([row]),
  summary: { by_currency: [{ currency: 'TWD' as const, count: 1, amount: '9900.0000' }], open: 1, most: 3 },
}));

async function choose(screen: Shown, act: string): Promise<void> {
  await userEvent.click(screen.getByTitle('More'));
  await userEvent.click(screen.getByRole('menuitem', { name: act }));
}
async function prove(screen: Shown): Promise<void> {
  await userEvent.fill(screen.getByPlaceholder('State a reason'), 'the payer agrees');
  await userEvent.fill(screen.getByLabelText(/^Payment password/), 'secret');
  await userEvent.fill(screen.getByLabelText(/^Two-factor code/), '123456');
}

test('whoever may only look is told that others act, and not how many he keeps', async () => {
  wire(listed);
  const screen = await renderScreen(ClaimOrder, { permissions: ['claimOrder.get'] });
  await expect.element(screen.getByText(row.no).first()).toBeVisible();
  expect(screen.getByText(/^You keep/).elements()).toEqual([]);
  await expect
    .element(screen.getByText('The platform settles these; here you can follow them'))
    .toBeVisible();
});

test('what lies open stands there with how many one keeps, and one is claimed by a click', async () => {
  const said = wire(
    listed,
    reply(claimReceipt, () => ({ lock_until: new Date().toISOString() })),
  );
  const screen = await renderScreen(ClaimOrder, { permissions: ['claimOrder.get', 'claimOrder.claim'] });
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

test('what waits for a second person is marked, and is not asked for once more', async () => {
  const waiting: ReceiptRow = {
    ...row,
    waiting_acts: [
      {
        act: 'receipts.sendBack',
        asked_at: new Date().toISOString(),
        approval_id: '31',
        maker: { id: '3', name: 'Lin' },
        blocks: ['sendBack'],
      },
    ],
  };
  wire(
    reply(searchReceipts, () => ({
      ...pageOf([waiting]),
      summary: { by_currency: [], open: 0, most: 3 },
    })),
  );
  const screen = await renderScreen(ClaimOrder);
  const said = 'Waits for a second person · Send a receipt back to its payer · 0 min · Lin';
  await expect.element(screen.getByRole('link', { name: said })).toBeVisible();
  await userEvent.click(screen.getByTitle('More'));
  await expect.element(screen.getByRole('menuitem', { name: 'Sent back to the payer' })).toBeDisabled();
  await expect.element(screen.getByRole('menuitem', { name: 'Make the supply good' })).toBeEnabled();
});

test('a supply that its money came for later is made good', async () => {
  const said = wire(
    listed,
    reply(restoreReceipt, () => ({ state: 'done' as const })),
  );
  const screen = await renderScreen(ClaimOrder);
  await choose(screen, 'Make the supply good');
  await prove(screen);
  await userEvent.click(screen.getByRole('dialog').getByRole('button', { name: 'Make the supply good' }));
  await expect
    .poll(() => said.askedOf(restoreReceipt)[0])
    .toMatchObject({ id: '9', reason: 'the payer agrees' });
});

test('withdrawals that wait stand there oldest first, one is taken, and one is paid by its slip', async () => {
  const waiting: WithdrawalRow = {
    id: '7',
    no: 'W0000000007',
    owner: { id: '41', name: '星際互動' },
    currency: 'TWD',
    amount: '3000.0000',
    fee: '15.0000',
    fee_mode: 'inside',
    target_currency: 'TWD',
    target_amount: '2985.0000',
    rate: null,
    rate_until: null,
    type: 'bank',
    account_name: '王小明',
    bank_code: '004',
    bank_name: 'Bank of Taiwan',
    branch: null,
    card_no: '400500****0080',
    network: null,
    status: 'pending',
    is_cooling: false,
    third_party_no: null,
    slip: null,
    remarks: null,
    decision_reason: null,
    applicant: 'star',
    operator: null,
    created_at: new Date().toISOString(),
    completed_at: null,
    actions: ['take'],
  };
  const sums = { currency: 'TWD' as const, count: 1, amount: '3000.0000', paid_amount: '0.0000' };
  let shown = waiting;
  const done: Record<string, never> = {};
  const said = wire(
    listed,
    reply(searchWithdrawals, () => ({
      ...pageOf([shown]),
      summary: { by_currency: [sums], held: { open: shown === waiting ? 0 : 1, most: 3 } },
    })),
    reply(takeWithdrawal, () => {
      shown = {
        ...waiting,
        status: 'processing',
        operator: 'lin',
        actions: ['approve', 'reject', 'release'],
      };
      return done;
    }),
    reply(approveWithdrawal, () => ({ state: 'done' as const })),
  );
  const screen = await renderScreen(ClaimOrder, { permissions: ['withdraws.list.take'] });
  await userEvent.click(screen.getByText('Withdrawals', { exact: true }));
  await expect.element(screen.getByText('You keep 0 of 3')).toBeVisible();
  expect(said.askedOf(searchWithdrawals)[0]).toMatchObject({
    sort: 'created_at',
    status: ['pending', 'processing'],
  });
  await userEvent.click(screen.getByRole('button', { name: 'Take', exact: true }));
  await userEvent.click(screen.getByRole('dialog').getByRole('button', { name: 'Take' }));
  await expect.element(screen.getByText('You keep 1 of 3')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Paid', exact: true }));
  const pay = screen.getByRole('dialog').getByRole('button', { name: 'Paid' });
  await prove(screen);
  await expect.element(pay).toBeDisabled();
  await userEvent.fill(screen.getByLabelText(/^Third-party number/), 'TX-1');
  await userEvent.click(pay);
  await expect
    .poll(() => said.askedOf(approveWithdrawal)[0])
    .toMatchObject({ id: '7', third_party_no: 'TX-1' });
});

test('a senior agent follows the withdrawals of his tree, and is told that the platform wires them', async () => {
  wire(
    listed,
    reply(searchWithdrawals, () => ({ ...pageOf([]), summary: { by_currency: [], held: null } })),
  );
  const screen = await renderScreen(ClaimOrder, {
    permissions: ['claimOrder.get', 'withdraws.list.take'],
  });
  await userEvent.click(screen.getByText('Withdrawals', { exact: true }));
  await expect.element(screen.getByText('The platform wires these; here you can follow them')).toBeVisible();
});

/** Bytes go up, and no JSON: what stands in the query is what is asked. */
const sendFile = endpoint({
  method: 'POST',
  path: transferFilePath,
  access: { permission: 'claimOrder.import' },
  input: transferFileQuery,
  output: transferReport,
});
const looked: TransferReport = {
  id: '5',
  channel_account: { id: '3', name: 'VA one' },
  file_name: 'bank.csv',
  encoding: 'big5',
  currency: 'TWD',
  lines: 1,
  passed_over: 2,
  sum: '1500.0000',
  taken_at: null,
  bad: [],
  bad_count: 0,
  columns: [{ column: 'amount', title: '存入金額' }],
  counts: { order: 1, aside: 0, unidentified: 0, ambiguous: 0, open: 0, known: 0, feed: 0 },
  items: [
    {
      line: 2,
      at: '2026-11-23T02:00:00.000Z',
      amount: '1500.0000',
      payer: '王小明',
      last5: null,
      outcome: 'order',
      order_no: 'C2611230000000007',
    },
  ],
};

test('an account’s statement is looked at before it is taken, and one with a line that cannot be read is not', async () => {
  let isBad = true;
  const said = wire(
    listed,
    reply(sendFile, () =>
      isBad ? { ...looked, id: null, bad: [{ line: 3, why: 'time' as const }], bad_count: 1 } : looked,
    ),
    reply(takeTransferFile, () => ({ state: 'done' as const })),
    reply(transferFile, () => ({ ...looked, taken_at: '2026-11-23T03:00:00.000Z' })),
    reply(findNames, () => []),
  );
  const screen = await renderScreen(ClaimOrder, { permissions: ['claimOrder.get', 'claimOrder.import'] });
  await userEvent.click(screen.getByRole('button', { name: 'Bring a statement' }));
  const dialog = screen.getByRole('dialog');
  // Columns that a line cannot leave empty are a bank's to bring.
  await expect.element(dialog.getByText('Template')).toBeVisible();
  const template = dialog.getByText('Template').element().closest('a')?.href ?? '';
  expect(decodeURIComponent(template.split(',').slice(1).join(','))).toBe(
    '\ufeffDate and time,Amount in,Bank’s number,Payer’s name,Payer’s account,Remark\r\n',
  );
  await userEvent.fill(dialog.getByRole('combobox', { name: 'Receiving account' }), '3');
  await userEvent.upload(dialog.getByLabelText(/^File/), new File(['a,b'], 'bank.csv'));
  await userEvent.click(dialog.getByRole('button', { name: 'Check the file' }));
  await expect.element(dialog.getByText(/^Line 3: no time/)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Take in' })).not.toBeInTheDocument();
  isBad = false;
  await userEvent.click(dialog.getByRole('button', { name: 'Check the file' }));
  await expect.element(dialog.getByText('C2611230000000007')).toBeVisible();
  await expect.element(dialog.getByText(/^Read as Big5/)).toBeVisible();
  expect(said.askedOf(sendFile)[0]).toMatchObject({ channel_account_id: '3', name: 'bank.csv' });
  await userEvent.click(dialog.getByRole('button', { name: 'Take in' }));
  await prove(screen);
  await userEvent.click(screen.getByRole('dialog').getByRole('button', { name: 'Take in' }));
  await expect.poll(() => said.askedOf(takeTransferFile)[0]).toMatchObject({ id: '5' });
  await expect.poll(() => said.askedOf(transferFile)[0]).toEqual({ id: '5' });
});
