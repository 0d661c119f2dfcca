import { Refusal } from '@suanpan/domain/errors';
import { afterCommit, transact } from '../../platform/db/transact.ts';
import { recordAudit } from '../audit/index.ts';
import { refuseUnsendable } from './reissue-notice.ts';
import { lockCallbackOf, makeDue } from './resend.store.ts';
import type { Sending } from './sending.ts';

/**
 * A merchant asks for one of his events again: the same id and body. Refuses notFound for an event that is not
 * his, and invalidState while it is under way or once he acknowledged a newer state of the order, because an
 * older one is never sent after that (its body stands in the event list).
 */
export async function redeliver(
  sending: Sending,
  customerId: bigint,
  eventId: string,
  requestId: string,
): Promise<void> {
  await transact(
    sending.db.app,
    async (tx) => {
      const callback = await lockCallbackOf(tx, sending.orders, customerId, eventId);
      if (callback === undefined) throw new Refusal('notFound');
      if (callback.outdated) throw new Refusal('invalidState');
      refuseUnsendable(callback);
      await makeDue(tx, [callback.id]);
      await recordAudit(tx, {
        actorId: customerId,
        act: 'event.redeliver',
        objectKind: callback.order_kind,
        objectId: String(callback.order_id),
        after: { event_id: eventId },
        requestId,
      });
      afterCommit(tx, sending.wake);
    },
    { attempts: 5 },
  );
}
