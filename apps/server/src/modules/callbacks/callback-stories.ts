import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import { listAttempts, listOrderCallbacks } from './callbacks.queries.ts';
import type { AttemptRow } from './callbacks.queries.ts';
import { presentStory } from './callbacks.present.ts';
import type { CallbackStory } from './callbacks.present.ts';

/** What the story of an order needs from here; main hands it to the modules below, which may not import this one. */
export type CallbackStories = (
  db: Kysely<Tables>,
  orderKind: 'collection' | 'payout',
  orderId: bigint,
) => Promise<CallbackStory[]>;

/** Every event of an order with its attempts, oldest first. The caller has checked that he may see the order. */
export const callbacksOf: CallbackStories = async (db, orderKind, orderId) => {
  const events = await listOrderCallbacks(db, orderKind, orderId);
  const attempts = await listAttempts(
    db,
    events.map(({ id }) => id),
  );
  const byEvent = new Map<bigint, AttemptRow[]>();
  for (const attempt of attempts) {
    byEvent.set(attempt.callback_id, [...(byEvent.get(attempt.callback_id) ?? []), attempt]);
  }
  return events.map((event) => presentStory(event, byEvent.get(event.id) ?? []));
};
