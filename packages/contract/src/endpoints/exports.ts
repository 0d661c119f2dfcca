import { z } from 'zod';
import { exportFormats, exportKindNames, exportStates } from '@suanpan/domain/exports/kinds';
import { endpoint } from '../endpoint.ts';
import { done, id, instant, listOf, noSummary, paging } from '../fields.ts';

const exportRow = z.object({
  id: z.string(),
  /** Opaque prefix and name; the same in the list, in the notification and in the download address. */
  file: z.string(),
  kind: z.enum(exportKindNames),
  format: z.enum(exportFormats),
  status: z.enum(exportStates),
  /** 0–100. */
  progress: z.number(),
  rows: z.number().nullable(),
  bytes: z.number().nullable(),
  created_at: instant,
  expires_at: instant.nullable(),
  /** In the caller's language; only of a failed one. */
  error: z.string().optional(),
});
export type ExportRow = z.output<typeof exportRow>;

export const exportsList = endpoint({
  method: 'GET',
  path: '/exportsList',
  access: { session: true },
  whileActing: 'allowed',
  input: z.strictObject(paging),
  output: listOf(exportRow, noSummary),
});

/**
 * Orders a file of a list: the kind is the list's screen, the filter what the list's own call takes, without its
 * paging. Which right it takes follows from the kind; the columns are those of the kind, in the order wanted.
 */
export const requestExport = endpoint({
  method: 'POST',
  path: '/exports',
  access: { session: true },
  whileActing: 'allowed',
  idempotent: true,
  input: z.strictObject({
    kind: z.enum(exportKindNames),
    format: z.enum(exportFormats),
    filter: z.record(z.string().max(64), z.json()).default({}),
    columns: z.array(z.string().min(1).max(64)).min(1).max(40).optional(),
  }),
  output: exportRow,
});

/** Takes one's own export out of the list, with its file; one that is still at work is stopped. */
export const deleteExport = endpoint({
  method: 'DELETE',
  path: '/exports/{id}',
  access: { permission: 'downloadPage.delete' },
  input: z.strictObject({ id }),
  output: done,
});

/** A single-use address of one's own file, good for a minute, so that a browser can fetch it without a header. */
export const downloadTicket = endpoint({
  method: 'POST',
  path: '/download/{file}/ticket',
  access: { session: true },
  whileActing: 'allowed',
  input: z.strictObject({ file: z.string().min(1).max(200) }),
  output: z.object({ url: z.string() }),
});
