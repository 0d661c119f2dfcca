import { z } from 'zod';
import { amountInput, currency, id, instant, money, searchText } from './fields.ts';

/** What lists and stories of orders of every kind share on the wire. */

export const callbackStatus = z.enum(['not_sent', 'success', 'failed']);

/** Filters of every order list; a kind adds its states and what it alone knows. */
export const orderFilters = {
  merchant_order_no: searchText.optional(),
  order_no: searchText.optional(),
  /** Whole numbers, ours, the merchant's or the provider's; those not found are listed in `unmatched`. */
  numbers: z.array(searchText).max(200).optional(),
  callback_status: z.array(callbackStatus).max(3).optional(),
  /** `0` asks for orders that no channel took. */
  channel: id.optional(),
  channel_account_id: id.optional(),
  customer_id: id.optional(),
  agent_id: id.optional(),
  /** `0` asks for orders of no general agent. */
  sub_agent_id: id.optional(),
  currency: currency.optional(),
  amount_min: amountInput.optional(),
  amount_max: amountInput.optional(),
  created_from: instant.optional(),
  created_to: instant.optional(),
  completed_from: instant.optional(),
  completed_to: instant.optional(),
  is_test: z.boolean().optional(),
  /** The totals tell as well how the fees were shared out; to whoever may see the chain. */
  split: z.boolean().optional(),
};

/** How the fees of what succeeded were shared out: `agent` is what stays with senior agents before the system fee. */
export const feeSplit = z.object({
  endpoint: money,
  sub_agent: money,
  middleman: money,
  agent: money,
  system: money,
});
export type FeeSplit = z.output<typeof feeSplit>;

/** What a search for orders of any kind asks, as the server reads it. */
export type OrderQuestion = z.output<z.ZodObject<typeof orderFilters>> & {
  readonly status?: readonly string[] | undefined;
};

export const orderSorts = ['-created_at', 'created_at', '-amount', 'amount'] as const;
export const orderSort = z.enum(orderSorts).default('-created_at');

/** What an order list answers besides its page. */
export const orderFindings = {
  unmatched: z.array(z.string()).optional(),
  /**
   * Where somebody or an amount was looked for and nothing found: how many there are beyond the dates, at most
   * `outsideMost`. Absent where counting would take too long.
   */
  outside: z.number().optional(),
};
/** Beyond this many nobody counts: the reader is told that there are more. */
export const outsideMost = 100;

/** The most orders that a list asks about in one live call: a page of the largest size, and as many new ones. */
export const liveIdsMax = 400;
export const liveIds = z.array(id).min(1).max(liveIdsMax);
/** Whole rows of those that were asked about, and which of all of them the filter shows. */
export function liveAnswer<Row extends z.ZodType>(row: Row) {
  return z.object({ items: z.array(row), shown: z.array(z.string()) });
}

const leg = z.object({
  account: z.string(),
  owner_id: z.string().nullable(),
  owner_name: z.string().nullable(),
  /** Positive credits the account, negative debits it. */
  amount: money,
  balance_after: money.nullable(),
});

/** The parts of an order's story. What the caller may not see is null or left out of its list. */
export const orderStory = z.object({
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
  lines: z.array(
    z.object({
      party: z.enum(['merchant', 'endpoint', 'subAgent', 'middleman', 'agent', 'system']),
      pct: z.string().nullable(),
      per_item: money.nullable(),
      amount: money,
    }),
  ),
  /** The version of the prices that it was planned by; null where it is unknown, and for those who may not know it. */
  rateVersion: z.object({ id: z.string(), version: z.number(), valid_from: instant }).nullable(),
  journals: z.array(
    z.object({ id: z.string(), event: z.string(), at: instant, currency, legs: z.array(leg) }),
  ),
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
  /** Exchanges of an order that is older than request records are shown: kept, and none of them stands in `provider`. */
  providerKept: z.number(),
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
});
export type OrderStory = z.output<typeof orderStory>;

/** An order named in the path. */
export const orderId = { id: z.string().max(64) };
/** The event that was sent to the merchant. */
export const sentEvent = z.object({ event_id: z.string() });
