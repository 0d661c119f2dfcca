import { afterCommit, transact } from '../../platform/db/transact.ts';
import { wakeRelays } from '../../platform/outbox/emit.ts';
import type { CollectionState } from '../channels/index.ts';
import type { OrderRow } from './collections.queries.ts';
import { setPaymentAside } from './collections.store.ts';
import type { Collections } from './service.ts';

/**
 * Money came that may not be credited as it stands (another amount, too late, taken back): it is booked as an
 * unidentified receipt (L250) until a person decides, and the order says why. Never credits the merchant.
 * Idempotent by the provider's payment: the receipt's journal happens once, a second call changes nothing.
 */
export async function setAside(
  collections: Collections,
  order: OrderRow,
  state: CollectionState,
  reason: 'amount_mismatch' | 'abnormal',
  requestId: string | null,
): Promise<void> {
  const channelAccountId = order.channel_account_id;
  if (channelAccountId === null) return;
  await transact(
    collections.db.app,
    async (tx) => {
      await setPaymentAside(tx, {
        orderId: order.id,
        channelAccountId,
        providerRef: state.providerOrderNo,
        currency: state.currency,
        amount: state.paidAmount,
        reason,
        requestId,
      });
      afterCommit(tx, wakeRelays);
    },
    { attempts: 5 },
  );
}
