import { listDefaultRows, listMaxRows } from '@suanpan/domain/limits';
import { z } from 'zod';
import { plainLine } from './plain-text.ts';
import { patterns } from './patterns.ts';
import { readFrom } from './read-from.ts';

/** A row's id: bigint in the database, a string on the wire. */
export const id = z.string().regex(patterns.id);
/** A decimal string at the ledger scale of its currency, e.g. `1234.5600`. */
export const money = z.string().regex(patterns.ledgerAmount);
/** RFC 3339 with offset. */
export const instant = z.iso.datetime({ offset: true });
export const currency = z.enum(['TWD', 'CNY', 'USD', 'USDT']);
/** An amount typed by a person: plain digits with at most six decimals. */
export const amountInput = z.string().regex(patterns.amount);
export const searchText = z.string().trim().max(128).regex(plainLine);

export const nothing = z.strictObject({});
export const done = z.object({});

/** A count as a query writes it or as JSON has it; nothing else that could be made into a number. */
const count = (max: number) =>
  z
    .union([z.number(), z.string().regex(patterns.count).transform(Number)])
    .pipe(z.number().int().min(1).max(max));

/** The version of a row that was read, for a call that may bring it in its query. */
export const queriedVersion = z.union([
  z.number().int().min(0),
  z.string().regex(patterns.count).transform(Number),
]);

/** Paging of every list, see the ground rules: `page` from 1, `paginate` rows a page, or a `cursor`. */
export const paging = {
  page: count(100_000).default(1),
  paginate: count(listMaxRows).default(listDefaultRows),
  cursor: z.string().max(200).optional(),
};

/** The list shape that every list answers. */
export function listOf<Row extends z.ZodType, Summary extends z.ZodType>(row: Row, summary: Summary) {
  return z.object({
    items: z.array(row),
    page: z.number(),
    paginate: z.number(),
    total: z.number().nullable(),
    total_estimate: z.number().optional(),
    next_cursor: z.string().nullable(),
    summary,
  });
}

/** A list of figures, which may come from a replica. */
export const figuresListOf = <Row extends z.ZodType, Summary extends z.ZodType>(row: Row, summary: Summary) =>
  listOf(row, summary).extend({ read_from: readFrom.optional() });
export const noSummary = z.object({});
