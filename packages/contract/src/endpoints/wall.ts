import { collectionStatuses } from '@suanpan/domain/states/collection';
import { payoutStatuses } from '@suanpan/domain/states/payout';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { currency, instant, money, nothing } from '../fields.ts';
import { alertBounds, alertMetrics, shippedAlerts } from './alert-rules.ts';
import { channelDirections, channelStates } from './channel-row.ts';
import { queueNames } from './operate.ts';
import { dashboardAlertKinds } from './statistics.ts';

/** Orders made in a stretch of time, of all currencies; those still open neither succeeded nor failed. */
const orders = z.object({ count: z.number(), success_count: z.number(), failed_count: z.number() });

/** An hour of a channel; rates where the provider keeps no hours of its own orders are told by the day alone. */
const channelHour = z.object({
  at: instant,
  success_count: z.number(),
  failed_count: z.number(),
  /** Milliseconds from asking for a new order to the answer, of 95 in a hundred; null where nothing was asked. */
  p95_ms: z.number().nullable(),
  /** How often it was taken out of use by its failures. */
  trips: z.number(),
});

/**
 * What a team watches all day, of the caller's own tree: the present day against the one before, channels, money under
 * way, what waits and what is wrong. What concerns the whole house is told to the platform alone.
 */
export const wall = endpoint({
  method: 'GET',
  path: '/admin/wall',
  access: { permission: 'admin.wall.get' },
  whileActing: 'allowed',
  input: nothing,
  output: z.object({
    /** By the business clock. */
    at: instant,
    today: orders,
    yesterday: orders,
    /** Both days up to the hour that began last: what can be held against each other; null in a day's first hour. */
    until_now: z.object({ until: instant, today: orders, yesterday: orders }).nullable(),
    /** What was really paid in, and what was paid out today, by currency; those without any on both days are left out. */
    amounts: z.array(z.object({ currency, today: money, yesterday: money, paid_out: money })),
    /** Money that has left one place and not come to the other; currencies without any are left out. */
    in_flight: z.array(
      z.object({
        currency,
        /** Asked of payers since yesterday began, and not paid yet. */
        awaited: money,
        awaited_count: z.number(),
        /** Held for payouts, withdrawals and refunds until they end. */
        payouts: money,
        withdrawals: money,
        refunds: money,
      }),
    ),
    /** Those out of service first, then the busiest. */
    channels: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        account: z.string(),
        direction: z.enum(channelDirections),
        currency,
        state: z.enum(channelStates),
        since: instant.nullable(),
        /** Orders of the present day. */
        count: z.number(),
        success_count: z.number(),
        failed_count: z.number(),
        /** Oldest first, the present one last. */
        hours: z.array(channelHour),
      }),
    ),
    /** Null for everybody but the platform. */
    queues: z
      .array(z.object({ name: z.enum(queueNames), depth: z.number(), oldest_s: z.number().nullable() }))
      .nullable(),
    /** Orders whose merchants were told in vain; null for whoever may not open orders. */
    callbacks_failing: z.number().nullable(),
    /** As on the landing page. */
    alerts: z.array(
      z.object({
        kind: z.enum(dashboardAlertKinds),
        count: z.number(),
        level: z.enum(['info', 'warning', 'danger']),
        path: z.string(),
      }),
    ),
    /** Of which rules it is true now, and of what; empty for whoever may not open them. */
    alarms: z.array(
      z.object({
        rule_id: z.string(),
        name: z.string(),
        shipped: z.enum(shippedAlerts).nullable(),
        metric: z.enum(alertMetrics),
        bound: z.enum(alertBounds),
        mark: z.string(),
        label: z.string(),
        value: z.string(),
        told_at: instant,
      }),
    ),
    /** The newest orders of both kinds that the caller may open. */
    latest: z.array(
      z.object({
        kind: z.enum(channelDirections),
        id: z.string(),
        order_no: z.string(),
        at: instant,
        customer: z.string(),
        channel: z.string().nullable(),
        currency,
        amount: money,
        status: z.enum([...collectionStatuses, ...payoutStatuses]),
      }),
    ),
  }),
});
