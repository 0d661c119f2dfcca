import { Refusal } from '@suanpan/domain/errors';
import type { ErrorName } from '@suanpan/domain/errors';
import { afterCommit } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { RequestContext } from '../../../platform/http/actor.ts';
import { audit } from '../../audit/index.ts';
import { refuseUnsendable } from '../reissue-notice.ts';
import { lockCallbacks, makeDue } from '../resend.store.ts';
import type { LockedCallback } from '../resend.store.ts';
import type { Sending } from '../sending.ts';

/** What became of one of them; `refused` says why it was not sent. */
export interface Resent {
  readonly id: string;
  readonly eventId: string | null;
  readonly refused: ErrorName | null;
}

/**
 * Sends events again, unchanged and under their ids, also past the 8-hour rule and to a paused address. In the
 * transaction of the caller's key; holds the locks of the orders and then of the events. Each is refused by itself:
 * notFound (absent or outside the tree), v1HasNoRejection, and invalidState while it is under way or once the merchant
 * acknowledged something newer of the order.
 */
export async function resendCallbacks(
  tx: Tx,
  sending: Sending,
  context: RequestContext,
  ids: readonly string[],
): Promise<Resent[]> {
  const locked = await lockCallbacks(tx, sending.orders, context.actor.scope, ids.map(BigInt));
  const byId = new Map(locked.map((callback) => [String(callback.id), callback]));
  const resent = [...new Set(ids)].map((id): Resent => {
    const callback = byId.get(id);
    const refused = callback === undefined ? 'notFound' : hindranceOf(callback);
    return { id, eventId: refused === null ? (callback?.event_id ?? null) : null, refused };
  });
  const due = resent.flatMap(({ id, refused }) => {
    const callback = byId.get(id);
    return callback !== undefined && refused === null ? [callback] : [];
  });
  await makeDue(
    tx,
    due.map(({ id }) => id),
  );
  for (const { event_id, order_id, order_kind: objectKind, status, type } of due) {
    const after = { event_id, type, status };
    await audit(tx, context, { act: 'callbacks.resend', objectKind, objectId: String(order_id), after });
  }
  afterCommit(tx, sending.wake);
  return resent;
}

function hindranceOf(callback: LockedCallback): ErrorName | null {
  if (callback.outdated) return 'invalidState';
  try {
    refuseUnsendable(callback);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.refusal;
    throw error;
  }
}
