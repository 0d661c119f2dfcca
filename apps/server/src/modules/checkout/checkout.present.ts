import type { CheckoutView, Payment } from '@suanpan/contract/endpoints/checkout';
import { paymentKindOf } from '@suanpan/domain/payment-kinds';
import { isLocale } from '@suanpan/messages/locale';
import type { Locale } from '@suanpan/messages/locale';
import { translate } from '@suanpan/messages/translate';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { maskName } from '../collections/index.ts';
import type { Method, PayerOrder } from '../collections/index.ts';
import type { Branding, Maintenance } from '../settings/index.ts';
import { choosePage, isPayable } from './choose-page.ts';
import { formPath } from './form-path.ts';

/** All that a payer learns of his order: no channel, no fee, no number of ours beyond the order's. */
export function presentCheckout(
  order: PayerOrder,
  branding: Branding,
  methods: readonly Method[],
  {
    locale,
    sign,
    token,
  }: { readonly locale: Locale; readonly sign: Maintenance | null; readonly token: string },
): CheckoutView {
  const currency = order.currency as Currency;
  const amount = (minor: bigint | null): string | null =>
    minor === null ? null : formatLedger(minor, currency);
  const words = isLocale(order.locale) ? order.locale : locale;
  return {
    order_no: order.order_no,
    merchant_order_no: order.merchant_order_no,
    merchant_name: order.merchant_name,
    app_name: branding.appName,
    logo: branding.logo,
    status: order.status,
    page: choosePage(order),
    currency,
    amount: formatLedger(order.order_amount, currency),
    pay_amount: formatLedger(order.pay_amount, currency),
    paid_amount: amount(order.actual_amount),
    paid_at: order.actual_amount === null ? null : (order.completed_at?.toISOString() ?? null),
    product_name: order.product_name,
    payer_name: maskName(order.real_name),
    method: order.method,
    methods: methods.map((method) => ({
      code: method.code,
      name: nameOf(method, words),
      kind: method.kind,
      min: method.min === 0n ? null : formatLedger(method.min, currency),
      max: method.max === 0n ? null : formatLedger(method.max, currency),
      needs_name: method.needsName && order.real_name === null,
    })),
    // Whoever still sees the account pays into it: it goes the moment the order cannot be paid any more.
    payment: isPayable(order) ? payerPayment(order.payment as Payment | null, token) : null,
    claimed: order.paid_claimed_at !== null,
    is_test: order.is_test,
    locale: isLocale(order.locale) ? order.locale : null,
    maintenance: sign?.isOn === true ? sign.text[words] : null,
    return_url: order.return_url,
    created_at: order.created_at.toISOString(),
    expires_at: order.expires_at.toISOString(),
    server_time: order.now.toISOString(),
  };
}

/** A form is sent by a page of its own, which needs no script of ours and escapes what it carries. */
function payerPayment(payment: Payment | null, token: string): CheckoutView['payment'] {
  return payment?.type === 'form' ? { type: 'redirect', url: formPath(token) } : payment;
}

/** The kind of payment in the payer's language; channels and their names are nobody's business here. */
function nameOf({ code, kind }: Method, locale: Locale): string {
  const named = paymentKindOf(kind);
  return named === undefined ? code : translate(locale, `checkout.kinds.${named}`);
}
