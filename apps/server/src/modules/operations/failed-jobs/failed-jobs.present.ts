import type { ParsedInputOf } from '@suanpan/contract/endpoint';
import type { FailedJobRow, failedJobs } from '@suanpan/contract/endpoints/failed-jobs';
import type { Actor } from '../../../platform/http/actor.ts';
import { maskPayload } from '../mask-payload.ts';
import type { FailedJobFilter, ListedFailedJob } from './failed-jobs.queries.ts';

type Question = Omit<ParsedInputOf<typeof failedJobs>, 'page' | 'paginate' | 'cursor'>;

/** What the list is asked: a queue, unless something narrows it. */
export function askedJobs({ from, job, state, to }: Question): FailedJobFilter {
  return {
    ...(job && { job }),
    ...(state !== undefined && { state }),
    ...(from !== undefined && { from: new Date(from) }),
    ...(to !== undefined && { to: new Date(to) }),
    isQueue: !job && state === undefined && from === undefined && to === undefined,
  };
}

export function presentFailedJob(row: ListedFailedJob, { permissions }: Actor): FailedJobRow {
  const isOpen = row.discarded_at === null;
  return {
    id: String(row.id),
    job: row.kind,
    subject: row.subject,
    payload: JSON.stringify(maskPayload(row.payload)),
    error: row.error,
    attempts: row.attempts,
    first_at: row.created_at.toISOString(),
    last_at: row.parked_at.toISOString(),
    state: isOpen ? 'open' : 'discarded',
    reason: row.discard_reason,
    operator: row.operator,
    actions: [
      ...(isOpen && permissions.has('admin.failedQueue.retry') ? (['retry'] as const) : []),
      ...(isOpen && permissions.has('admin.failedQueue.discard') ? (['discard'] as const) : []),
    ],
  };
}
