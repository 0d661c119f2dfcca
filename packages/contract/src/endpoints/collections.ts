import { z } from 'zod';
import { collectionStatuses, refundStatuses } from '@suanpan/domain/states/collection';
import { endpoint } from '../endpoint.ts';
import { patterns } from '../patterns.ts';
import { amountInput, currency, id, instant, listOf, money, paging, searchText } from '../fields.ts';

export const callbackStatus = z.enum(['not_sent', 'success', 'failed']);

/** One row of the order list: the specification's sixteen fields, then what the screen needs to act. */
export const collectionRow = z.object({
  id: z.string(),
  merchant_order_no: z.string(),
  order_no: z.string(),
  created_at: instant,
  completed_at: instant.nullable(),
  order_amount: money,
  actual_amount: money.nullable(),
  accounted_amount: money.nullable(),
  exchange_rate: z.string().nullable(),
  fee: money.nullable(),
  channel: z.string().nullable(),
  real_name: z.string().nullable(),
  status: z.enum(collectionStatuses),
  refund_status: z.enum(refundStatuses).nullable(),
  callback_status: callbackStatus,
  request_ip: z.string().nullable(),
  product_name: z.string().nullable(),
  expires_at: instant,
  currency,
  customer_id: z.string(),
  customer_name: z.string(),
  agent_id: z.string(),
  /** Null for those who stand below the senior agent. */
  agent_name: z.string().nullable(),
  is_test: z.boolean(),
  /** What this caller may do with this order now; never recomputed in the browser. */
  actions: z.array(z.string()),
});
export type CollectionRow = z.output<typeof collectionRow>;

/**
 * Totals of the whole filter, one per currency; success and failure as the success rate counts them. `success_rate`
 * (percent) is null beyond 24 hours, and where nothing is decided.
 */
export const collectionSummary = z.object({
  by_currency: z.array(
    z.object({
      currency,
      count: z.number(),
      success_count: z.number(),
      failed_count: z.number(),
      amount: money,
      actual: money,
      accounted: money,
      fee: money,
    }),
  ),
  success_rate: z.string().nullable(),
});

export const collectionFilters = {
  merchant_order_no: searchText.optional(),
  order_no: searchText.optional(),
  /** Whole numbers, ours, the merchant's or the provider's; those not found are listed in `unmatched`. */
  numbers: z.array(searchText).max(200).optional(),
  status: z.array(z.enum(collectionStatuses)).max(10).optional(),
  callback_status: z.array(callbackStatus).max(3).optional(),
  channel: id.optional(),
  customer_id: id.optional(),
  agent_id: id.optional(),
  real_name: searchText.optional(),
  /** The last digits of the account that the payer says he paid from. */
  last5: z.string().regex(patterns.fiveDigits).optional(),
  request_ip: z.string().max(45).optional(),
  amount_min: amountInput.optional(),
  amount_max: amountInput.optional(),
  created_from: instant.optional(),
  created_to: instant.optional(),
  completed_from: instant.optional(),
  completed_to: instant.optional(),
  is_test: z.boolean().optional(),
};

/** Beyond this many nobody counts: the reader is told that there are more. */
export const outsideMost = 100;

export const searchCollections = endpoint({
  method: 'POST',
  path: '/collection/transactions/search',
  access: { permission: 'collections.transactions.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...paging,
    ...collectionFilters,
    sort: z.enum(['-created_at', 'created_at', '-amount', 'amount']).default('-created_at'),
  }),
  output: listOf(collectionRow, collectionSummary).extend({
    unmatched: z.array(z.string()).optional(),
    /**
     * Where a payer or an amount was looked for and nothing found: how many there are beyond the dates, at most
     * `outsideMost`. Absent where counting would take too long.
     */
    outside: z.number().optional(),
  }),
});

/** The most orders that a list asks about in one live call: a page of the largest size, and as many new ones. */
export const liveIdsMax = 400;

/**
 * What became of orders that the socket named: each that the caller may see, whole, and which of them the filter
 * would show. A list replaces its rows and counts the new ones with it.
 */
export const liveCollections = endpoint({
  method: 'POST',
  path: '/collection/transactions/live',
  access: { permission: 'collections.transactions.get' },
  whileActing: 'allowed',
  input: z.strictObject({ ...collectionFilters, ids: z.array(id).min(1).max(liveIdsMax) }),
  output: z.object({ items: z.array(collectionRow), shown: z.array(z.string()) }),
});

const leg = z.object({
  account: z.string(),
  owner_id: z.string().nullable(),
  owner_name: z.string().nullable(),
  /** Positive credits the account, negative debits it. */
  amount: money,
  balance_after: money.nullable(),
});

/** The whole story of one order. Parts that the caller may not see are null or left out of their list. */
export const collectionDetail = z.object({
  order: collectionRow,
  checkout_url: z.string().nullable(),
  timeline: z.array(
    z.object({
      at: instant,
      kind: z.string(),
      actor: z.string().nullable(),
      from: z.string().nullable(),
      to: z.string().nullable(),
      detail: z.record(z.string(), z.string()),
    }),
  ),
  route: z
    .object({
      candidates: z.array(
        z.object({ channel_id: z.string(), channel: z.string(), chosen: z.boolean(), reason: z.string() }),
      ),
    })
    .nullable(),
  money: z.object({
    lines: z.array(
      z.object({
        party: z.enum(['merchant', 'endpoint', 'subAgent', 'middleman', 'agent', 'system']),
        pct: z.string().nullable(),
        per_item: money.nullable(),
        amount: money,
      }),
    ),
    /** True while the order is unpaid and the lines are what it would come to. */
    provisional: z.boolean(),
    settle_at: instant.nullable(),
    released_at: instant.nullable(),
    journals: z.array(
      z.object({ id: z.string(), event: z.string(), at: instant, currency, legs: z.array(leg) }),
    ),
  }),
  provider: z
    .array(
      z.object({
        at: instant,
        direction: z.enum(['out', 'in']),
        operation: z.string(),
        http_status: z.number().nullable(),
        latency_ms: z.number().nullable(),
        outcome: z.string(),
        request: z.string(),
        response: z.string(),
      }),
    )
    .nullable(),
  callbacks: z.array(
    z.object({
      id: z.string(),
      event_id: z.string(),
      type: z.string(),
      status: z.string(),
      url: z.string(),
      next_at: instant.nullable(),
      body: z.string(),
      attempts: z.array(
        z.object({
          attempt: z.number(),
          at: instant,
          http_status: z.number().nullable(),
          latency_ms: z.number(),
          result: z.string(),
          response: z.string(),
        }),
      ),
    }),
  ),
  /** As the payer or the merchant said; null for those who may not know who paid. */
  payer_last5: z.string().nullable(),
  /** Whether the caller may read who did what to the order (`objectAudit`, kind `collection`). */
  has_audit: z.boolean(),
});
export type CollectionDetail = z.output<typeof collectionDetail>;

export const getCollection = endpoint({
  method: 'GET',
  path: '/collection/transactions/{id}',
  access: { permission: 'collections.transactions.get' },
  whileActing: 'allowed',
  input: z.strictObject({ id: z.string().max(64) }),
  output: collectionDetail,
});

/** Sends the last event again, unchanged, under the same event id. */
export const reissueNotice = endpoint({
  method: 'POST',
  path: '/collection/transactions/{id}/reissue',
  access: { permission: 'collections.transactions.reissue' },
  idempotent: true,
  input: z.strictObject({ id: z.string().max(64) }),
  output: z.object({ event_id: z.string() }),
});

/** Sends the order's present state as a new event, also before any automatic one. */
export const manualCallback = endpoint({
  method: 'POST',
  path: '/collection/transactions/{id}/callback',
  access: { permission: 'collections.transactions.callback' },
  idempotent: true,
  input: z.strictObject({ id: z.string().max(64) }),
  output: z.object({ event_id: z.string() }),
});
