import { comparisons } from '@suanpan/domain/reports/figures';
import { z } from 'zod';
import { drills } from '../drill.ts';
import { endpoint } from '../endpoint.ts';
import { currency, id, instant, listOf, paging } from '../fields.ts';

const ref = z.object({ id: z.string(), name: z.string() });

/** By the name of the figure (domain, reports/figures). Counts and seconds are numbers; money and rates (percent) are decimal strings; null where there is none. */
const figureValues = z.record(z.string(), z.union([z.number(), z.string()]).nullable());

/** One row of any data screen: what it is about, its figures, those of the range it is held against, and their causes. */
export const dataRow = z.object({
  /** Its own among the rows of the question. */
  key: z.string(),
  day: z.iso.date().optional(),
  customer: ref.optional(),
  /** Of id 0 where no channel took the orders. */
  channel: ref.optional(),
  figures: figureValues,
  before: figureValues.optional(),
  drill: drills,
});
export type DataRow = z.output<typeof dataRow>;

/** All rows of the question as one. */
export const dataSummary = z.object({
  currency,
  /** The business days, both included. */
  from: z.iso.date(),
  to: z.iso.date(),
  figures: figureValues,
  before: figureValues.optional(),
  drill: drills,
});
export type DataSummary = z.output<typeof dataSummary>;

/** What every data screen is asked: whole business days (that of `from`, and all that begin before `to`), in one currency. */
const dataQuestion = {
  ...paging,
  from: instant.optional(),
  to: instant.optional(),
  /** The caller's own, unless said. */
  currency: currency.optional(),
  compare: z.enum(comparisons).optional(),
};

/** By what merchants' collections are looked at, one or two of them together. */
export const statsGroups = [
  'merchant',
  'channel',
  'day',
  'merchant.channel',
  'merchant.day',
  'channel.day',
] as const;

export const merchantStats = endpoint({
  method: 'GET',
  path: '/index/stats',
  access: { permission: 'index.stats.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...dataQuestion,
    group: z.enum(statsGroups).default('merchant'),
    customer_id: id.optional(),
    agent_id: id.optional(),
    channel: id.optional(),
    sort: z
      .enum([
        '-amount',
        'amount',
        '-orders',
        'orders',
        '-success',
        'success',
        '-actual',
        'actual',
        '-fee',
        'fee',
      ])
      .default('-amount'),
  }),
  output: listOf(dataRow, dataSummary),
});
