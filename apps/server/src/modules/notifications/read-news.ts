import type { EventKind } from '@suanpan/domain/events';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { display2 } from '@suanpan/money/display';
import type { OutboxEvent } from '../../platform/outbox/event.ts';
import type { News } from '../../platform/outbox/on.ts';
import type { Notice } from './notice.ts';

const shown = (minor: string | null, currency: Currency): string =>
  display2(minor === null ? null : formatLedger(BigInt(minor), currency));

const plain = (event: OutboxEvent): Pick<Notice, 'eventId' | 'sound'> => ({
  eventId: event.id,
  sound: false,
});

/** Every attempt was in vain: the merchant, his senior agent and the platform hear of it. */
export function callbackFailed(event: News<'callback.failed'>): Notice {
  const news = event.payload;
  return {
    ...plain(event),
    type: 'CallbackFailed',
    level: 'danger',
    params: { no: news.order_no ?? '', result: news.result ?? '', kind: news.order_kind },
    audience: {
      platform: true,
      agentId: news.agent_id === null ? null : BigInt(news.agent_id),
      customerId: BigInt(news.customer_id),
    },
  };
}

/** An address wants nothing any more (410). */
export function callbackPaused(event: News<'callback.paused'>): Notice {
  const news = event.payload;
  return {
    ...plain(event),
    type: 'CallbackPaused',
    level: 'warning',
    params: { url: news.url },
    audience: {
      platform: true,
      agentId: news.agent_id === null ? null : BigInt(news.agent_id),
      customerId: BigInt(news.customer_id),
    },
  };
}

/** Money that fits no order is for those who can decide: the platform and the owning senior agent. */
export function amountMismatch(event: News<'collection.amount_mismatch'>): Notice {
  const news = event.payload;
  return {
    ...plain(event),
    type: 'AmountMismatch',
    level: 'danger',
    params: {
      no: news.order_no,
      expected: shown(news.amount, news.currency),
      paid: shown(news.paid_amount, news.currency),
    },
    audience: { platform: true, agentId: BigInt(news.agent_id) },
  };
}

export function abnormalOrder(event: News<'collection.abnormal'>): Notice {
  const news = event.payload;
  return {
    ...plain(event),
    type: 'AbnormalOrder',
    level: 'danger',
    params: { no: news.order_no, reason: 'moneyHeld' },
    audience: { platform: true, agentId: BigInt(news.agent_id) },
  };
}

export interface OrderFacts {
  readonly order_no: string;
  readonly customer_id: bigint;
  readonly agent_id: bigint;
  readonly currency: Currency;
  readonly order_amount: bigint;
}

/** The provider went back on a success; nothing is undone by itself. */
export function flaggedOrder(event: News<'collection.flagged'>, order: OrderFacts): Notice {
  const { reason } = event.payload;
  return {
    ...plain(event),
    type: 'AbnormalOrder',
    level: 'danger',
    params: { no: order.order_no, reason },
    audience: { platform: true, agentId: order.agent_id },
  };
}

/** Rings only for those who switched it on. */
export function newCollection(event: News<'collection.created'>, order: OrderFacts): Notice {
  return {
    eventId: event.id,
    sound: true,
    type: 'NewCollectionNotification',
    level: 'info',
    params: {
      no: order.order_no,
      amount: shown(String(order.order_amount), order.currency),
      currency: order.currency,
    },
    audience: { platform: true, agentId: order.agent_id, customerId: order.customer_id },
  };
}

/** A payout waits for a person: it rings for whoever may decide it. */
export function newPayment(event: News<'payout.waiting'>, order: OrderFacts): Notice {
  return {
    eventId: event.id,
    sound: true,
    type: 'NewPaymentNotification',
    level: 'info',
    params: {
      kind: 'payout',
      no: order.order_no,
      amount: shown(String(order.order_amount), order.currency),
      currency: order.currency,
    },
    audience: { platform: true, agentId: order.agent_id },
    needs: ['payment.transactions.get'],
  };
}

/**
 * A top-up waits for somebody of the platform to find it, who is warned where several claim one transfer; how it ended hears
 * who applied.
 */
export function depositChanged(event: News<'deposit.changed'>): Notice {
  const { contested, no, currency, amount, status, made_by } = event.payload;
  const params = { no, amount: shown(amount, currency), currency, status };
  const isNew = status === 'pending';
  const isContested = isNew && contested;
  return {
    ...plain(event),
    type: isContested ? 'DepositContested' : isNew ? 'NewDeposit' : 'DepositEnded',
    level: isContested ? 'danger' : status === 'rejected' ? 'warning' : 'info',
    params,
    ...(isNew
      ? {
          audience: { platform: true },
          needs: ['collections.deposit.approve' as const],
          except: BigInt(made_by),
        }
      : { audience: { platform: false, userId: BigInt(made_by) } }),
  };
}

/** A withdrawal waits for somebody of the platform: it rings for whoever may take it. How it ended hears who applied. */
export function withdrawalChanged(event: News<'withdrawal.changed'>): Notice[] {
  const { no, currency, amount, status, made_by } = event.payload;
  const params = { no, amount: shown(amount, currency), currency };
  if (status === 'processing' || status === 'cancelled') return [];
  return [
    status === 'pending'
      ? {
          eventId: event.id,
          sound: true,
          type: 'NewPaymentNotification',
          level: 'info',
          params: { ...params, kind: 'withdrawal' },
          audience: { platform: true },
          needs: ['withdraws.list.take'],
        }
      : {
          ...plain(event),
          type: 'WithdrawalEnded',
          level: status === 'paid' ? 'info' : 'warning',
          params: { ...params, status },
          audience: { platform: false, userId: BigInt(made_by) },
        },
  ];
}

/** Nothing of it is done by itself: the platform and the senior agent whose channel it is decide. */
export function flaggedPayout(event: News<'payout.flagged'>, order: OrderFacts): Notice {
  return {
    ...plain(event),
    type: 'AbnormalPayout',
    level: 'danger',
    params: { no: order.order_no, reason: event.payload.reason },
    audience: { platform: true, agentId: order.agent_id },
    needs: ['payment.transactions.get'],
  };
}

/** Payouts by this channel will stop: whoever fills it up is told, once for a while. */
export function balanceLow(event: News<'channel.balance_low'>, channel: string): Notice {
  const { agent_id: agentId, balance, channel_account_id: id, currency, low_water: mark } = event.payload;
  return {
    ...plain(event),
    type: 'BalanceLow',
    level: 'warning',
    params: { channel, balance: shown(balance, currency), mark: shown(mark, currency), currency },
    audience: { platform: true, agentId: BigInt(agentId) },
    needs: ['payment.balance.get'],
    subject: `channelAccount:${id}`,
  };
}

/** A statement and the books do not agree, or a day is not closed: whoever sees to it is told. */
export function reconciliationDiffers(event: News<'reconciliation.differs'>, channel: string): Notice {
  const { agent_id: agentId, channel_account_id: id, day, open } = event.payload;
  return {
    ...plain(event),
    type: 'ReconciliationDiffers',
    level: 'warning',
    params: { channel, day, open: String(open) },
    audience: { platform: true, agentId: BigInt(agentId) },
    needs: ['admin.reconciliation.get'],
    subject: `channelAccount:${id}`,
  };
}

/** A price that was agreed to did not come into force: whoever may set it hears of it. */
export function priceRefused(event: News<'price.refused'>): Notice {
  const { agent_id: agentId, channel, customer, direction } = event.payload;
  return {
    ...plain(event),
    type: 'PriceRefused',
    level: 'warning',
    params: { channel, customer },
    audience: { platform: true, agentId: BigInt(agentId) },
    needs: [direction === 'payout' ? 'paymentMethod.customers.update' : 'collectionMethod.customers.update'],
  };
}

const channelNotices = {
  tripped: { type: 'ChannelTripped', level: 'danger' },
  maintenance: { type: 'ChannelMaintenance', level: 'warning' },
  ok: { type: 'ChannelBack', level: 'info' },
} as const;

/** A channel takes no orders any more, or takes them again: whoever sees to channels is told. */
export function channelChanged(event: News<'channel.stateChanged'>): Notice {
  const { agent_id: agentId, channel, direction, reason, state } = event.payload;
  return {
    ...plain(event),
    ...channelNotices[state],
    params: { channel, reason: reason ?? '' },
    audience: { platform: true, agentId: BigInt(agentId) },
    needs: [direction === 'payout' ? 'paymentMethod.customers.get' : 'collectionMethod.customers.get'],
  };
}

/** Orders pass a channel over because the senior agent would pay for them; one notice for a while is enough. */
export function feeInverted(event: News<'channel.feeInverted'>, merchant: string): Notice {
  const { agent_id: agentId, channel, channel_id: id, customer_id: customerId, direction } = event.payload;
  return {
    ...plain(event),
    type: 'FeeInversion',
    level: 'warning',
    params: { channel, merchant },
    audience: { platform: true, agentId: BigInt(agentId) },
    needs: [direction === 'payout' ? 'paymentMethod.customers.get' : 'collectionMethod.customers.get'],
    subject: `channel:${id} ${customerId}`,
  };
}

/** The merchant's own system did not say that it knows this payout: nothing leaves until somebody has it asked again. */
export function verifyFailed(event: News<'payout.failed'>): Notice[] {
  const {
    agent_id: agentId,
    amount,
    currency,
    customer_id: customerId,
    order_no: no,
    status,
  } = event.payload;
  if (status !== 'verify_failed') return [];
  return [
    {
      ...plain(event),
      type: 'VerifyFailed',
      level: 'warning',
      params: { no, amount: shown(amount, currency), currency },
      audience: { platform: true, agentId: BigInt(agentId), customerId: BigInt(customerId) },
      needs: ['payment.transactions.get'],
    },
  ];
}

/** Money whose day has come may be withdrawn; one notice a merchant, however many of his orders were released. */
export function settlementDone(event: News<'settlement.released'>): Notice {
  const { customer_id: customerId, day } = event.payload;
  return {
    ...plain(event),
    type: 'SettlementDone',
    level: 'info',
    params: { day },
    audience: { platform: false, customerId: BigInt(customerId) },
    needs: ['accounting.changelogs.get'],
    subject: `settlement:${customerId} ${day}`,
  };
}

/** What a rule asks about has become true: whoever looks after the house is told. */
export function alertFired(event: News<'alert.fired'>): Notice {
  const { bound, label, mark, metric, name, shipped, sound, value } = event.payload;
  return {
    ...plain(event),
    sound,
    type: 'AlertFired',
    level: 'danger',
    params: { name, shipped: shipped ?? '', metric, label, value, bound, mark },
    audience: { platform: true },
    needs: ['admin.operate.get'],
  };
}

/** A list finds more than somebody wants to find there: he alone is told. */
export function watchFired(event: News<'watch.fired'>): Notice {
  const { found, list, mark, name, search, sound, user_id: userId } = event.payload;
  return {
    ...plain(event),
    sound,
    type: 'WatchFired',
    level: 'warning',
    params: { name, list, search, found, mark },
    audience: { platform: false, userId: BigInt(userId) },
  };
}

/** The books do not agree with themselves: whoever may look at the checks is told at once. */
export function balanceCheckFailed(event: News<'books.broken'>): Notice {
  return {
    ...plain(event),
    sound: true,
    type: 'BalanceCheckFailed',
    level: 'danger',
    params: { checks: event.payload.checks.join(', ') },
    audience: { platform: true },
    needs: ['admin.checkBalance.get'],
  };
}

/** A forged notice; strangers can send as many as they like, so one an account is enough for a while. */
export function noticeRefused(event: News<'channel.notice_refused'>, channel: string): Notice {
  const news = event.payload;
  return {
    ...plain(event),
    type: 'NoticeRefused',
    level: 'warning',
    params: { channel, ip: news.ip },
    audience: { platform: true },
    subject: `channelAccount:${news.channel_account_id}`,
  };
}

/** A finished export tells him who asked for it, with the file's name. */
export function exportCompleted(event: News<'export.completed'>): Notice {
  const news = event.payload;
  return {
    ...plain(event),
    type: 'ExportCompleted',
    level: 'info',
    params: { file: news.file },
    audience: { platform: false, userId: BigInt(news.user_id) },
  };
}

/** Somebody signed in from an address or in a browser that this user has not used before; only he is told. */
export function newSignIn(event: News<'session.started'>): Notice[] {
  const news = event.payload;
  if (!news.is_new_address && !news.is_new_browser) return [];
  return [
    {
      ...plain(event),
      type: 'LoginFromNewIp',
      level: 'warning',
      params: { ip: news.ip, what: news.is_new_address ? 'address' : 'browser' },
      audience: { platform: false, userId: BigInt(news.user_id) },
    },
  ];
}

/** What guards an account was changed: its owner is told, whoever did it. */
export const securityChanged =
  (change: string) =>
  (event: News<Extract<EventKind, `user.${string}`> | 'merchant.keysChanged'>): Notice => {
    const { payload: news } = event;
    return {
      ...plain(event),
      type: 'SecurityChanged',
      level: 'warning',
      params: 'change' in news ? { change: news.change, key: news.key } : { change, key: '' },
      audience: { platform: false, userId: BigInt(news.user_id) },
    };
  };

/** The nightly verification of the audit chain. Whoever keeps the head can show later that nothing was cut off. */
export function auditVerified(event: News<'audit.verified'>): Notice {
  const news = event.payload;
  const params: Notice['params'] = news.passed
    ? { rows: String(news.rows), head: news.head }
    : { finding: news.findings[0]?.name ?? '', where: news.findings[0]?.where ?? '' };
  return {
    ...plain(event),
    type: news.passed ? 'AuditVerified' : 'AuditBroken',
    level: news.passed ? 'info' : 'danger',
    params,
    audience: { platform: true },
  };
}
