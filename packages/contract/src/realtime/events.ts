import type { ApprovalState } from '@suanpan/domain/approvals';
import type { CollectionRow } from '../endpoints/collections.ts';
import type { PayoutListRow } from '../endpoints/payouts.ts';
import type { Notification } from '../endpoints/notifications.ts';

/** What the server tells a browser; a socket event patches or invalidates the cache, it is never a second truth. */
interface OrderEventOf<Kind extends string, Status> {
  readonly kind: Kind;
  readonly id: string;
  readonly order_no: string;
  readonly status: Status;
  readonly callback_status: CollectionRow['callback_status'];
  readonly amount: string;
  readonly currency: string;
  readonly at: string;
}
/** Orders of two kinds may have the same id: a reader asks for the kind first. */
export type OrderEvent =
  | OrderEventOf<'collection', CollectionRow['status']>
  | OrderEventOf<'payout', PayoutListRow['status']>
  | OrderEventOf<'withdrawal', string>;

export interface ServerEvents {
  notification: (notification: Notification) => void;
  /** Coalesced per room every 200 ms; above 50 changes only the ids are sent. */
  order: (change: { orders: OrderEvent[] } | { ids: string[] }) => void;
  balance: (change: { balance: string; unsettlement_amount: string; frozen_amount: string }) => void;
  /** Something began or ended to wait for a second person: badges and lists are read again. */
  approvals: (change: { id: string; state: ApprovalState }) => void;
  export: (change: { id: string; status: string; progress: number }) => void;
  session: (end: { code: 10001 }) => void;
  /** In the room of one checkout token only: re-read the order. */
  checkout: (change: { status: string }) => void;
}
