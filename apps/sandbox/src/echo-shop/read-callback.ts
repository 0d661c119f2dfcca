import { z } from 'zod';
import { isFresh } from '@suanpan/signing/freshness';
import { timestampToleranceV1S, verifyV1 } from '@suanpan/signing/v1';
import { verifyWebhook } from '@suanpan/signing/webhooks';
import type { Shop } from './echo-environment.ts';

/** A callback as the shop understood it. */
export interface Callback {
  form: 'v2' | 'v1' | 'unknown';
  verified: boolean;
  /** Why it was not believed. */
  reason: string | null;
  eventKey: string;
  type: string | null;
  orderNo: string | null;
  status: string | null;
  amount: string | null;
  currency: string | null;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const text = z.string().nullish().catch(null);
const eventBody = z.object({
  id: text,
  type: text,
  data: z
    .object({ order_no: text, status: text, amount: text, currency: text })
    .partial()
    .nullish()
    .catch(null),
});

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

function readV2(shop: Shop, headers: Headers, body: Buffer, nowS: number): Callback {
  const verdict = verifyWebhook(headers, body, [shop.webhook_secret], nowS);
  const parsed = eventBody.safeParse(parseJson(body)).data;
  const id = headers['webhook-id'];
  return {
    form: 'v2',
    verified: verdict.verified,
    reason: verdict.verified ? null : verdict.reason,
    eventKey: typeof id === 'string' ? id : '',
    type: parsed?.type ?? null,
    orderNo: parsed?.data?.order_no ?? null,
    status: parsed?.data?.status ?? null,
    amount: parsed?.data?.amount ?? null,
    currency: parsed?.data?.currency ?? null,
  };
}

function reasonV1(shop: Shop, params: Record<string, string>, nowS: number): string | null {
  if (shop.v1_key === undefined) return 'no_v1_key';
  if (!verifyV1(params, shop.v1_key)) return 'wrong_sign';
  return isFresh(params['timestamp'] ?? '', nowS, timestampToleranceV1S) ? null : 'timestamp_out_of_range';
}

function readV1(shop: Shop, body: Buffer, nowS: number): Callback {
  const params = Object.fromEntries(new URLSearchParams(body.toString('utf8')));
  const reason = reasonV1(shop, params, nowS);
  return {
    form: 'v1',
    verified: reason === null,
    reason,
    eventKey: `${params['trade_no'] ?? ''}:${params['status'] ?? ''}`,
    type: params['status'] === undefined ? null : `status ${params['status']}`,
    orderNo: params['out_trade_no'] ?? null,
    status: params['status'] ?? null,
    amount: params['amount'] ?? null,
    currency: params['currency'] ?? null,
  };
}

/**
 * Reads and verifies what was posted to a shop: a v1 form by its content type, unless it is signed as an event; else
 * a v2 event by its headers. Both forms bring the id of the event.
 */
export function readCallback(shop: Shop, headers: Headers, body: Buffer, nowS: number): Callback {
  const contentType = headers['content-type'];
  const isForm =
    typeof contentType === 'string' && contentType.startsWith('application/x-www-form-urlencoded');
  if (headers['webhook-signature'] !== undefined || (headers['webhook-id'] !== undefined && !isForm)) {
    return readV2(shop, headers, body, nowS);
  }
  if (isForm) return readV1(shop, body, nowS);
  const nothing = { type: null, orderNo: null, status: null, amount: null, currency: null };
  return { form: 'unknown', verified: false, reason: 'unknown_form', eventKey: '', ...nothing };
}
