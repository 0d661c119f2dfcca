/** @jsxImportSource preact */
import type { CheckoutView } from '@suanpan/contract/endpoints/checkout';
import { render } from 'preact';
import type { VNode } from 'preact';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { BankTransfer } from './bank-transfer.tsx';
import { BarcodePay } from './barcode-pay.tsx';
import { ChooseMethod } from './choose-method.tsx';
import { CryptoPay } from './crypto-pay.tsx';
import { payWords, PayWordsContext } from './pay-words.ts';
import type { Checkout } from './use-checkout.ts';
import { WeChatSteps } from './wechat-steps.tsx';

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
  paid_at: null,
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
  maintenance: null,
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
function show(form: (checkout: Checkout) => VNode): unknown[] {
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
  render(<PayWordsContext.Provider value={payWords.en}>{form(checkout)}</PayWordsContext.Provider>, root);
  return asked;
}

test('who says that he has paid gives five digits or none, and hears at once of four', async () => {
  const asked = show((checkout) => <BankTransfer view={view} account={account} checkout={checkout} />);
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
  const asked = show((checkout) => <ChooseMethod view={view} checkout={checkout} />);
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

test('barcodes stand there each with its digits, and what no till could read is not drawn', async () => {
  show(() => <BarcodePay payment={{ type: 'barcode', barcodes: ['1501216KK', '王'] }} />);
  await expect.element(page.getByRole('img', { name: 'Barcode 1 1501216KK' })).toBeVisible();
  expect(page.getByRole('img').elements()).toHaveLength(1);
  await expect.element(page.getByRole('button', { name: 'Copy Barcode 1' })).toBeVisible();
});

test('an address of a chain names the chain and the amount to the last decimal that counts', async () => {
  const payment = {
    type: 'crypto_address',
    network: 'TRC20',
    address: 'TNEns8t9jbWENbStkQdVQtHMGpbsYsQjZK',
  } as const;
  const usdt = { ...view, currency: 'USDT', pay_amount: '50.012500' } as const;
  show(() => <CryptoPay view={usdt} payment={payment} />);
  await expect.element(page.getByText(payment.address, { exact: true })).toBeVisible();
  await expect.element(page.getByText(/USDT over TRC20 only/)).toBeVisible();
  // What is read is what is copied: whoever types it by hand pays the same.
  await expect.element(page.getByText('USDT 50.0125', { exact: true })).toBeVisible();
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await page.getByRole('button', { name: 'Copy Amount to pay' }).click();
  expect(copied).toHaveBeenCalledWith('50.0125');
  copied.mockRestore();
});

test('WeChat is told in three steps, other ones for an account than for a code', async () => {
  show(() => <WeChatSteps payment={{ type: 'qr', content: 'https://qr.example/1' }} />);
  expect(page.getByRole('listitem').elements()).toHaveLength(3);
  await expect.element(page.getByText(/choose it from your album/)).toBeVisible();
  show(() => <WeChatSteps payment={account} />);
  await expect.element(page.getByText(/Transfer to bank card/)).toBeVisible();
});
