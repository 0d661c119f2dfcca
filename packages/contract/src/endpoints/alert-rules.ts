import { urlMaxLength } from '@suanpan/domain/limits';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { amountInput, done, id, instant, nothing } from '../fields.ts';
import { plainLine } from '../plain-text.ts';

export const alertMetrics = [
  'success_rate',
  'balance',
  'callback_backlog',
  'unknown_payouts',
  'queue_age',
  'feed_age',
] as const;
export type AlertMetric = (typeof alertMetrics)[number];
export const alertVias = ['bell', 'sound', 'webhook'] as const;
export const alertBounds = ['under', 'over'] as const;
/** Those that come with the product. */
export const shippedAlerts = [
  'successRate',
  'callbackBacklog',
  'unknownPayouts',
  'newsAge',
  'checkAge',
  'feedAge',
] as const;

const draft = {
  name: z.string().trim().min(1).max(64).regex(plainLine),
  metric: z.enum(alertMetrics),
  /** A contract with a provider by its id, or a queue by its name; null: each of them. Nothing else has parts. */
  scope: z.string().min(1).max(64).regex(plainLine).nullable(),
  bound: z.enum(alertBounds),
  /** In percent, major units of the contract's currency, minutes, or how many. */
  mark: amountInput,
  /** Below so many orders, or rows in a queue, nothing is said. */
  min_orders: z.int().min(0).max(1_000_000),
  /** Over how long orders are counted, and for how long a payout must have been unknown. */
  window_min: z.int().min(1).max(1_440),
  /** So long after it was told the same thing is not told again. */
  cool_down_min: z.int().min(0).max(1_440),
  via: z.array(z.enum(alertVias)).min(1).max(3),
  /** Where `webhook` is told; null without it. */
  url: z.string().trim().min(1).max(urlMaxLength).regex(plainLine).nullable(),
  enabled: z.boolean(),
};

const alertRule = z.object({
  ...draft,
  id: z.string(),
  /** It came with the product: the words have its name. */
  shipped: z.enum(shippedAlerts).nullable(),
  /** What the scope is called. */
  scope_name: z.string().nullable(),
  /** What it is true of now. */
  firing: z.array(z.object({ label: z.string(), value: z.string(), told_at: instant })),
  last_fired_at: instant.nullable(),
  /** What its address answered last: an HTTP status, or why nothing came back. */
  last_call: z.string().nullable(),
  version: z.number(),
});
export type AlertRule = z.output<typeof alertRule>;

export const alertRules = endpoint({
  method: 'GET',
  path: '/alertRules',
  access: { permission: 'admin.operate.get' },
  whileActing: 'allowed',
  input: nothing,
  output: z.object({
    items: z.array(alertRule),
    /** What a rule can be about. */
    contracts: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
});

export const createAlertRule = endpoint({
  method: 'POST',
  path: '/alertRules',
  access: { permission: 'admin.operate.update' },
  idempotent: true,
  input: z.strictObject(draft),
  output: z.object({ id: z.string() }),
});

/** What it is true of is told anew by the changed rule. */
export const updateAlertRule = endpoint({
  method: 'PUT',
  path: '/alertRules/{id}',
  access: { permission: 'admin.operate.update' },
  input: z.strictObject({ ...draft, id, version: z.int() }),
  output: done,
});

/** One that came with the product is switched off instead: `invalidState`. */
export const deleteAlertRule = endpoint({
  method: 'DELETE',
  path: '/alertRules/{id}',
  access: { permission: 'admin.operate.update' },
  input: z.strictObject({ id }),
  output: done,
});
