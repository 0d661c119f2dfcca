import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amountInput, currency, id, money } from '../fields.ts';
import { channelDirections } from './channel-row.ts';

/** What would be changed of a channel, for every merchant who may use it; what is left out stays. */
const change = z.strictObject({
  channel_id: id,
  weight: z.int32().min(0).max(10_000).optional(),
  priority: z.int32().min(1).max(99).optional(),
  enabled: z.boolean().optional(),
  /** 0 is no limit. */
  min: amountInput.optional(),
  max: amountInput.optional(),
});
export type ReplayChange = z.input<typeof change>;

const channel = z.object({ id: z.string(), name: z.string() });

const replay = z.object({
  id: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  /** Looked at so far. */
  orders: z.number(),
  /** Orders that would go another way. */
  moved: z.number(),
  /** Orders that went by each channel, and that would. */
  by_channel: z.array(
    z.object({
      channel,
      currency,
      before: z.number(),
      after: z.number(),
      /** What its provider takes. */
      cost_before: money,
      cost_after: money,
      /** Orders that passed it over because its day was full. */
      cap_hits: z.number(),
    }),
  ),
  /** Orders that no channel would take, and that none took. */
  without_channel: z.number(),
  without_channel_before: z.number(),
  /** Some of those that would go another way. */
  sample: z.array(
    z.object({
      order_no: z.string(),
      before: channel.nullable(),
      after: channel.nullable(),
      /** In the caller's language. */
      why: z.string(),
    }),
  ),
});
export type RoutingReplay = z.output<typeof replay>;

/**
 * Routes the collections or payouts of a past day once more over changed channels, before anybody saves the change. Nothing is
 * saved and no order goes another way by it. Takes the right to change merchants' channels of that direction.
 */
export const replayRouting = endpoint({
  method: 'POST',
  path: '/routing/replay',
  access: { session: true },
  input: z.strictObject({
    direction: z.enum(channelDirections).default('collection'),
    day: z.iso.date(),
    /** The orders of one merchant; of all that the caller sees without him. */
    customer_id: id.optional(),
    changes: z.array(change).max(50),
  }),
  output: replay,
});

export const getRoutingReplay = endpoint({
  method: 'GET',
  path: '/routing/replay/{id}',
  access: { session: true },
  input: z.strictObject({ id: z.string().max(64) }),
  output: replay,
});
