import { Refusal } from '@suanpan/domain/errors';
import { afterCommit, transact } from '../../../platform/db/transact.ts';
import { wakeRelays } from '../../../platform/outbox/emit.ts';
import { lockOrder, moveOrder } from '../collections.store.ts';
import { confirmCollection } from '../confirm/confirm-collection.ts';
import { findOrder } from '../collections.queries.ts';
import type { Collections } from '../service.ts';

/**
 * Closes an unpaid order before its time (the merchant's close, the payer's cancel): it ends as expired. The
 * provider is asked first; money that is on its way afterwards is late money and follows its rules.
 * Refuses `notFound`, `invalidState` when the order is paid or has ended, `outcomeUnknown` when the provider
 * gives no answer. Closing twice answers as once.
 */
export async function closeCollection(
  collections: Collections,
  orderId: bigint,
  by: {
    readonly act: 'collection.close' | 'collection.cancel';
    readonly actorId: bigint | null;
    readonly requestId: string;
  },
): Promise<void> {
  const seen = await findOrder(collections.db.app, orderId);
  if (seen === undefined) throw new Refusal('notFound');
  if (seen.status === 'pending' && seen.channel_account_id !== null) {
    const confirmation = await confirmCollection(collections, orderId, by.requestId);
    if (confirmation === 'unanswered' || confirmation === 'notFound') throw new Refusal('outcomeUnknown');
  }
  await transact(
    collections.db.app,
    async (tx) => {
      const order = await lockOrder(tx, orderId);
      if (order === undefined) throw new Refusal('notFound');
      if (order.status === 'expired') return;
      if (order.status !== 'pending') throw new Refusal('invalidState');
      // It went to a provider meanwhile, who has not been asked.
      if (order.channel_account_id !== seen.channel_account_id) throw new Refusal('outcomeUnknown');
      await moveOrder(tx, order, 'expire', by);
      afterCommit(tx, wakeRelays);
    },
    { attempts: 5 },
  );
}
