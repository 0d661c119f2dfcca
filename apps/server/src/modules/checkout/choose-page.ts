import type { CheckoutView, Payment } from '@suanpan/contract/endpoints/checkout';
import type { PayerOrder } from '../collections/index.ts';

export type PayerPage = CheckoutView['page'];

/** The WeChat page shows a code or an account with the steps of that app. */
const weChatKind = 'wechat';

const pageOf: Readonly<Record<Payment['type'], PayerPage>> = {
  bank_account: 'checkout',
  cvs_code: 'checkout',
  barcode: 'checkout',
  crypto_address: 'checkout',
  qr: 'Alipay',
  redirect: 'gateway',
  form: 'gateway',
};

/** Whether the payer may still pay: the order waits, and its time is not over. */
export function isPayable(order: Pick<PayerOrder, 'status' | 'expires_at' | 'now'>): boolean {
  return order.status === 'pending' && order.now < order.expires_at;
}

/** Which payer page shows this order now (merchant API §5). */
export function choosePage(
  order: Pick<
    PayerOrder,
    'status' | 'expires_at' | 'now' | 'payment' | 'method_type' | 'paid_claimed_at' | 'channel_account_id'
  >,
): PayerPage {
  if (!isPayable(order) || order.paid_claimed_at !== null) return 'payCheckOut';
  const payment = order.payment as Payment | null;
  if (payment === null) return 'paymethod';
  return order.method_type === weChatKind ? 'wxbank' : pageOf[payment.type];
}
