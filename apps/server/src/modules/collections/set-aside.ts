import { afterCommit, transact } from '../../platform/db/transact.ts';
import { wakeRelays } from '../../platform/outbox/emit.ts';
import type { CollectionState } from '../channels/index.ts';
import type { OrderRow } from './collections.queries.ts';
import type { AsideReason } from './aside-reason.ts';
import { lockOrder, setPaymentAside } from './collections.store.ts';
import { emitFlag } from './flag-order.ts';
import type { Collections } from './service.ts';

/** Money that a provider confirmed when it was asked about an order. */
export interface FoundMoney {
  readonly order: OrderRow;
  /** Where the money came in. */
  readonly channelAccountId: bigint;
  readonly state: CollectionState;
  readonly requestId: string | null;
}

/**
 * Money came that may not be credited as it stands: it is booked as an unidentified receipt (L250) on the account
 * where it came in until a person decides, and the order says why, or people are told where the order is not to be
 * touched. Never credits the merchant. Idempotent by the provider's payment: the receipt's journal happens once, a
 * second call changes nothing. `moved` when the order is no longer as it was seen: nothing was booked.
 */
export async function setAside(
  collections: Collections,
  found: FoundMoney,
  reason: AsideReason,
): Promise<'aside' | 'moved'> {
  const { channelAccountId, requestId, state } = found;
  return transact(
    collections.db.app,
    async (tx) => {
      const order = await lockOrder(tx, found.order.id);
      if (order === undefined || !isAsSeen(order, found, reason)) return 'moved';
      const isBooked = await setPaymentAside(tx, {
        orderId: order.id,
        channelAccountId,
        providerRef: state.providerOrderNo,
        currency: state.currency,
        amount: state.paidAmount,
        reason,
        requestId,
      });
      if (isBooked && (reason === 'paid_elsewhere' || reason === 'paid_twice'))
        await emitFlag(tx, order.id, reason);
      afterCommit(tx, wakeRelays);
      return 'aside';
    },
    { attempts: 5 },
  );
}

function isAsSeen(order: OrderRow, { channelAccountId, state }: FoundMoney, reason: AsideReason): boolean {
  const isOpen = order.status === 'pending' || order.status === 'expired';
  const isItsAccount = order.channel_account_id === channelAccountId;
  if (reason === 'amount_mismatch' || reason === 'abnormal') return isOpen && isItsAccount;
  // Settled by this very payment since.
  return isOpen || !isItsAccount || order.provider_order_no !== state.providerOrderNo;
}
