import { z } from 'zod';
import { drill, drills } from '../drill.ts';
import { endpoint } from '../endpoint.ts';
import { currency, id, instant, money } from '../fields.ts';
import { channelStates } from './channel-row.ts';
import { collectionRow } from './collections.ts';

/** Orders made on a business day; `amount` is what was really paid of them; pending ones neither succeeded nor failed. */
const day = z.object({
  count: z.number(),
  amount: money,
  success_count: z.number(),
  failed_count: z.number(),
  /** By the name of its figure. */
  drill: drills,
});

/** What can need somebody; each has its words under `dashboard.alertKinds`. */
export const dashboardAlertKinds = [
  'amountMismatch',
  'abnormal',
  'callbackFailed',
  'channelTripped',
  'failedJobs',
  'releaseFailed',
  'unmatchedReceipts',
  'ordersToCheck',
  'approvals',
  'balanceCheck',
  'lowBalance',
] as const;
export type DashboardAlertKind = (typeof dashboardAlertKinds)[number];

/** The landing page: what the specification lists, and what an operator looks at first. */
export const statistics = endpoint({
  method: 'GET',
  path: '/index/statistics',
  access: { permission: 'index.statistics.get' },
  whileActing: 'allowed',
  /** Figures are of one currency; without one, of the caller's own. */
  input: z.strictObject({ currency: currency.optional() }),
  output: z.object({
    currency,
    balance: money,
    total_balance: money,
    unsettlement_amount: money,
    frozen_amount: money,
    channel_fee: money,
    /** What `channel_fee` is of today's collections: what merchants are charged, or for the platform what providers cost. */
    channel_fee_of: z.enum(['merchantFee', 'endpointCost']),
    /** Of the balances and the fee, by the name of the figure. */
    drill: drills,
    today: day,
    yesterday: day,
    last_login_at: instant.nullable(),
    last_login_ip: z.string().nullable(),
    /** The last 24 hours, oldest first. */
    hours: z.array(
      z.object({
        at: instant,
        count: z.number(),
        success_count: z.number(),
        failed_count: z.number(),
        amount: money,
        /** To its orders. */
        drill: drill.optional(),
      }),
    ),
    /** The last 14 days, oldest first. */
    days: z.array(
      z.object({
        day: z.string(),
        count: z.number(),
        success_count: z.number(),
        amount: money,
        fee: money,
        drill: drill.optional(),
      }),
    ),
    channels: z.array(
      z.object({
        channel_id: z.string(),
        channel: z.string(),
        count: z.number(),
        success_count: z.number(),
        failed_count: z.number(),
        amount: money,
        state: z.enum([...channelStates, 'disabled']),
        /** To what it was asked for today. */
        drill: drill.optional(),
        /** To the channel itself, where it is stopped and started. */
        at: drill.optional(),
      }),
    ),
    alerts: z.array(
      z.object({
        kind: z.enum(dashboardAlertKinds),
        count: z.number(),
        level: z.enum(['info', 'warning', 'danger']),
        /** Below `#`, with its query. */
        path: z.string(),
      }),
    ),
    latest: z.array(collectionRow),
  }),
});

/** What is kept of a thing that was found: its name is asked for anew. */
const knownHit = z.object({ kind: z.enum(['collection', 'payout', 'withdrawal', 'user', 'channel']), id });
export type KnownHit = z.output<typeof knownHit>;

/**
 * Paste anything: any order number, merchant id or name; a single hit may be opened at once. What is looked for may be
 * a person's name, so it stands in no address.
 */
export const search = endpoint({
  method: 'POST',
  path: '/search',
  access: { session: true },
  whileActing: 'allowed',
  input: z.strictObject({
    q: z.string().trim().min(2).max(128).optional(),
    /** Found before: told anew, as far as the caller may still see them. */
    known: z.array(knownHit).max(5).optional(),
  }),
  output: z.object({
    items: z.array(
      z.object({
        kind: z.enum(['collection', 'payout', 'withdrawal', 'user', 'channel', 'screen']),
        id: z.string(),
        title: z.string(),
        detail: z.string(),
        path: z.string(),
      }),
    ),
  }),
});
