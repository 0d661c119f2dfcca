import { transact } from '../../../platform/db/transact.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { emit } from '../../../platform/outbox/emit.ts';
import type { Collections } from '../service.ts';
import { keepFlag } from './flags.store.ts';

/**
 * Why people must look at an order. reversed, failed_after_success: the provider went back on a success ·
 * paid_elsewhere, paid_twice: money came by an attempt that the order does not go by, and lies in the unidentified
 * receipts · unknown_to_provider: the provider does not know an order that it was given · amount_changed: the provider
 * names another sum for a payment that is booked · reference_reused: it names for this order a payment that is booked for
 * another one · no_clear_answer: asked often and long, it says nothing from which anything may be concluded.
 */
export type FlagReason =
  | 'reversed'
  | 'failed_after_success'
  | 'paid_elsewhere'
  | 'paid_twice'
  | 'unknown_to_provider'
  | 'amount_changed'
  | 'reference_reused'
  | 'no_clear_answer';

export interface Flag {
  readonly reason: FlagReason;
  /** Told apart by this: an attempt, or a provider's payment and what is said of it. */
  readonly about: string;
}

/** Tells people, once of each flag; the order itself is not touched. */
export async function flagOrder({ db }: Collections, orderId: bigint, flag: Flag): Promise<void> {
  await transact(db.app, (tx) => emitFlag(tx, orderId, flag));
}

/** As `flagOrder`, in the transaction of what is to be told. */
export async function emitFlag(tx: Tx, orderId: bigint, flag: Flag): Promise<void> {
  if (!(await keepFlag(tx, orderId, flag))) return;
  await emit(tx, [
    {
      kind: 'collection.flagged',
      subject: `collection:${orderId}`,
      payload: { order_id: String(orderId), reason: flag.reason },
    },
  ]);
}
