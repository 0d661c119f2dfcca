import type { CollectionNews } from '@suanpan/domain/collection-news';
import type { PayoutNews } from '@suanpan/domain/payout-news';
import { isSentBy, optInEventTypes } from '@suanpan/domain/states/wire';
import type { MerchantEventType } from '@suanpan/domain/states/wire';
import { afterCommit } from '../../platform/db/transact.ts';
import type { Tx } from '../../platform/db/transact.ts';
import type { News } from '../../platform/outbox/on.ts';
import { findRecipients, somebodyOptedIn } from './callbacks.queries.ts';
import type { RecipientRow } from './callbacks.queries.ts';
import { newEventId } from './event-id.ts';
import { laneOf } from './lane.ts';
import { insertCallbacks, toldBefore } from './queue.store.ts';
import type { NewCallback } from './queue.store.ts';
import type { Sending } from './sending.ts';
import { ofCollection, ofPayout } from './order-news.ts';
import type { OrderNews } from './order-news.ts';
import { kindsIn } from './told-orders.ts';

/** What ends an order, or changes how it ended. */
type EndEvent = `collection.${'succeeded' | 'expired' | 'amount_mismatch' | 'abnormal'}` | 'refund.updated';

/** One thing to tell: an outbox event, or a person's wish (then `outboxId` is null). */
export interface Telling {
  readonly outboxId: bigint | null;
  readonly createdAt: Date;
  readonly news: OrderNews;
}

/** Turns the news of orders into events for their merchants; one that has no address gets none. */
export async function queueNews(
  tx: Tx,
  tellings: readonly Telling[],
  { clock, orders, wake }: Sending,
): Promise<readonly NewCallback[]> {
  const customerIds = [...new Set(tellings.map(({ news }) => news.customerId))];
  const recipients = new Map(
    (await findRecipients(tx, customerIds)).map((row) => [String(row.customer_id), row]),
  );
  const callbacks = tellings.flatMap((telling) => {
    const callback = makeCallback(telling, recipients.get(String(telling.news.customerId)), clock);
    return callback === null ? [] : [callback];
  });
  if (callbacks.length === 0) return [];
  for (const { kind, lock } of kindsIn(orders)) {
    const ids = callbacks.filter(({ orderKind }) => orderKind === kind).map(({ orderId }) => orderId);
    // First news of an order changes nothing of it and takes no lock.
    const known = ids.length === 0 ? [] : await toldBefore(tx, kind, ids);
    if (known.length > 0) await lock(tx, known);
  }
  const told = await insertCallbacks(tx, callbacks);
  for (const { kind, markTold } of kindsIn(orders)) {
    const own = told.filter(({ orderKind }) => orderKind === kind);
    // The newest of several events of one order counts.
    await markTold(tx, [...new Map(own.map((each) => [each.orderId, each])).values()]);
  }
  afterCommit(tx, wake);
  return callbacks;
}

/**
 * The relay's handler: each terminal event of an order becomes one row, once per outbox event. Whatever can change
 * afterwards comes from the event's own snapshot; what the event leaves out never changes and is read now.
 */
export async function queueEvents(
  tx: Tx,
  events: readonly News<EndEvent>[],
  sending: Sending,
): Promise<void> {
  const ids = [...new Set(events.map(({ payload }) => BigInt(payload.order_id)))];
  const now = new Map((await sending.orders.collection.news(tx, ids)).map((news) => [news.order_id, news]));
  const tellings = events.flatMap(({ id, createdAt, payload }) => {
    const news = now.get(payload.order_id);
    return news === undefined
      ? []
      : [{ outboxId: id, createdAt, news: ofCollection({ ...news, ...payload }) }];
  });
  await queueNews(tx, tellings, sending);
}

/**
 * `collection.created` goes only to merchants who asked for it. The event names no more than the order, so the
 * news is read now and put back to what every order is born as.
 */
export async function queueCreated(
  tx: Tx,
  events: readonly News<'collection.created'>[],
  sending: Sending,
): Promise<void> {
  if (!(await somebodyOptedIn(tx, 'collection.created'))) return;
  const { collection } = sending.orders;
  const byOrder = new Map(events.map((event) => [event.payload.order_id, event]));
  const orders = await collection.now(tx, [...byOrder.keys()].map(BigInt));
  const wanting = await wantingMerchants(tx, orders);
  const wanted = orders.flatMap(({ id, customer_id }) => (wanting.has(customer_id) ? [id] : []));
  if (wanted.length === 0) return;
  const news = await collection.news(tx, wanted);
  const tellings = news.flatMap((now) => {
    const event = byOrder.get(now.order_id);
    return event === undefined
      ? []
      : [{ outboxId: event.id, createdAt: event.createdAt, news: ofCollection(asBorn(now)) }];
  });
  await queueNews(tx, tellings, sending);
}

async function wantingMerchants(
  tx: Tx,
  orders: readonly { readonly customer_id: bigint }[],
): Promise<ReadonlySet<bigint>> {
  const recipients = await findRecipients(tx, [...new Set(orders.map(({ customer_id }) => customer_id))]);
  const wanting = recipients.filter(({ opt_in_events: wanted }) => wanted.includes('collection.created'));
  return new Set(wanting.map(({ customer_id }) => customer_id));
}

const asBorn = (news: CollectionNews): CollectionNews => ({
  ...news,
  status: 'pending',
  refund_status: null,
  paid_amount: null,
  fee: null,
  credited_amount: null,
  completed_at: null,
});

/** What ends a payout, or changes how it ended: each event tells all of it. */
export async function queuePayouts(
  tx: Tx,
  events: readonly News<`payout.${'paid' | 'rejected' | 'reversed' | 'failed'}`>[],
  sending: Sending,
): Promise<void> {
  const tellings = events.map(({ id, createdAt, payload }) => ({
    outboxId: id,
    createdAt,
    news: ofPayout(payload),
  }));
  await queueNews(tx, tellings, sending);
}

/** `payout.processing` goes only to merchants who asked for it; one that there was no money for is told as failed. */
export async function queueSubmitted(
  tx: Tx,
  events: readonly News<'payout.created'>[],
  sending: Sending,
): Promise<void> {
  const made = events.filter(({ payload }) => payload.status === 'processing');
  if (made.length === 0 || !(await somebodyOptedIn(tx, 'payout.processing'))) return;
  const byOrder = new Map(made.map((event) => [event.payload.order_id, event]));
  const news = await sending.orders.payout.news(tx, [...byOrder.keys()].map(BigInt));
  const tellings = news.flatMap((now) => {
    const event = byOrder.get(now.order_id);
    return event === undefined
      ? []
      : [{ outboxId: event.id, createdAt: event.createdAt, news: ofPayout(asSubmitted(now)) }];
  });
  await queueNews(tx, tellings, sending);
}

const asSubmitted = (news: PayoutNews): PayoutNews => ({
  ...news,
  status: 'processing',
  stage: 'queued',
  failure: null,
  completed_at: null,
});

function makeCallback(
  { outboxId, createdAt, news }: Telling,
  recipient: RecipientRow | undefined,
  clock: Sending['clock'],
): NewCallback | null {
  const { agentId, apiVersion, customerId, kind, orderCreatedAt, orderId, type } = news;
  const url = recipient && addressOf(news, recipient);
  if (recipient === undefined || url == null) return null;
  if (outboxId !== null && isUnwanted(type, recipient)) return null;
  const eventId = newEventId(clock);
  return {
    eventId,
    outboxId,
    orderKind: kind,
    orderId,
    customerId,
    agentId,
    recipientId: recipient.recipient_id,
    type,
    apiVersion,
    body: news.write({ eventId, createdAt }),
    url,
    lane: laneOf(url, recipient.recipient_id),
    fate: fateOf(outboxId, type, news),
    manual: outboxId === null,
    createdAt,
    orderCreatedAt,
  };
}

const isUnwanted = (type: MerchantEventType, recipient: RecipientRow): boolean =>
  optInEventTypes.includes(type) && !recipient.opt_in_events.includes(type);

/** Seeded history was told in its own time; only what a person sends of it goes out. */
function fateOf(outboxId: bigint | null, type: MerchantEventType, news: OrderNews): NewCallback['fate'] {
  if (outboxId !== null && news.source === 'seed') return 'delivered';
  return isSentBy(news.apiVersion, type) ? 'send' : 'unsaid';
}

/** The order's own address first; an agent's system is told under its own, whatever the order says. */
function addressOf(news: OrderNews, recipient: RecipientRow): string | null {
  return recipient.through_agent ? (recipient.url ?? news.notifyUrl) : (news.notifyUrl ?? recipient.url);
}
