import type { AuditFinding } from '@suanpan/domain/audit/findings';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { display2 } from '@suanpan/money/display';
import type { OutboxEvent } from '../../platform/outbox/event.ts';
import type { Notice } from './notice.ts';

/** What the payloads have in common with SQL's collection_news(); amounts are minor units as text. */
interface OrderNews {
  readonly order_no: string;
  readonly agent_id: string;
  readonly currency: Currency;
  readonly amount: string;
  readonly paid_amount: string | null;
}

const shown = (minor: string | null, currency: Currency): string =>
  display2(minor === null ? null : formatLedger(BigInt(minor), currency));

const plain = (event: OutboxEvent): Pick<Notice, 'eventId' | 'sound'> => ({
  eventId: event.id,
  sound: false,
});

/** Every attempt was in vain: the merchant, his senior agent and the platform hear of it. */
export function callbackFailed(event: OutboxEvent): Notice {
  const news = event.payload as {
    order_no: string;
    customer_id: string;
    agent_id: string | null;
    result: string | null;
  };
  return {
    ...plain(event),
    type: 'CallbackFailed',
    level: 'danger',
    params: { no: news.order_no, result: news.result ?? '' },
    audience: {
      platform: true,
      agentId: news.agent_id === null ? null : BigInt(news.agent_id),
      customerId: BigInt(news.customer_id),
    },
  };
}

/** An address wants nothing any more (410). */
export function callbackPaused(event: OutboxEvent): Notice {
  const news = event.payload as { customer_id: string; agent_id: string | null; url: string };
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
export function amountMismatch(event: OutboxEvent): Notice {
  const news = event.payload as OrderNews;
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

export function abnormalOrder(event: OutboxEvent): Notice {
  const news = event.payload as OrderNews;
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
export function flaggedOrder(event: OutboxEvent, order: OrderFacts): Notice {
  const { reason } = event.payload as { reason: string };
  return {
    ...plain(event),
    type: 'AbnormalOrder',
    level: 'danger',
    params: { no: order.order_no, reason },
    audience: { platform: true, agentId: order.agent_id },
  };
}

/** Rings only for those who switched it on. */
export function newCollection(event: OutboxEvent, order: OrderFacts): Notice {
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

/** A forged notice; strangers can send as many as they like, so one an account is enough for a while. */
export function noticeRefused(event: OutboxEvent, channel: string): Notice {
  const news = event.payload as { channel_account_id: string; ip: string };
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
export function exportCompleted(event: OutboxEvent): Notice {
  const news = event.payload as { user_id: string; file: string };
  return {
    ...plain(event),
    type: 'ExportCompleted',
    level: 'info',
    params: { file: news.file },
    audience: { platform: false, userId: BigInt(news.user_id) },
  };
}

/** Somebody signed in from an address or in a browser that this user has not used before; only he is told. */
export function newSignIn(event: OutboxEvent): Notice[] {
  const news = event.payload as {
    user_id: string;
    ip: string;
    is_new_address: boolean;
    is_new_browser: boolean;
  };
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
  (event: OutboxEvent): Notice => {
    const news = event.payload as { user_id: string; change?: string; key?: string };
    return {
      ...plain(event),
      type: 'SecurityChanged',
      level: 'warning',
      params: { change: news.change ?? change, key: news.key ?? '' },
      audience: { platform: false, userId: BigInt(news.user_id) },
    };
  };

/** The nightly verification of the audit chain. Whoever keeps the head can show later that nothing was cut off. */
export function auditVerified(event: OutboxEvent): Notice {
  const news = event.payload as {
    passed: boolean;
    blocks: number;
    rows: number;
    head: string;
    findings: readonly AuditFinding[];
  };
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
