import { getCheckout, type CheckoutView } from '@suanpan/contract/endpoints/checkout';
import { counterDay, createByHand, manualMethods } from '@suanpan/contract/endpoints/manual-collections';
import type { OutputOf } from '@suanpan/contract/endpoint';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../test/screen.tsx';
import { reply, wire } from '../../test/wire.ts';
import { Counter } from './counter.tsx';

type Day = OutputOf<typeof counterDay>;
type Order = Day['orders'][number];

const cashier = { id: '30', currency: 'TWD', role_name: 'customerSub', customer_id: '14' };
const tokenOf = (n: number): string => `fh8_82BHDsC59eqjNGnHSfnu${n}`;
const orderOf = (n: number, more: Partial<Order> = {}): Order => ({
  id: String(n),
  order_no: `C26112900000000${n}`,
  merchant_order_no: `M261129-${n}`,
  customer_name: '青鳥書店',
  product_name: null,
  order_amount: '350.0000',
  currency: 'TWD',
  status: 'pending',
  created_at: '2026-11-29T01:10:00Z',
  checkout_url: `http://pay.example/pay/#/checkout?t=${tokenOf(n)}`,
  ...more,
});
const viewOf = (order: Order, more: Partial<CheckoutView> = {}): CheckoutView => ({
  order_no: order.order_no,
  merchant_order_no: order.merchant_order_no,
  merchant_name: order.customer_name,
  app_name: 'Suanpan',
  logo: '',
  status: order.status,
  page: 'paymethod',
  currency: 'TWD',
  amount: order.order_amount,
  pay_amount: order.order_amount,
  paid_amount: null,
  paid_at: null,
  product_name: null,
  payer_name: null,
  method: null,
  methods: [],
  payment: null,
  claimed: false,
  is_test: false,
  maintenance: null,
  locale: null,
  return_url: null,
  created_at: order.created_at,
  expires_at: '2026-11-29T01:25:00Z',
  server_time: '2026-11-29T01:12:00Z',
  ...more,
});
const waiting = orderOf(62);
const paid = orderOf(61, { status: 'success' });
const views: Readonly<Record<string, CheckoutView>> = {
  [tokenOf(61)]: viewOf(paid, { paid_amount: '350.0000', paid_at: '2026-11-29T01:14:05Z' }),
  [tokenOf(62)]: viewOf(waiting),
};
const replies = (orders: Order[]) =>
  [
    reply(counterDay, () => ({
      day: '2026-11-29',
      by_currency: [{ currency: 'TWD' as const, count: orders.length, paid: 0, sum: '0.0000' }],
      orders,
    })),
    reply(manualMethods, () => ({
      customer: { id: '14', name: '青鳥書店' },
      currencies: ['TWD' as const],
      methods: [],
    })),
    reply(getCheckout, ({ t }) => views[t] ?? viewOf(waiting)),
  ] as const;
const openCounter = (width = 1440) =>
  renderScreen(Counter, { self: cashier, permissions: ['counter.get', 'counter.create'], width });

test('an order that was made before is shown again with its code, and what is being typed stays', async () => {
  wire(...replies([waiting, paid]));
  const screen = await openCounter();
  await screen.getByRole('textbox', { name: 'Amount' }).fill('88');
  await userEvent.click(
    screen.getByRole('row', { name: /C2611290000000062/ }).getByRole('button', { name: 'Show' }),
  );
  await expect.element(screen.getByRole('img', { name: 'Scan to open the payment page' })).toBeVisible();
  await expect.element(screen.getByText('M261129-62')).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Amount' })).toHaveValue('88');
});

test('a receipt is for what was paid, and tells when', async () => {
  wire(...replies([waiting, paid]));
  const screen = await openCounter();
  const shown = screen.getByRole('region', { name: 'Order created' });
  await userEvent.click(screen.getByRole('button', { name: 'Show' }).nth(0));
  await expect.element(shown.getByText('Not processed')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Print receipt' }).query()).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show' }).nth(1));
  await userEvent.click(screen.getByRole('button', { name: 'Print receipt' }));
  await expect.element(screen.getByRole('dialog').getByText('2026-11-29 09:14:05')).toBeVisible();
  expect(shown.getByText('Success', { exact: true }).query()).not.toBeNull();
});

test('the amount can be typed at once, and the next one after an order was made', async () => {
  const made = orderOf(63);
  const said = wire(
    ...replies([]),
    reply(createByHand, () => ({
      ...made,
      completed_at: null,
      actual_amount: null,
      accounted_amount: null,
      exchange_rate: null,
      rate_id: null,
      fee: null,
      channel: null,
      real_name: null,
      refund_status: null,
      callback_status: 'not_sent' as const,
      request_ip: null,
      expires_at: '2026-11-29T01:25:00Z',
      customer_id: '14',
      agent_id: '5',
      agent_name: null,
      is_test: false,
      waiting_acts: [],
      actions: [],
      refusal: null,
    })),
  );
  const screen = await openCounter();
  await expect.element(screen.getByRole('textbox', { name: 'Amount' })).toHaveFocus();
  await userEvent.keyboard('350{Enter}');
  await expect.element(screen.getByText('M261129-63')).toBeVisible();
  expect(said.askedOf(createByHand)[0]).toMatchObject({ amount: '350', via: 'counter' });
  await expect.element(screen.getByRole('textbox', { name: 'Amount' })).toHaveValue('');
  await expect.element(screen.getByRole('textbox', { name: 'Amount' })).toHaveFocus();
});

test('on a phone the code comes into sight', async () => {
  wire(...replies([waiting]));
  const screen = await openCounter(390);
  await userEvent.click(screen.getByRole('button', { name: 'Show' }));
  await expect
    .element(screen.getByRole('img', { name: 'Scan to open the payment page' }))
    .toBeInViewport({ ratio: 1 });
});
