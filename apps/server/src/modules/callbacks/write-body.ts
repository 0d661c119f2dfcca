import type { CollectionNews, RefundNews } from '@suanpan/domain/collection-news';
import type { PayoutNews } from '@suanpan/domain/payout-news';
import {
  merchantCollectionStatus,
  merchantPayoutStatus,
  v1CollectionStatus,
  v1PayoutStatus,
} from '@suanpan/domain/states/wire';
import type { MerchantEventType } from '@suanpan/domain/states/wire';
import type { ErrorName } from '@suanpan/domain/errors';
import { payoutFailureCode } from '@suanpan/domain/merchant-errors';
import { formatMerchant } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';

const amount = (minor: string | null, currency: Currency): string | null =>
  minor === null ? null : formatMerchant(BigInt(minor), currency);

/** RFC 3339 UTC to the second, as the merchant API writes times. */
const instant = (text: string): string => new Date(text).toISOString().replace(/\.\d{3}Z$/, 'Z');

const isPaid = (news: CollectionNews): boolean => news.paid_amount !== null && news.completed_at !== null;

export interface EventHead {
  readonly eventId: string;
  readonly type: MerchantEventType;
  readonly createdAt: Date;
}

/**
 * The body of a v2 event, written once: Standard Webhooks envelope with the fields of the merchant API's
 * collection as they stood when it happened (merchant API §2).
 */
export function writeV2Body(
  head: EventHead,
  news: CollectionNews & { readonly refund?: RefundNews },
): string {
  const { refund } = news;
  return JSON.stringify({
    id: head.eventId,
    type: head.type,
    api_version: '2',
    created_at: instant(head.createdAt.toISOString()),
    data: {
      id: `col_${news.order_id}`,
      order_no: news.merchant_order_no,
      status: merchantCollectionStatus(news.status, news.refund_status),
      currency: news.currency,
      amount: amount(news.amount, news.currency),
      pay_amount: amount(news.pay_amount, news.currency),
      paid_amount: amount(news.paid_amount, news.currency),
      fee: amount(news.fee, news.currency),
      credited_amount: amount(news.credited_amount, news.currency),
      rate: news.rate,
      method: news.method,
      created_at: instant(news.created_at),
      expires_at: instant(news.expires_at),
      paid_at: isPaid(news) ? instant(news.completed_at ?? '') : null,
      test: news.test,
      metadata: news.metadata,
      ...(refund !== undefined && {
        refund: {
          id: `rfd_${refund.id}`,
          refund_no: refund.refund_no,
          amount: amount(refund.amount, news.currency),
          status: refund.status,
        },
      }),
    },
  });
}

/**
 * The fields of the v1 form, written once and kept url-encoded; timestamp, nonce and sign join them at each
 * attempt (merchant API §3). Empty values are left out, as they take no part in the signature.
 */
export function writeV1Body(news: CollectionNews): string {
  const fields: Record<string, string | null> = {
    merchant_no: news.customer_id,
    out_trade_no: news.merchant_order_no,
    trade_no: news.order_no,
    status: v1CollectionStatus(news.status, news.refund_status),
    currency: news.currency,
    amount: amount(news.amount, news.currency),
    paid_amount: amount(news.paid_amount, news.currency),
    fee: amount(news.fee, news.currency),
    credited_amount: amount(news.credited_amount, news.currency),
    paid_at: isPaid(news) ? String(Math.floor(Date.parse(news.completed_at ?? '') / 1000)) : null,
    is_test: news.test ? '1' : null,
  };
  return formOf(fields);
}

/** The parameters of an epay callback but its signature: what a plugin of a shop reads of a paid order. */
export function writeEpayQuery(news: CollectionNews): string {
  const { epay_name: name, epay_param: param, epay_type: type } = news.metadata;
  return formOf({
    pid: news.customer_id,
    trade_no: news.order_no,
    out_trade_no: news.merchant_order_no,
    type: type ?? news.method,
    name: name ?? null,
    money: amount(news.amount, news.currency),
    trade_status: 'TRADE_SUCCESS',
    param: param ?? null,
  });
}

/** The same of a payout. */
export function writeV2PayoutBody(head: EventHead, news: PayoutNews): string {
  return JSON.stringify({
    id: head.eventId,
    type: head.type,
    api_version: '2',
    created_at: instant(head.createdAt.toISOString()),
    data: {
      id: `pay_${news.order_id}`,
      order_no: news.merchant_order_no,
      status: merchantPayoutStatus(news.status, news.stage),
      currency: news.currency,
      amount: amount(news.amount, news.currency),
      fee: amount(news.fee, news.currency),
      created_at: instant(news.created_at),
      completed_at: news.completed_at === null ? null : instant(news.completed_at),
      failure: news.failure === null ? null : { code: payoutFailureCode(news.failure as ErrorName) },
      test: news.test,
      metadata: news.metadata,
    },
  });
}

/** The v1 form of a payout: only the paid one is ever sent. */
export function writeV1PayoutBody(news: PayoutNews): string {
  return formOf({
    merchant_no: news.customer_id,
    out_trade_no: news.merchant_order_no,
    trade_no: news.order_no,
    status: v1PayoutStatus(news.status),
    currency: news.currency,
    amount: amount(news.amount, news.currency),
    fee: amount(news.fee, news.currency),
    paid_at: news.completed_at === null ? null : String(Math.floor(Date.parse(news.completed_at) / 1000)),
    is_test: news.test ? '1' : null,
  });
}

function formOf(fields: Readonly<Record<string, string | null>>): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== null) form.set(name, value);
  return form.toString();
}
