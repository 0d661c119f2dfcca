import { transferColumns, transferFaults, transferOutcomes } from '@suanpan/domain/transfers/transfer-file';
import type { TransferOutcome } from '@suanpan/domain/transfers/transfer-file';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { currency, id, instant, money } from '../fields.ts';
import { reason, stepUp } from '../step-up.ts';
import { submission } from './approvals.ts';

/**
 * Takes the bytes of a CSV (UTF-8, UTF-16 with its mark, or Big5) or XLSX file, with `channel_account_id` and `name` (the file's) in the query; answers
 * `transferReport`. It is looked at and kept; nothing is told before it is taken. A file with a line that cannot be read is not
 * kept; the same file again is the one that it was.
 */
export const transferFilePath = '/claimOrder/files';

export const transferReport = z.object({
  /** Null: it was looked at and not kept. */
  id: z.string().nullable(),
  channel_account: z.object({ id: z.string(), name: z.string() }),
  file_name: z.string(),
  /** What its text was read as; null for a workbook, which says so itself, and for a file that was looked at before. */
  encoding: z.enum(['utf8', 'utf16', 'big5']).nullable(),
  currency,
  /** Lines of what came in, and what they come to; lines of what went out are passed over. */
  lines: z.number(),
  passed_over: z.number(),
  sum: money,
  taken_at: instant.nullable(),
  /** The first faults, by the line of the file, and how many there are. */
  bad: z.array(z.object({ line: z.number(), why: z.enum(transferFaults) })),
  bad_count: z.number(),
  /** Which columns were found, and under which title. */
  columns: z.array(z.object({ column: z.enum(transferColumns), title: z.string() })),
  /** How many lines come to each. */
  counts: z.object({
    order: z.number(),
    aside: z.number(),
    unidentified: z.number(),
    ambiguous: z.number(),
    open: z.number(),
    known: z.number(),
    feed: z.number(),
  } satisfies Readonly<Record<TransferOutcome, z.ZodNumber>>),
  /** The first lines: what each came to, or before the file is taken what it would. */
  items: z.array(
    z.object({
      line: z.number(),
      at: instant,
      amount: money,
      payer: z.string().nullable(),
      last5: z.string().nullable(),
      outcome: z.enum(transferOutcomes),
      order_no: z.string().nullable(),
    }),
  ),
});
export type TransferReport = z.output<typeof transferReport>;

export const transferFile = endpoint({
  method: 'GET',
  path: '/claimOrder/files/{id}',
  access: { permission: 'claimOrder.import' },
  input: z.strictObject({ id }),
  output: transferReport,
});

/** What came in is told: it settles orders, so that from a threshold on a second person agrees. */
export const takeTransferFile = endpoint({
  method: 'POST',
  path: '/claimOrder/files/{id}/take',
  access: { permission: 'claimOrder.import' },
  idempotent: true,
  input: z.strictObject({ id, reason, ...stepUp }),
  output: submission,
});
