import {
  setWithdrawConfig,
  withdrawConfig,
  withdrawFees,
} from '@suanpan/contract/endpoints/withdrawal-rules';
import type { WithdrawConfigRow } from '@suanpan/contract/endpoints/withdrawal-rules';
import {
  applyWithdrawal,
  approveWithdrawal,
  previewWithdrawal,
  searchWithdrawals,
  takeWithdrawal,
  withdrawAccounts,
  withdrawalFunds,
} from '@suanpan/contract/endpoints/withdrawals';
import type {
  WithdrawAccountRow,
  WithdrawalEffect,
  WithdrawalRow,
} from '@suanpan/contract/endpoints/withdrawals';
import { findNames } from '@suanpan/contract/endpoints/names';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { pageOf } from '../../../test/page-of.ts';
import { platform, renderScreen, type Shown } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { ApplyForWithdrawal } from './apply.tsx';
import { WithdrawalConfiguration } from './config.tsx';
import { WithdrawalFees } from './fee.tsx';
import { WithdrawalList } from './list.tsx';

const account: WithdrawAccountRow = {
  id: '5',
  owner: { id: '41', name: '星際互動' },
  type: 'bank',
  account_name: '王小明',
  card_no: '400500****0080',
  bank_code: '004',
  bank_name: 'Bank of Taiwan',
  branch: null,
  province: null,
  city: null,
  alias: 'rent',
  address: null,
  network: null,
  currency: 'TWD',
  status: 'active',
  usable_from: new Date().toISOString(),
  created_at: new Date().toISOString(),
  actions: ['delete'],
};
const row: WithdrawalRow = {
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
  status: 'processing',
  is_cooling: false,
  third_party_no: null,
  slip: null,
  remarks: null,
  decision_reason: null,
  applicant: 'star',
  operator: 'lin',
  created_at: new Date().toISOString(),
  completed_at: null,
  actions: ['approve', 'reject'],
};
const effect: WithdrawalEffect = {
  fee: '15.0000',
  fee_mode: 'inside',
  hold: '3000.0000',
  arrives: '2985.0000',
  target_currency: 'TWD',
  target_amount: '2985.0000',
  rate: null,
  rate_id: null,
  rate_until: null,
  locked_until: null,
  left: { today_amount: null, today_count: null, card_today: null, card_uses: null },
  balance_before: '10000.0000',
  balance_after: '7000.0000',
};
const config: WithdrawConfigRow = {
  role: 'customer',
  currency: 'TWD',
  min: '0.0000',
  max: '500.0000',
  daily_amount: '0.0000',
  daily_count: 0,
  per_card_daily: '0.0000',
  card_usage_limit: 0,
  window: [],
  holidays_closed: false,
  auto_approve_max: '0.0000',
  settle_accounts_max: 10,
  account_rest_h: 24,
  rate_lock_s: 86_400,
  two_factor_required: true,
  version: 3,
};

const stepUp = async (screen: Shown): Promise<void> => {
  await userEvent.fill(screen.getByLabelText(/^Payment password/), 'secret');
  await userEvent.fill(screen.getByLabelText(/^Two-factor code/), '123456');
};

test('one that is in hand is paid by the number of its transfer', async () => {
  const said = wire(
    reply(searchWithdrawals, () => ({
      ...pageOf([row]),
      summary: {
        by_currency: [{ currency: 'TWD' as const, count: 1, amount: '3000.0000', paid_amount: '0.0000' }],
        held: { open: 1, most: 3 },
      },
    })),
    reply(approveWithdrawal, () => ({ state: 'done' as const })),
  );
  const screen = await renderScreen(WithdrawalList);
  await expect.element(screen.getByText('W0000000007')).toBeVisible();
  expect(said.askedOf(searchWithdrawals)[0]).not.toHaveProperty('created_from');
  await userEvent.click(screen.getByRole('button', { name: 'Paid', exact: true }));
  await userEvent.fill(screen.getByLabelText(/^Third-party number/), 'TX-1');
  await userEvent.fill(screen.getByPlaceholder('State a reason'), 'wired');
  await stepUp(screen);
  await userEvent.click(screen.getByRole('dialog').getByRole('button', { name: 'Paid' }));
  await expect
    .poll(() => said.askedOf(approveWithdrawal)[0])
    .toMatchObject({ id: '7', third_party_no: 'TX-1', reason: 'wired' });
});

test('what waits for a second person is marked on its row, and is neither asked for again nor ended', async () => {
  const waiting: WithdrawalRow = {
    ...row,
    actions: ['approve', 'reject', 'release', 'remark'],
    waiting_acts: [
      {
        act: 'withdrawals.markPaid',
        asked_at: new Date(Date.now() - 7 * 60_000).toISOString(),
        approval_id: '55',
        maker: { id: '3', name: 'Lin' },
        blocks: ['approve', 'reject', 'release'],
      },
    ],
  };
  wire(
    reply(searchWithdrawals, () => ({
      ...pageOf([waiting]),
      summary: {
        by_currency: [{ currency: 'TWD' as const, count: 1, amount: '3000.0000', paid_amount: '0.0000' }],
        held: { open: 0, most: 3 },
      },
    })),
  );
  const screen = await renderScreen(WithdrawalList);
  const said = 'Waits for a second person · Confirm a withdrawal as paid · 7 min · Lin';
  const mark = screen.getByRole('link', { name: said });
  await expect.element(mark).toBeVisible();
  expect(mark.element().getAttribute('href')).toBe('#/wrap/admin.approvals?open=55');
  const hint = 'Waits for a second person; it must be decided first';
  const paid = screen.getByRole('button', { name: 'Paid', exact: true });
  await expect.element(paid).toBeDisabled();
  expect(paid.element().getAttribute('title')).toBe(hint);
  await userEvent.click(screen.piece.querySelector('tbody [data-act=more]') ?? expect.fail('no more acts'));
  for (const name of ['Reject', 'Give back']) {
    const item = screen.getByRole('menuitem', { name, exact: true });
    await expect.element(item).toBeDisabled();
    expect(item.element().getAttribute('title')).toBe(hint);
  }
  await expect.element(screen.getByRole('menuitem', { name: 'Remark', exact: true })).toBeEnabled();
});

test('several that wait are taken at once, with what they come to, and one that was refused is named', async () => {
  const waiting = ['7', '8', '9'].map((id): WithdrawalRow => ({
    ...row,
    id,
    no: `W000000000${id}`,
    status: 'pending',
    actions: ['take'],
  }));
  const taken: Record<string, never> = {};
  const sums = { currency: 'TWD' as const, count: 3, amount: '9000.0000', paid_amount: '0.0000' };
  const said = wire(
    reply(searchWithdrawals, () => ({
      ...pageOf(waiting, 3),
      summary: { by_currency: [sums], held: null },
    })),
    reply(takeWithdrawal, ({ id }) =>
      id === '9' ? { refused: { code: 20423, message: 'Somebody else has it' } } : taken,
    ),
  );
  const screen = await renderScreen(WithdrawalList);
  await expect.element(screen.getByText('W0000000009')).toBeVisible();
  for (const box of screen.piece.querySelectorAll<HTMLElement>('tbody [type=checkbox]'))
    await userEvent.click(box);
  const bar = screen.getByRole('region', { name: /^3 / });
  await expect.poll(() => bar.element().textContent).toContain('TWD9,000.00');
  await userEvent.click(bar.getByRole('button', { name: 'Take' }));
  await userEvent.click(screen.getByRole('dialog').getByRole('button', { name: 'Take' }));
  await expect.poll(() => said.askedOf(takeWithdrawal).map(({ id }) => id)).toEqual(['7', '8', '9']);
  await expect.element(bar.getByRole('listitem')).toHaveTextContent('W0000000009 Somebody else has it');
});

test('what is not found is said in the words of the specification, and is no fault', async () => {
  wire(reply(searchWithdrawals, () => ({ refused: { code: 404, message: 'no data found' } })));
  const screen = await renderScreen(WithdrawalList);
  await expect.element(screen.getByText('no data found').first()).toBeVisible();
  expect(screen.getByRole('alert').elements()).toHaveLength(0);
});

test('one applies for what was shown, and for nothing that is incomplete or zero', async () => {
  const said = wire(
    reply(withdrawAccounts, () => pageOf([account])),
    reply(previewWithdrawal, () => ({ effect, hash: 'as shown' })),
    reply(applyWithdrawal, () => ({ state: 'done' as const, id: '7', no: 'W0000000007' })),
  );
  const screen = await renderScreen(ApplyForWithdrawal, {
    self: { id: '41', customer_id: '41', currency: 'TWD' },
    permissions: ['withdraws.apply.create'],
  });
  await userEvent.click(screen.getByRole('button', { name: 'Apply', exact: true }));
  const send = () => screen.getByRole('dialog').getByRole('button', { name: 'Apply', exact: true });
  await stepUp(screen);
  await userEvent.click(send());
  await expect.element(screen.getByText('Please fill in the complete data')).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText(/^Withdrawal account/), '5');
  await userEvent.fill(screen.getByLabelText(/^Amount/), '0');
  await expect.element(screen.getByText('The number of withdrawals cannot be 0')).toBeVisible();
  await userEvent.fill(screen.getByLabelText(/^Amount/), '3000');
  await expect.element(screen.getByText(/2,985\.0000/)).toBeVisible();
  await userEvent.click(send());
  await expect
    .poll(() => said.askedOf(applyWithdrawal))
    .toMatchObject([
      { account_id: '5', amount: '3000', currency: 'TWD', effect_hash: 'as shown', one_code: '123456' },
    ]);
});

const applying = async (items: WithdrawAccountRow[]) => {
  wire(reply(withdrawAccounts, () => pageOf(items)));
  const screen = await renderScreen(ApplyForWithdrawal, {
    self: { id: '41', customer_id: '41', currency: 'TWD' },
    permissions: ['withdraws.apply.create', 'withdraws.apply.createAccount'],
  });
  await userEvent.click(screen.getByRole('button', { name: 'Apply', exact: true }));
  return { screen, dialog: screen.getByRole('dialog') };
};

const way = { type: 'bank' as const, target_currency: 'TWD' as const, pct: '0.1', fixed: '15.0000' };
const funds = (mode: 'inside' | 'outside') =>
  reply(withdrawalFunds, () => ({
    items: [
      { currency: 'TWD' as const, available: '12345.6789', ways: [{ ...way, mode, most: '12345.00' }] },
      { currency: 'USD' as const, available: '0.0000', ways: [] },
    ],
  }));
const opened = async (mode: 'inside' | 'outside') => {
  const said = wire(
    reply(withdrawAccounts, () => pageOf([account])),
    reply(previewWithdrawal, () => ({ effect, hash: 'as shown' })),
    funds(mode),
  );
  const screen = await renderScreen(ApplyForWithdrawal, {
    self: { id: '41', customer_id: '41', currency: 'USDT' },
    permissions: ['withdraws.apply.create'],
  });
  await userEvent.click(screen.getByRole('button', { name: 'Apply', exact: true }));
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText('May be withdrawn 12,345.67 TWD')).toBeVisible();
  return { said, dialog };
};

test('before an amount is typed the form says what may be withdrawn, the fee and what would arrive of all', async () => {
  const { dialog, said } = await opened('inside');
  const options = [
    ...dialog
      .getByLabelText(/^Currency/)
      .element()
      .querySelectorAll('option'),
  ];
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'TWD · 12,345.67',
    'USD · 0.00',
    'CNY',
    'USDT',
  ]);
  await expect.element(dialog.getByLabelText(/^Currency/)).toHaveValue('TWD');
  await expect.element(dialog.getByText('Fee 0.1% + 15.00 TWD · From the amount')).toBeVisible();
  await expect.element(dialog.getByText('If all of it is withdrawn')).toBeVisible();
  await expect.element(dialog.getByText(/2,985\.0000/)).toBeVisible();
  expect(said.askedOf(previewWithdrawal)).toEqual([{ account_id: '5', amount: '12345.00', currency: 'TWD' }]);
  await userEvent.click(dialog.getByRole('button', { name: 'All of it' }));
  await expect.element(dialog.getByLabelText(/^Amount/)).toHaveValue('12345.00');
  expect(dialog.getByText('If all of it is withdrawn').elements()).toEqual([]);
});

test('where a fee comes on top nobody is offered all of it', async () => {
  const { dialog, said } = await opened('outside');
  await expect.element(dialog.getByText(/^Fee 0\.1% \+ 15\.00 TWD/)).toBeVisible();
  expect(dialog.getByRole('button', { name: 'All of it' }).elements()).toEqual([]);
  expect(said.askedOf(previewWithdrawal)).toEqual([]);
});

test('whoever has one account has it chosen already', async () => {
  const { dialog } = await applying([account]);
  await expect.element(dialog.getByLabelText(/^Withdrawal account/)).toHaveValue('5');
});

test('an account that rests is told with the time from which it can be used', async () => {
  const { dialog } = await applying([
    { ...account, status: 'waiting', usable_from: '2026-11-29T14:59:19.000Z' },
  ]);
  await expect
    .element(dialog.getByText('can be used from 2026-11-29 22:59:19', { exact: false }))
    .toBeVisible();
  expect(dialog.getByText('Add a withdrawal account first').elements()).toEqual([]);
});

test('whoever has no account yet is led to the form for one', async () => {
  const { dialog, screen } = await applying([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Add an account' }));
  await expect.element(screen.getByRole('dialog', { name: 'Add an account' })).toBeVisible();
});

test('the configuration is changed as a whole, by the version that was read', async () => {
  const said = wire(
    reply(withdrawConfig, () => ({ items: [config], holidays: [] })),
    reply(setWithdrawConfig, () => ({ state: 'done' as const })),
  );
  const screen = await renderScreen(WithdrawalConfiguration, { permissions: ['withdraws.config.update'] });
  await userEvent.click(screen.getByRole('button', { name: 'Edit', exact: true }));
  await userEvent.fill(screen.getByLabelText('Most at once'), '900');
  await userEvent.fill(screen.getByLabelText(/^Open hours/), '12345 09:00-18:00');
  await userEvent.fill(screen.getByPlaceholder('State a reason'), 'the bank asks');
  await stepUp(screen);
  await userEvent.click(screen.getByRole('dialog').getByRole('button', { name: 'Save' }));
  await expect
    .poll(() => said.askedOf(setWithdrawConfig)[0])
    .toMatchObject({
      version: 3,
      max: '900',
      min: '0',
      window: [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '18:00' }],
      two_factor_required: true,
    });
});

test.each([
  ['the platform', { self: platform }, 'No fee is set: withdrawals are free'],
  [
    'a merchant',
    { self: { id: '41', customer_id: '41', currency: 'TWD' } },
    'No fee is set: withdrawals are free',
  ],
  [
    'a senior agent',
    { self: { id: '7', agent_id: '7', role_name: 'agent', currency: 'TWD' } },
    'No fee is set in your tree: the platform’s fee holds',
  ],
  [
    'whoever looks for one owner',
    { self: platform, search: { user_id: '41' } },
    'No fee of his own: that of his senior agent or his role holds, and without one it is free',
  ],
] as const)('where no fee stands %s is told what that means', async (_who, options, sentence) => {
  wire(
    reply(withdrawFees, () => pageOf([])),
    reply(findNames, () => []),
  );
  const screen = await renderScreen(WithdrawalFees, { ...options, permissions: ['withdraws.fee.create'] });
  await expect.element(screen.getByText(sentence)).toBeVisible();
  const act = 'search' in options ? 'Clear filters' : 'Add a fee';
  await expect.element(screen.getByRole('button', { name: act }).last()).toBeVisible();
});
