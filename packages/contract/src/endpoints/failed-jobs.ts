import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done, id, instant, listOf, noSummary, paging, searchText } from '../fields.ts';
import { reason } from '../step-up.ts';

/** The most jobs that one call retries or discards. */
export const failedJobsMost = 200;

/** News of something that nobody could be told of: it was tried, and then put aside so that it keeps nobody waiting. */
export const failedJobRow = z.object({
  id: z.string(),
  /** What happened: `collection.succeeded`. */
  job: z.string(),
  /** What it is about: `collection:123`. */
  subject: z.string(),
  /** JSON; names, accounts and addresses are masked. */
  payload: z.string(),
  error: z.string(),
  attempts: z.number(),
  first_at: instant,
  last_at: instant,
  state: z.enum(['open', 'discarded']),
  /** Why it was discarded, and by whom. */
  reason: z.string().nullable(),
  operator: z.string().nullable(),
  actions: z.array(z.enum(['retry', 'discard'])),
});
export type FailedJobRow = z.output<typeof failedJobRow>;

/** Failed jobs, newest first. Without a state: all that are open, and what was discarded today. */
export const failedJobs = endpoint({
  method: 'GET',
  path: '/admin/failedQueue',
  access: { permission: 'admin.failedQueue.get' },
  whileActing: 'allowed',
  input: z.strictObject({
    ...paging,
    job: searchText.optional(),
    state: z.enum(['open', 'discarded']).optional(),
    from: instant.optional(),
    to: instant.optional(),
  }),
  output: listOf(failedJobRow, noSummary),
});

const several = z.array(id).min(1).max(failedJobsMost);

/** Puts them back in the queue, all or none; refuses `jobNotRetryable` when one was retried or discarded meanwhile. */
export const retryFailedJobs = endpoint({
  method: 'POST',
  path: '/admin/failedQueue/retry',
  access: { permission: 'admin.failedQueue.retry' },
  idempotent: true,
  input: z.strictObject({ ids: several }),
  output: done,
});

/** Says that they need not be done; they stay in the register with the reason. */
export const discardFailedJobs = endpoint({
  method: 'POST',
  path: '/admin/failedQueue/discard',
  access: { permission: 'admin.failedQueue.discard' },
  idempotent: true,
  input: z.strictObject({ ids: several, reason }),
  output: done,
});
