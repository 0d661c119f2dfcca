import type { Tx } from '../../platform/db/transact.ts';
import type { OutboxEvent } from '../../platform/outbox/event.ts';
import type { Subscription } from '../../platform/outbox/relay.ts';
import { approvalEnded, approvalWaiting } from './read-approval-news.ts';
import { findChannelNames, findOrders, somebodyRings } from './audience.queries.ts';
import type { Notice } from './notice.ts';
import {
  abnormalOrder,
  amountMismatch,
  auditVerified,
  callbackFailed,
  callbackPaused,
  exportCompleted,
  flaggedOrder,
  newCollection,
  newSignIn,
  noticeRefused,
  securityChanged,
} from './read-news.ts';
import type { OrderFacts } from './read-news.ts';
import { tellPeople } from './tell-people.ts';
import type { Means } from './tell-people.ts';

type Reader = (tx: Tx, events: readonly OutboxEvent[]) => Promise<Notice[]>;

const each =
  (read: (event: OutboxEvent) => Notice): Reader =>
  async (_tx, events) =>
    events.map(read);

/** For events that name no more than the order: what else must be said of it is read now. */
const withOrder =
  (read: (event: OutboxEvent, order: OrderFacts) => Notice): Reader =>
  async (tx, events) => {
    const idOf = (event: OutboxEvent): string => (event.payload as { order_id: string }).order_id;
    const orders = new Map(
      (
        await findOrders(
          tx,
          events.map((event) => BigInt(idOf(event))),
        )
      ).map((row) => [String(row.id), row]),
    );
    return events.flatMap((event) => {
      const order = orders.get(idOf(event));
      return order === undefined ? [] : [read(event, order)];
    });
  };

const refusedNotices: Reader = async (tx, events) => {
  const idOf = (event: OutboxEvent): string =>
    (event.payload as { channel_account_id: string }).channel_account_id;
  const names = new Map(
    (
      await findChannelNames(
        tx,
        events.map((event) => BigInt(idOf(event))),
      )
    ).map(({ id, name }) => [String(id), name]),
  );
  return events.map((event) => noticeRefused(event, names.get(idOf(event)) ?? idOf(event)));
};

const newOrders: Reader = async (tx, events) =>
  (await somebodyRings(tx)) ? withOrder(newCollection)(tx, events) : [];

const readers: Readonly<Record<string, Reader>> = {
  'callback.failed': each(callbackFailed),
  'callback.paused': each(callbackPaused),
  'collection.amount_mismatch': each(amountMismatch),
  'collection.abnormal': each(abnormalOrder),
  'collection.flagged': withOrder(flaggedOrder),
  'collection.created': newOrders,
  'channel.notice_refused': refusedNotices,
  'export.completed': each(exportCompleted),
  'session.started': async (_tx, events) => events.flatMap(newSignIn),
  'user.passwordChanged': each(securityChanged('password')),
  'user.paymentPasswordChanged': each(securityChanged('paymentPassword')),
  'user.twoFactorBound': each(securityChanged('twoFactorBound')),
  'user.twoFactorReset': each(securityChanged('twoFactorReset')),
  'user.ipAllowlistChanged': each(securityChanged('ipAllowlist')),
  'merchant.keysChanged': each(securityChanged('keys')),
  'audit.verified': each(auditVerified),
  'approval.submitted': each(approvalWaiting),
  'approval.ended': async (_tx, events) => events.flatMap(approvalEnded),
};

/** What of the news people are told (domain §7). */
export function notificationSubscriptions(means: Means): Subscription[] {
  return Object.entries(readers).map(([kind, read]) => ({
    name: `notifications of ${kind}`,
    kinds: [kind],
    handle: async (tx, events) => tellPeople(tx, await read(tx, events), means),
  }));
}
