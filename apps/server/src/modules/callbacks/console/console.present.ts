import type { CallbackAddress, CallbackRow } from '@suanpan/contract/endpoints/callbacks';
import { countOf } from '../../../platform/db/count-of.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import { mayUndo, standsAbove } from '../../../platform/http/owner-of.ts';
import type { OrderParties } from '../told-orders.ts';
import type { ListedAddress } from './addresses.queries.ts';
import type { ListedCallback } from './console.queries.ts';

/** A row as this caller may see it. */
export function presentCallback(
  row: ListedCallback,
  order: Pick<OrderParties, 'order_no' | 'merchant_order_no'> | undefined,
  actor: Actor,
): CallbackRow {
  return {
    id: String(row.id),
    event_id: row.event_id,
    order: {
      kind: row.order_kind,
      id: String(row.order_id),
      no: order?.order_no ?? '',
      merchant_no: order?.merchant_order_no ?? '',
    },
    customer: { id: String(row.customer_id), name: row.customer_name },
    type: row.type,
    status: row.shown_status,
    result: row.result,
    url: urlFor(row, actor),
    attempts: row.attempts,
    last_http: row.last_http,
    last_at: row.last_at?.toISOString() ?? null,
    next_at: row.next_at?.toISOString() ?? null,
    held_8h: row.result === 'held_after_8h',
    paused: row.paused,
    created_at: row.created_at.toISOString(),
    actions: maySend(row, actor) ? ['resend'] : [],
  };
}

/** Where his senior agent's system listens is the agent's own matter. */
export function urlFor(
  row: Pick<ListedCallback, 'recipient_id' | 'customer_id' | 'url'>,
  { scope }: Actor,
): string | null {
  return scope.kind === 'customer' && row.recipient_id !== row.customer_id ? null : row.url;
}

/** What the door would take: nothing under way, nothing that v1 never says, nothing older than what the merchant knows. */
function maySend(row: ListedCallback, { permissions }: Actor): boolean {
  return (
    permissions.has('callbacks.resend') &&
    !row.is_sending &&
    row.result !== 'v1_no_rejection' &&
    !row.outdated
  );
}

/** What the caller may do: open what his own house or one below it paused, and pause over the word of those below. */
function addressActions({ paused_at: at, paused_by: by }: ListedAddress, { permissions, scope }: Actor) {
  if (!permissions.has('callbacks.pause')) return [];
  if (at === null) return ['pause' as const];
  if (by !== null && !mayUndo(scope, by)) return [];
  return ['resume' as const, ...(by !== null && standsAbove(scope, by) ? ['pause' as const] : [])];
}

export function presentAddress(row: ListedAddress, actor: Actor): CallbackAddress {
  const isPaused = row.paused_at !== null;
  return {
    customer: { id: String(row.customer_id), name: row.name },
    role: row.kind,
    url: row.url,
    state: isPaused ? 'paused' : 'open',
    paused_at: row.paused_at?.toISOString() ?? null,
    waiting: countOf(row.waiting),
    failed: countOf(row.failed),
    actions: addressActions(row, actor),
  };
}
