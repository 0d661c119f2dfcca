import type { MerchantCollection } from '@suanpan/contract/merchant/v2';
import type { Payment } from '@suanpan/contract/endpoints/checkout';
import { merchantCollectionStatus } from '@suanpan/domain/states/wire';
import type { Locale } from '@suanpan/messages/locale';
import { translate } from '@suanpan/messages/translate';
import { formatMerchant } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { formatRate, parseRate } from '@suanpan/money/rate';
import { checkoutUrlOf } from '../collections/index.ts';
import type { Collections, OrderRow } from '../collections/index.ts';

/** The part of an order that its merchant may read. */
export type OwnOrder = Pick<
  OrderRow,
  | 'id'
  | 'order_no'
  | 'merchant_order_no'
  | 'status'
  | 'refund_status'
  | 'currency'
  | 'order_amount'
  | 'pay_amount'
  | 'actual_amount'
  | 'fee'
  | 'accounted_amount'
  | 'exchange_rate'
  | 'method'
  | 'payment'
  | 'payer'
  | 'real_name'
  | 'expires_at'
  | 'created_at'
  | 'completed_at'
  | 'callback_status'
  | 'metadata'
  | 'is_test'
>;

/** An order as its merchant reads it, the only way out of this module. */
export function presentOwn(
  collections: Pick<Collections, 'publicUrl' | 'tokens'>,
  order: OwnOrder,
  locale: Locale,
): MerchantCollection {
  const currency = order.currency as Currency;
  const amount = (minor: bigint | null): string | null =>
    minor === null ? null : formatMerchant(minor, currency);
  const isPending = order.status === 'pending';
  return {
    id: `col_${order.id}`,
    order_no: order.merchant_order_no,
    status: merchantCollectionStatus(order.status, order.refund_status),
    currency,
    amount: formatMerchant(order.order_amount, currency),
    pay_amount: formatMerchant(order.pay_amount, currency),
    paid_amount: amount(order.actual_amount),
    fee: amount(order.fee),
    credited_amount: amount(order.accounted_amount),
    rate: order.exchange_rate === null ? null : formatRate(parseRate(order.exchange_rate)),
    method: order.method,
    checkout_url: checkoutUrlOf(collections, order.id),
    payment: isPending ? (order.payment as Payment | null) : null,
    payer: presentPayer(order),
    expires_at: instant(order.expires_at),
    created_at: instant(order.created_at),
    paid_at: order.actual_amount === null || order.completed_at === null ? null : instant(order.completed_at),
    callback_status: order.callback_status === 'sending' ? 'not_sent' : order.callback_status,
    failure: failureOf(order, locale),
    metadata: order.metadata as Record<string, string>,
    is_test: order.is_test,
  };
}

/** RFC 3339 UTC to the second, as every time of the merchant API. */
export function instant(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`;
}

function presentPayer(order: OwnOrder): Record<string, string> | null {
  const { account_sealed: _, ...told } = (order.payer ?? {}) as Record<string, string>;
  const payer = order.real_name === null ? told : { ...told, name: order.real_name };
  return Object.keys(payer).length === 0 ? null : payer;
}

function failureOf({ status }: OwnOrder, locale: Locale): MerchantCollection['failure'] {
  if (status !== 'expired' && status !== 'amount_mismatch' && status !== 'abnormal') return null;
  const code = status === 'expired' ? 'order_expired' : status;
  return { code, message: translate(locale, `merchantApi.${code}`) };
}
