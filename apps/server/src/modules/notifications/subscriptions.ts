import type { EventKind } from '@suanpan/domain/events';
import type { Tx } from '../../platform/db/transact.ts';
import { on } from '../../platform/outbox/on.ts';
import type { News } from '../../platform/outbox/on.ts';
import type { Subscription } from '../../platform/outbox/relay.ts';
import { approvalEnded, approvalWaiting } from './read-approval-news.ts';
import { ordersNow } from '../collections/index.ts';
import { payoutsNow } from '../payouts/index.ts';
import { findChannelNames, findUserNames, somebodyRings } from './audience.queries.ts';
import type { Notice } from './notice.ts';
import {
  abnormalOrder,
  alertFired,
  amountMismatch,
  auditVerified,
  balanceCheckFailed,
  balanceLow,
  callbackFailed,
  callbackPaused,
  channelChanged,
  depositChanged,
  exportCompleted,
  feeInverted,
  flaggedOrder,
  flaggedPayout,
  newCollection,
  newPayment,
  newSignIn,
  noticeRefused,
  priceRefused,
  reconciliationDiffers,
  securityChanged,
  settlementDone,
  verifyFailed,
  watchFired,
  withdrawalChanged,
} from './read-news.ts';
import type { OrderFacts } from './read-news.ts';
import { tellPeople } from './tell-people.ts';
import type { Means } from './tell-people.ts';

type Reader<Kind extends EventKind> = (tx: Tx, events: readonly News<Kind>[]) => Promise<Notice[]>;

const each =
  <Kind extends EventKind>(read: (event: News<Kind>) => Notice | Notice[]): Reader<Kind> =>
  async (_tx, events) =>
    events.flatMap(read);

type FactsOf = (tx: Tx, ids: readonly bigint[]) => Promise<readonly (OrderFacts & { readonly id: bigint })[]>;

/** For events that name no more than the order: what else must be said of it is read now. */
const withOrder =
  <Kind extends 'collection.created' | 'collection.flagged' | 'payout.flagged' | 'payout.waiting'>(
    read: (event: News<Kind>, order: OrderFacts) => Notice,
    find: FactsOf = ordersNow,
  ): Reader<Kind> =>
  async (tx, events) => {
    const ids = events.map(({ payload }) => BigInt(payload.order_id));
    const orders = new Map((await find(tx, ids)).map((row) => [String(row.id), row]));
    return events.flatMap((event) => {
      const order = orders.get(event.payload.order_id);
      return order === undefined ? [] : [read(event, order)];
    });
  };

const refusedNotices: Reader<'channel.notice_refused'> = async (tx, events) => {
  const ids = events.map(({ payload }) => BigInt(payload.channel_account_id));
  const names = new Map((await findChannelNames(tx, ids)).map(({ id, name }) => [String(id), name]));
  return events.map((event) => {
    const id = event.payload.channel_account_id;
    return noticeRefused(event, names.get(id) ?? id);
  });
};

const lowBalances: Reader<'channel.balance_low'> = async (tx, events) => {
  const ids = events.map(({ payload }) => BigInt(payload.channel_account_id));
  const names = new Map((await findChannelNames(tx, ids)).map(({ id, name }) => [String(id), name]));
  return events.map((event) => {
    const id = event.payload.channel_account_id;
    return balanceLow(event, names.get(id) ?? id);
  });
};

const differingStatements: Reader<'reconciliation.differs'> = async (tx, events) => {
  const ids = events.map(({ payload }) => BigInt(payload.channel_account_id));
  const names = new Map((await findChannelNames(tx, ids)).map(({ id, name }) => [String(id), name]));
  return events.map((event) => {
    const id = event.payload.channel_account_id;
    return reconciliationDiffers(event, names.get(id) ?? id);
  });
};

const invertedFees: Reader<'channel.feeInverted'> = async (tx, events) => {
  const ids = events.map(({ payload }) => BigInt(payload.customer_id));
  const names = new Map((await findUserNames(tx, ids)).map(({ id, name }) => [String(id), name]));
  return events.map((event) => {
    const id = event.payload.customer_id;
    return feeInverted(event, names.get(id) ?? id);
  });
};

const newOrders: Reader<'collection.created'> = async (tx, events) =>
  (await somebodyRings(tx)) ? withOrder(newCollection)(tx, events) : [];

/** What of the news people are told (domain §7). */
export function notificationSubscriptions(means: Means): Subscription[] {
  const tell = <Kind extends EventKind>(kind: Kind, read: Reader<Kind>): Subscription =>
    on([kind], async (tx, events) => tellPeople(tx, await read(tx, events), means));
  return [
    tell('callback.failed', each(callbackFailed)),
    tell('callback.paused', each(callbackPaused)),
    tell('collection.amount_mismatch', each(amountMismatch)),
    tell('collection.abnormal', each(abnormalOrder)),
    tell('collection.flagged', withOrder(flaggedOrder)),
    tell('collection.created', newOrders),
    tell('payout.waiting', withOrder(newPayment, payoutsNow)),
    tell('payout.flagged', withOrder(flaggedPayout, payoutsNow)),
    tell('payout.failed', each(verifyFailed)),
    tell('settlement.released', each(settlementDone)),
    tell('alert.fired', each(alertFired)),
    tell('watch.fired', each(watchFired)),
    tell('books.broken', each(balanceCheckFailed)),
    tell('channel.balance_low', lowBalances),
    tell('reconciliation.differs', differingStatements),
    tell('channel.stateChanged', each(channelChanged)),
    tell('channel.feeInverted', invertedFees),
    tell('channel.notice_refused', refusedNotices),
    tell('price.refused', each(priceRefused)),
    tell('deposit.changed', each(depositChanged)),
    tell('withdrawal.changed', each(withdrawalChanged)),
    tell('export.completed', each(exportCompleted)),
    tell('session.started', each(newSignIn)),
    tell('user.passwordChanged', each(securityChanged('password'))),
    tell('user.paymentPasswordChanged', each(securityChanged('paymentPassword'))),
    tell('user.twoFactorBound', each(securityChanged('twoFactorBound'))),
    tell('user.twoFactorReset', each(securityChanged('twoFactorReset'))),
    tell('user.ipAllowlistChanged', each(securityChanged('ipAllowlist'))),
    tell('merchant.keysChanged', each(securityChanged('keys'))),
    tell('audit.verified', each(auditVerified)),
    tell('approval.submitted', each(approvalWaiting)),
    tell('approval.ended', each(approvalEnded)),
  ];
}
