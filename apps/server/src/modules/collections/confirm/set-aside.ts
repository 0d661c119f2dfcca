import { afterCommit, transact } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { wakeRelays } from '../../../platform/outbox/emit.ts';
import type { CollectionState } from '../../channels/index.ts';
import type { OrderRow } from '../collections.queries.ts';
import type { AsideReason } from './aside-reason.ts';
import { bookedOrder, lockOrder, moveOrder, setPaymentAside } from '../collections.store.ts';
import { emitFlag } from './flag-order.ts';
import type { Collections } from '../service.ts';

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
 * second call changes nothing, but where the payment is booked otherwise people are told. `moved` when the order is no longer as it was seen: nothing was booked.
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
        await emitFlag(tx, order.id, { reason, about: paymentOf(found) });
      if (!isBooked) await tellOfClash(tx, order, found);
      afterCommit(tx, wakeRelays);
      return 'aside';
    },
    { attempts: 5 },
  );
}

/** The payment was booked before: for this order and in this amount, or the provider contradicts itself. */
async function tellOfClash(tx: Tx, order: OrderRow, found: FoundMoney): Promise<void> {
  const { channelAccountId, requestId, state } = found;
  const booked = await bookedOrder(tx, channelAccountId, state.providerOrderNo);
  if (booked === undefined) return;
  if (booked.order_id !== order.id) {
    // It has no payment of its own that could be booked, so a person must find out what came.
    if (isOpen(order) && order.channel_account_id === channelAccountId) {
      const by = { act: 'collection.setAside', actorId: null, requestId } as const;
      await moveOrder(tx, order, 'paidSuspiciously', by);
    }
    await emitFlag(tx, order.id, { reason: 'reference_reused', about: paymentOf(found) });
  } else if (booked.amount !== state.paidAmount) {
    await emitFlag(tx, order.id, { reason: 'amount_changed', about: sumOf(found) });
  }
}

/** A payment of the provider's, by which flags are told apart. */
function paymentOf({ channelAccountId, state }: Pick<FoundMoney, 'channelAccountId' | 'state'>): string {
  return `${channelAccountId} ${state.providerOrderNo}`;
}

/** The same with the sum that the provider names for it. */
export function sumOf(found: Pick<FoundMoney, 'channelAccountId' | 'state'>): string {
  return `${paymentOf(found)} ${found.state.currency} ${found.state.paidAmount}`;
}

/** Whether what is booked for the order is this very payment. An order that ended as a simulation has nothing booked. */
export function isBookedFor(
  order: OrderRow,
  { channelAccountId, state }: Pick<FoundMoney, 'channelAccountId' | 'state'>,
): boolean {
  return (
    order.actual_amount !== null &&
    order.channel_account_id === channelAccountId &&
    order.provider_order_no === state.providerOrderNo
  );
}

const isOpen = ({ status }: OrderRow): boolean => status === 'pending' || status === 'expired';

function isAsSeen(order: OrderRow, found: FoundMoney, reason: AsideReason): boolean {
  if (reason === 'amount_mismatch' || reason === 'abnormal') {
    return isOpen(order) && order.channel_account_id === found.channelAccountId;
  }
  // Settled by this very payment since.
  return isOpen(order) || !isBookedFor(order, found);
}
