import type { EventKind, Events } from '@suanpan/domain/events';
import type { Tx } from '../db/transact.ts';
import type { OutboxEvent } from './event.ts';
import type { Subscription } from './relay.ts';

/** An event of these kinds, with the payload that its kind has. */
export type News<Kind extends EventKind> = {
  [K in Kind]: OutboxEvent & { readonly kind: K; readonly payload: Events[K] };
}[Kind];

/** Hears events of these kinds, as `OutboxHandler` says. */
export function on<Kind extends EventKind>(
  kinds: readonly Kind[],
  handle: (tx: Tx, events: readonly News<Kind>[]) => Promise<void>,
): Subscription {
  // The relay hands over nothing but the kinds that were asked for.
  return { kinds, handle: (tx, events) => handle(tx, events as readonly News<Kind>[]) };
}
