import { patterns } from '../patterns.ts';
import { currency, money } from '../fields.ts';
import { z } from 'zod';

export const channelDirections = ['collection', 'payout'] as const;
export const channelStates = ['ok', 'out_of_window', 'amount_capped', 'tripped', 'maintenance'] as const;

/** What somebody takes of an order: percent of its amount and a sum for each. */
export const price = z.object({ pct: z.string(), per_item: money });

/** A stretch of the day in UTC+8; `to` before `from` crosses midnight and belongs to the day that it began on. */
export const channelWindow = z.strictObject({
  days: z.array(z.number().int().min(0).max(6)).max(7).optional(),
  from: z.string().regex(patterns.hourMinute),
  to: z.string().regex(patterns.hourMinute),
});

/**
 * A channel as every list of channels tells it, of both directions; by which merchant or senior agent it is looked at
 * is the list's to say. A price that the reader may not know is null.
 */
export const channelRow = {
  /** Of the row: the merchant's or senior agent's use of the channel, or the channel itself. */
  id: z.string(),
  channel_id: z.string(),
  code: z.string(),
  name: z.string(),
  alias: z.string().nullable(),
  method_type: z.string(),
  currency,
  weight: z.number(),
  /** 0 is no limit, here and in the two of the day. */
  min_amount: money,
  max_amount: money,
  /** What the receiving account may hold; null is no limit. */
  balance_limit: money.nullable(),
  daily_amount: money,
  daily_count: z.number(),
  /** None: always open. */
  windows: z.array(channelWindow),
  priority: z.number(),
  enabled: z.boolean(),
  polling: z.boolean(),
  state: z.enum(channelStates),
  state_since: z.string().nullable(),
  merchant_fee: price.nullable(),
  /** What is left for the senior agent. */
  agent_fee: price.nullable(),
  sub_agent_fee: price.nullable(),
  middleman_fee: price.nullable(),
  endpoint_fee: price.nullable(),
  /** Of the row, for whoever changes it: a change over another version is refused as `staleEdit`. */
  v: z.number(),
  actions: z.array(z.string()),
};
