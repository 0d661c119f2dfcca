import { z } from 'zod';
import { drills } from '../drill.ts';
import { endpoint } from '../endpoint.ts';
import { currency, figuresListOf, id, instant, money, paging } from '../fields.ts';
import { patterns } from '../patterns.ts';

const ref = z.object({ id: z.string(), name: z.string() });

/**
 * The figures of daily statistics. Orders, their success and what was paid back of them count by the day they were made; what was
 * settled, and payouts that were paid, by the day of the posting.
 */
const figures = {
  count: z.number(),
  success_count: z.number(),
  failed_count: z.number(),
  amount: money,
  refunds: money,
  settled_count: z.number(),
  actual: money,
  fee: money,
  accounted: money,
  payouts: z.number(),
  payout_amount: money,
  payout_fee: money,
};
const difference = z.object(figures);
/** In percent; null where nothing is decided. */
const rate = z.string().nullable();

/** One business day of one merchant through one channel, in one currency. */
export const reportRow = z.object({
  day: z.iso.date(),
  customer: ref,
  /** Null for those who stand below the senior agent. */
  agent: ref.nullable(),
  /** Null for orders that no channel took. */
  channel: ref.nullable(),
  currency,
  ...figures,
  success_rate: rate,
  version: z.number(),
  made_at: instant,
  /** Of a row that was corrected: when, and by how much it differs from what was made first. */
  restated_at: instant.nullable(),
  difference: difference.nullable(),
  /** Of the day's version that this row is from. */
  hash: z.string(),
  drill: drills,
});
export type ReportRow = z.output<typeof reportRow>;

const ofCurrency = z.object({ currency, rows: z.number(), ...figures, success_rate: rate });

/** Daily statistics as they were made, the latest day first; `from` and `to` name days, or instants that begin and end them. */
export const dailyReports = endpoint({
  method: 'GET',
  path: '/reports',
  access: { permission: 'accounting.report.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...paging,
    from: z.union([instant, z.iso.date()]).optional(),
    to: z.union([instant, z.iso.date()]).optional(),
    customer_id: id.optional(),
    agent_id: id.optional(),
    /** A channel's id; `0` for orders that no channel took. */
    channel: id.optional(),
    currency: currency.optional(),
  }),
  output: figuresListOf(reportRow, z.object({ by_currency: z.array(ofCurrency) })),
});

/** One making of a day, as far as the caller sees it. */
export const reportVersion = z.object({
  version: z.number(),
  made_at: instant,
  by_currency: z.array(ofCurrency),
  /** What this version changed of the one before; null of the first. */
  difference: z.array(difference.extend({ currency })).nullable(),
  hash: z.string(),
  previous: z.string(),
});
export type ReportVersion = z.output<typeof reportVersion>;

/** Every version of a day in which something of the caller's differs, the first one first. */
export const dailyReportVersions = endpoint({
  method: 'GET',
  path: '/reports/{day}/versions',
  access: { permission: 'accounting.report.get' },
  whileActing: 'allowed',
  input: z.strictObject({ day: z.iso.date() }),
  output: z.object({ items: z.array(reportVersion) }),
});

/** One month of one merchant through one channel, in one currency: what the days of it that were made say together. */
export const monthRow = z.object({
  /** Its own among the rows of the question. */
  key: z.string(),
  customer: ref,
  agent: ref.nullable(),
  channel: ref.nullable(),
  currency,
  ...figures,
  drill: drills,
});
export type MonthRow = z.output<typeof monthRow>;

/** The monthly report by channel and fee, of the month that is asked for or the one that is. */
export const monthlyReport = endpoint({
  method: 'GET',
  path: '/index/stats4',
  access: { permission: 'index.stats4.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...paging,
    month: z.string().regex(patterns.month).optional(),
    customer_id: id.optional(),
    agent_id: id.optional(),
    /** A channel's id; `0` for orders that no channel took. */
    channel: id.optional(),
    currency: currency.optional(),
  }),
  output: figuresListOf(
    monthRow,
    z.object({
      month: z.string(),
      /** The days of it that were made: a month that goes on grows with each. */
      days: z.number(),
      last_day: z.iso.date().nullable(),
      by_currency: z.array(z.object({ currency, rows: z.number(), ...figures })),
    }),
  ),
});
