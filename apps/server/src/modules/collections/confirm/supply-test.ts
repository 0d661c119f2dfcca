import { afterCommit, transact } from '../../../platform/db/transact.ts';
import { wakeRelays } from '../../../platform/outbox/emit.ts';
import { lockOrder, moveOrder } from '../collections.store.ts';
import type { Collections } from '../service.ts';

/**
 * The provider marks the payment as simulated: the order ends as a test, and no money moves in any book, because
 * none came (domain §6.14). Idempotent: an order that has left `pending` and `expired` stays as it is.
 */
export async function supplyTest(
  collections: Collections,
  orderId: bigint,
  requestId: string | null,
): Promise<void> {
  await transact(
    collections.db.app,
    async (tx) => {
      const order = await lockOrder(tx, orderId);
      if (order === undefined || (order.status !== 'pending' && order.status !== 'expired')) return;
      const by = { act: 'collection.supplyTest', actorId: null, requestId } as const;
      await moveOrder(tx, order, 'testSupply', by);
      afterCommit(tx, wakeRelays);
    },
    { attempts: 5 },
  );
}
