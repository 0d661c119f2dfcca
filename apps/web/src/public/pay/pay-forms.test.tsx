/** @jsxImportSource preact */
import type { CheckoutView } from '@suanpan/contract/endpoints/checkout';
import { render } from 'preact';
import type { VNode } from 'preact';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { BankTransfer } from './bank-transfer.tsx';
import { ChooseMethod } from './choose-method.tsx';
import { loadPayWords, PayWordsContext } from './pay-words.ts';
import type { Checkout } from './use-checkout.ts';

const view: CheckoutView = {
  order_no: 'C2611220001',
  merchant_order_no: 'M-1',
  merchant_name: '王家茶行',
  app_name: 'Suanpan',
  logo: '',
  status: 'pending',
  page: 'checkout',
  currency: 'TWD',
  amount: '1500.0000',
  pay_amount: '1500.0000',
  paid_amount: null,
  product_name: null,
  payer_name: null,
  method: null,
  methods: [
    { code: 'bank', name: 'Bank', kind: 'bank', min: '100.0000', max: '5000.0000', needs_name: true },
    { code: 'shop', name: 'Shop', kind: 'cvs', min: null, max: null, needs_name: false },
  ],
  payment: null,
  claimed: false,
  is_test: false,
  locale: 'en',
  return_url: null,
  created_at: '2026-11-22T10:00:00Z',
  expires_at: '2026-11-22T10:15:00Z',
  server_time: '2026-11-22T10:00:00Z',
};
const account = {
  type: 'bank_account' as const,
  bank_code: '004',
  bank_name: 'Bank of Taiwan',
  branch: 'Main',
  account_no: '123456789012',
  holder: 'Wang',
  qr: 'TWQRP://pay',
};

/** Shows a form of the payer's page; answers what it asks of the server. */
async function show(form: (checkout: Checkout) => VNode): Promise<unknown[]> {
  const words = await loadPayWords('en');
  const asked: unknown[] = [];
  const checkout: Checkout = {
    view,
    fault: null,
    isBusy: false,
    leftMs: 1,
    act: (...call) => Promise.resolve(void asked.push(call)),
  };
  const root = document.body.appendChild(document.createElement('div'));
  onTestFinished(() => {
    render(null, root);
    root.remove();
  });
  render(<PayWordsContext.Provider value={words}>{form(checkout)}</PayWordsContext.Provider>, root);
  return asked;
}

test('who says that he has paid gives five digits or none, and hears at once of four', async () => {
  const asked = await show((checkout) => <BankTransfer view={view} account={account} checkout={checkout} />);
  const last5 = page.getByRole('textbox');
  const paid = page.getByRole('button', { name: 'I have paid' });
  await last5.fill('1234');
  await expect.element(last5).toHaveAttribute('aria-invalid', 'true');
  await expect.element(paid).toBeDisabled();
  await last5.fill('12345');
  await paid.click();
  expect(asked).toEqual([['paid-claim', { last5: '12345' }]]);
  await expect.element(page.getByRole('img')).toBeVisible();
});

test('a way to pay that wants a name asks for it before anything is sent', async () => {
  const asked = await show((checkout) => <ChooseMethod view={view} checkout={checkout} />);
  const next = page.getByRole('button');
  await expect.element(next).toBeDisabled();
  await page.getByRole('radio').first().click();
  await next.click();
  expect(asked).toEqual([]);
  await page.getByRole('textbox').fill(' 王小明 ');
  await next.click();
  expect(asked).toEqual([['method', { method: 'bank', name: '王小明' }]]);
  await page.getByRole('radio').last().click();
  await next.click();
  expect(asked[1]).toEqual(['method', { method: 'shop' }]);
});
