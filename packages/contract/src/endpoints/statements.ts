import { z } from 'zod';
import { drills } from '../drill.ts';
import { endpoint } from '../endpoint.ts';
import { currency, id, instant, listOf, money, noSummary, paging } from '../fields.ts';
import { patterns } from '../patterns.ts';

/** What anybody checks a statement with, without a session: the public keys, and a program without dependencies. */
export const statementKeysPath = '/.well-known/suanpan-statement-keys.json';
export const statementVerifierPath = '/.well-known/suanpan-verify-statement.mjs';

const ref = z.object({ id: z.string(), name: z.string() });
/** By account kind, and all of them together. */
const buckets = z.object({ total: money, buckets: z.record(z.string(), money) });
/** Where the chain over the books stood: a sealed block and its head. */
const anchor = z.object({ block: z.string(), head: z.string() }).nullable();

/** What is signed of a statement, as it stands in its file. */
export const statementHead = z.object({
  form: z.literal('suanpan-statement-1'),
  customer: ref,
  period: z.string(),
  /** Business days (UTC+8), both included. */
  from: z.iso.date(),
  to: z.iso.date(),
  currency,
  opening: buckets,
  collections: money,
  fees: money,
  payouts: money,
  payout_fees: money,
  withdrawals: money,
  deposits: money,
  adjustments: money,
  refunds: money,
  closing: buckets,
  movements: z.object({
    count: z.number(),
    first_journal: z.string().nullable(),
    last_journal: z.string().nullable(),
    /** SHA-256 over the lines of the movements. */
    sha256: z.string(),
  }),
  anchor_before: anchor,
  anchor_after: anchor,
  made_at: instant,
  key_id: z.string(),
});
export type StatementHead = z.output<typeof statementHead>;

export const statementRow = statementHead.extend({ id: z.string(), signature: z.string() });
export type StatementRow = z.output<typeof statementRow>;

/** Sealed statements, the latest first. Files: `/statements/{id}.html`, `.csv`, `.json`. */
export const statements = endpoint({
  method: 'GET',
  path: '/statements',
  access: { permission: 'accounting.report.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...paging,
    customer_id: id.optional(),
    period: z.string().regex(patterns.period).optional(),
    currency: currency.optional(),
  }),
  output: listOf(statementRow, noSummary),
});

/**
 * Makes and signs the statement of a merchant's day (`yyyy-mm-dd`) or month (`yyyy-mm`) that is over, or answers the one that was
 * made: there is one.
 */
export const makeStatement = endpoint({
  method: 'POST',
  path: '/statements',
  access: { permission: 'accounting.report.export' },
  input: z.strictObject({
    /** A merchant's own, unless said. */
    customer_id: id.optional(),
    period: z.string().regex(patterns.period),
    currency,
  }),
  output: statementRow,
});

/** One day of one merchant's money, in the form of a statement. */
export const statementDay = z.object({
  /** Its own among the rows of the question. */
  key: z.string(),
  day: z.iso.date(),
  customer: ref,
  currency,
  opening: buckets,
  collections: money,
  fees: money,
  payouts: money,
  payout_fees: money,
  withdrawals: money,
  deposits: money,
  adjustments: money,
  refunds: money,
  closing: buckets,
  /** What the books hold at the end beyond what opening and figures come to: anything but zero is a break. */
  difference: money,
  is_broken: z.boolean(),
  drill: drills,
});
export type StatementDay = z.output<typeof statementDay>;

/** Days on which a merchant's money moved, the latest first, in one currency: that of the caller, unless said. */
export const merchantDays = endpoint({
  method: 'GET',
  path: '/index/stats2',
  access: { permission: 'index.stats2.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...paging,
    from: instant.optional(),
    to: instant.optional(),
    currency: currency.optional(),
    customer_id: id.optional(),
    agent_id: id.optional(),
  }),
  output: listOf(
    statementDay,
    z.object({
      currency,
      rows: z.number(),
      broken: z.number(),
      collections: money,
      fees: money,
      payouts: money,
      payout_fees: money,
      withdrawals: money,
      deposits: money,
      adjustments: money,
      refunds: money,
    }),
  ),
});
