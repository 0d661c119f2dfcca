import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { instant, listOf, noSummary, paging } from '../fields.ts';

const exportRow = z.object({
  id: z.string(),
  /** Opaque prefix and name; the same in the list, in the notification and in the download address. */
  file: z.string(),
  kind: z.string(),
  status: z.enum(['queued', 'running', 'completed', 'failed', 'expired']),
  /** 0–100. */
  progress: z.number(),
  rows: z.number().nullable(),
  bytes: z.number().nullable(),
  created_at: instant,
  expires_at: instant.nullable(),
  error: z.string().optional(),
});

export const exportsList = endpoint({
  method: 'GET',
  path: '/exportsList',
  access: { session: true },
  input: z.strictObject(paging),
  output: listOf(exportRow, noSummary),
});

/** A single-use address of one's own file, good for a minute, so that a browser can fetch it without a header. */
export const downloadTicket = endpoint({
  method: 'POST',
  path: '/download/{file}/ticket',
  access: { session: true },
  input: z.strictObject({ file: z.string().min(1).max(200) }),
  output: z.object({ url: z.string() }),
});
