import {
  adjustBalance,
  fundBuckets,
  fundMerchant,
  fundRegister,
  transferFeeIncome,
} from '@suanpan/contract/endpoints/funds';
import type { BucketsRow, MovementRow } from '@suanpan/contract/endpoints/funds';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { pageOf } from '../../../test/page-of.ts';
import { renderScreen, type Shown } from '../../../test/screen.tsx';
import { reply, wire } from '../../../test/wire.ts';
import { CashManagement } from './cashManagement3.tsx';

const bucketsOf = (row: Partial<BucketsRow>): BucketsRow => ({
  owner: { id: '41', name: '星際互動' },
  role_name: 'customer',
  currency: 'TWD',
  balance: '1250.0000',
  settleable: '1000.0000',
  payout_only: '250.0000',
  unsettled: '0.0000',
  frozen: '150.0000',
  reserved: '0.0000',
  fee_income: '0.0000',
  receivable: '0.0000',
  actions: [],
  ...row,
});
const listed = (...items: BucketsRow[]) =>
  reply(fundBuckets, () => ({
    ...pageOf(items),
    summary: {
      by_currency: [
        {
          currency: 'TWD' as const,
          count: items.length,
          balance: '9000.5000',
          unsettled: '0.0000',
          frozen: '150.0000',
          reserved: '0.0000',
          fee_income: '73.0000',
        },
      ],
    },
  }));
const done = () => ({ state: 'done' as const });

async function prove(screen: Shown, button: string): Promise<void> {
  await userEvent.fill(screen.getByPlaceholder('State a reason'), 'as agreed');
  await userEvent.fill(screen.getByLabelText(/^Payment password/), 'secret');
  await userEvent.fill(screen.getByLabelText(/^Two-factor code/), '123456');
  await userEvent.click(screen.getByRole('dialog').getByRole('button', { name: button }));
}

test('an owner stands first with his buckets to the last decimal, and their sums below', async () => {
  wire(listed(bucketsOf({})));
  const { piece, getByText } = await renderScreen(CashManagement);
  await expect.element(getByText('星際互動 · 41')).toBeVisible();
  const heads = [...piece.querySelectorAll('thead th')].map((head) => head.textContent);
  expect(heads.slice(0, 4)).toEqual(['Owner', 'Role', 'Currency', 'Available balance']);
  expect(piece.querySelector('tbody')?.textContent).toContain('1,250.0000');
  expect(piece.querySelector('ul li')?.textContent).toMatch(/TWD.*1.*9,000\.5000.*150\.0000/);
});

test('what a senior agent gives his merchant is asked for with its reason, and sent once', async () => {
  const said = wire(listed(bucketsOf({ actions: ['fund'] })), reply(fundMerchant, done));
  const screen = await renderScreen(CashManagement, { permissions: ['cashManagement3.fund'] });
  await userEvent.click(screen.getByRole('button', { name: 'Fund the merchant' }));
  await userEvent.fill(screen.getByLabelText(/^Amount/), '400');
  await prove(screen, 'Fund the merchant');
  await expect
    .poll(() => said.askedOf(fundMerchant))
    .toEqual([
      {
        customer_id: '41',
        amount: '400',
        reason: 'as agreed',
        payment_password: 'secret',
        one_code: '123456',
      },
    ]);
});

test('what a senior agent can give is told before, and no more of it can be sent', async () => {
  wire(
    reply(fundBuckets, ({ role_name }) => ({
      ...pageOf([
        role_name === 'agent'
          ? bucketsOf({ owner: { id: '7', name: '億通' }, role_name: 'agent', settleable: '300.0000' })
          : bucketsOf({ actions: ['fund'] }),
      ]),
      summary: { by_currency: [] },
    })),
  );
  const screen = await renderScreen(CashManagement, { permissions: ['cashManagement3.fund'] });
  await userEvent.click(screen.getByRole('button', { name: 'Fund the merchant' }));
  await expect.element(screen.getByText('300.00 TWD available')).toBeVisible();
  await userEvent.fill(screen.getByLabelText(/^Amount/), '400');
  await expect.element(screen.getByText('At most 300.00 TWD')).toBeVisible();
});

test('more fee income than there is cannot be sent', async () => {
  const own = bucketsOf({ role_name: 'agent', fee_income: '73.0000', actions: ['transfer'] });
  const said = wire(listed(own), reply(transferFeeIncome, done));
  const screen = await renderScreen(CashManagement);
  await userEvent.click(screen.getByRole('button', { name: 'Fee income to balance' }));
  await userEvent.fill(screen.getByLabelText(/^Amount/), '73.01');
  await expect.element(screen.getByText('At most 73.00 TWD')).toBeVisible();
  await expect
    .element(screen.getByRole('dialog').getByRole('button', { name: 'Fee income to balance' }))
    .toBeDisabled();
  await userEvent.fill(screen.getByLabelText(/^Amount/), '73');
  await prove(screen, 'Fee income to balance');
  await expect
    .poll(() => said.askedOf(transferFeeIncome)[0])
    .toMatchObject({ amount: '73', currency: 'TWD' });
});

test('goodwill is given or taken back, and the dialog says who pays', async () => {
  const said = wire(listed(bucketsOf({ actions: ['adjustGoodwill'] })), reply(adjustBalance, done));
  const screen = await renderScreen(CashManagement);
  await userEvent.click(screen.getByRole('button', { name: 'Manual change' }));
  await expect
    .element(screen.getByText('Paid by the platform; what is taken goes back to it.'))
    .toBeVisible();
  await userEvent.click(screen.getByText('Take', { exact: true }));
  await userEvent.fill(screen.getByLabelText(/^Amount/), '1000.01');
  await expect.element(screen.getByText('At most 1,000.00 TWD')).toBeVisible();
  await userEvent.fill(screen.getByLabelText(/^Amount/), '120');
  await prove(screen, 'Manual change');
  await expect
    .poll(() => said.askedOf(adjustBalance)[0])
    .toMatchObject({ owner_id: '41', direction: 'take', source: 'goodwill', amount: '120' });
});

test('the register says of each movement from where it went to where, and asks for today', async () => {
  const row: MovementRow = {
    id: '9001',
    at: new Date().toISOString(),
    kind: 'adjust',
    no: null,
    from: null,
    from_account: 'E510',
    to: { id: '41', name: '星際互動' },
    to_account: 'L200',
    amount: '500.0000',
    currency: 'TWD',
    operator: 'boss',
    note: 'as agreed',
    journal_id: '9001',
    status: 'done',
  };
  const said = wire(
    reply(fundRegister, () => ({
      ...pageOf([row]),
      summary: { by_currency: [{ currency: 'TWD' as const, count: 1, amount: '500.0000' }] },
    })),
  );
  const { piece } = await renderScreen(CashManagement, { search: { part: 'register' } });
  await expect
    .poll(() => piece.querySelector('tbody')?.textContent)
    .toMatch(/Manual change.*Platform · .*星際互動 · Settleable funds.*500\.0000/);
  expect(said.askedOf(fundRegister)[0]).toMatchObject({ from: expect.any(String) as string });
});
