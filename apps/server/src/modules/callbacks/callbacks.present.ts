import type { CollectionDetail } from '@suanpan/contract/endpoints/collections';
import { publicCallbackStatus } from '@suanpan/domain/states/callback';
import type { AttemptRow, StoryRow } from './callbacks.queries.ts';

/** One event with its attempts, as the order's story shows it. */
export type CallbackStory = CollectionDetail['callbacks'][number];

export function presentStory(row: StoryRow, attempts: readonly AttemptRow[]): CallbackStory {
  return {
    id: String(row.id),
    event_id: row.event_id,
    type: row.type,
    status: shownStatus(row, attempts),
    url: row.url,
    next_at: row.status === 'sending' ? null : (row.next_at?.toISOString() ?? null),
    body: row.body,
    attempts: attempts.map((attempt) => ({
      attempt: attempt.attempt,
      at: attempt.at.toISOString(),
      http_status: attempt.http_status,
      latency_ms: attempt.latency_ms,
      result: attempt.result,
      response: attempt.response,
    })),
  };
}

/** Why nothing went out by itself stands in place of a plain "not sent". */
function shownStatus(row: StoryRow, attempts: readonly AttemptRow[]): string {
  const last = attempts.at(-1);
  const status = publicCallbackStatus(row.status, last && (last.result === 'success' ? 'success' : 'failed'));
  return status === 'not_sent' && row.result !== null ? row.result : status;
}
