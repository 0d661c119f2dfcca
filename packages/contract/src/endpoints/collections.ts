import { z } from 'zod';
import { collectionStatuses, refundStatuses } from '@suanpan/domain/states/collection';
import { endpoint } from '../endpoint.ts';
import { waitingActs } from './approvals.ts';
import { patterns } from '../patterns.ts';
import { currency, instant, listOf, money, paging, searchText } from '../fields.ts';
import {
  callbackStatus,
  feeSplit,
  liveAnswer,
  liveIds,
  orderFilters,
  orderFindings,
  orderId,
  orderSort,
  orderStory,
  sentEvent,
} from '../order-fields.ts';

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
  /** Of an order in another currency than its merchant's own, by which version of a rate it is told in that. */
  exchange_rate: z.string().nullable(),
  rate_id: z.string().nullable(),
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
  /** It stands in the archive; whoever acts on it brings it back. */
  archived: z.literal(true).optional(),
  waiting_acts: waitingActs,
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
      split: feeSplit.optional(),
    }),
  ),
  success_rate: z.string().nullable(),
});

export const collectionFilters = {
  ...orderFilters,
  status: z.array(z.enum(collectionStatuses)).max(10).optional(),
  real_name: searchText.optional(),
  /** The last digits of the account that the payer says he paid from. */
  last5: z.string().regex(patterns.fiveDigits).optional(),
  request_ip: z.string().max(45).optional(),
};

export const searchCollections = endpoint({
  method: 'POST',
  path: '/collection/transactions/search',
  access: { permission: 'collections.transactions.get' },
  whileActing: 'allowed',
  input: z.strictObject({ ...paging, ...collectionFilters, sort: orderSort }),
  output: listOf(collectionRow, collectionSummary).extend(orderFindings),
});

/**
 * What became of orders that the socket named: each that the caller may see, whole, and which of them the filter
 * would show. A list replaces its rows and counts the new ones with it.
 */
export const liveCollections = endpoint({
  method: 'POST',
  path: '/collection/transactions/live',
  access: { permission: 'collections.transactions.get' },
  whileActing: 'allowed',
  input: z.strictObject({ ...collectionFilters, ids: liveIds }),
  output: liveAnswer(collectionRow),
});

/** The whole story of one order. Parts that the caller may not see are null or left out of their list. */
export const collectionDetail = z.object({
  order: collectionRow,
  checkout_url: z.string().nullable(),
  timeline: orderStory.shape.timeline,
  route: orderStory.shape.route,
  money: z.object({
    lines: orderStory.shape.lines,
    /** True while the order is unpaid and the lines are what it would come to. */
    provisional: z.boolean(),
    settle_at: instant.nullable(),
    released_at: instant.nullable(),
    rate_version: orderStory.shape.rateVersion,
    journals: orderStory.shape.journals,
  }),
  provider: orderStory.shape.provider,
  provider_kept: orderStory.shape.providerKept,
  callbacks: orderStory.shape.callbacks,
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
  input: z.strictObject(orderId),
  output: collectionDetail,
});

/** The orders of every tenant, for the platform alone: the same calls for its own screen. */
export const searchAllCollections = endpoint({
  method: 'POST',
  path: '/admin/collections/search',
  access: { permission: 'admin.collections.get' },
  input: z.strictObject({ ...paging, ...collectionFilters, sort: orderSort }),
  output: listOf(collectionRow, collectionSummary).extend(orderFindings),
});
export const liveAllCollections = endpoint({
  method: 'POST',
  path: '/admin/collections/live',
  access: { permission: 'admin.collections.get' },
  input: z.strictObject({ ...collectionFilters, ids: liveIds }),
  output: liveAnswer(collectionRow),
});
export const getAnyCollection = endpoint({
  method: 'GET',
  path: '/admin/collections/{id}',
  access: { permission: 'admin.collections.get' },
  input: z.strictObject(orderId),
  output: collectionDetail,
});

/** Sends the last event again, unchanged, under the same event id. */
export const reissueNotice = endpoint({
  method: 'POST',
  path: '/collection/transactions/{id}/reissue',
  access: { permission: 'collections.transactions.reissue' },
  idempotent: true,
  input: z.strictObject(orderId),
  output: sentEvent,
});

/** Sends the order's present state as a new event, also before any automatic one. */
export const manualCallback = endpoint({
  method: 'POST',
  path: '/collection/transactions/{id}/callback',
  access: { permission: 'collections.transactions.callback' },
  idempotent: true,
  input: z.strictObject(orderId),
  output: sentEvent,
});
