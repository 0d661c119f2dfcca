import { Refusal } from '@suanpan/domain/errors';
import { businessNow } from '../../../platform/clock.ts';
import { transact } from '../../../platform/db/transact.ts';
import { lockOrder, saveRealName } from '../collections.store.ts';
import type { Collections } from '../service.ts';

/**
 * The payer tells his real name before a way to pay is chosen; he may correct it until then. Refuses
 * `methodAlreadyChosen` once the order is routed, and `invalidState` when the merchant has named him or it has ended, `blockedPayer` for a
 * name on a list.
 */
export async function namePayer(
  collections: Collections,
  orderId: bigint,
  payer: { readonly name: string; readonly requestId: string },
): Promise<void> {
  await transact(
    collections.db.app,
    async (tx) => {
      const order = await lockOrder(tx, orderId);
      if (order === undefined) throw new Refusal('notFound');
      if (order.real_name === payer.name) return;
      if (order.status === 'expired' || order.expires_at <= (await businessNow(tx)))
        throw new Refusal('orderExpired');
      const isNamed = (order.payer as { name?: string } | null)?.name !== undefined;
      if (order.status !== 'pending' || isNamed) throw new Refusal('invalidState');
      if (order.channel_account_id !== null) throw new Refusal('methodAlreadyChosen');
      collections.gate?.refusePayer({ agentId: order.agent_id, name: payer.name });
      await saveRealName(tx, orderId, payer.name, payer.requestId);
    },
    { attempts: 5 },
  );
}
