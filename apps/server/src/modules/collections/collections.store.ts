import type { OwnAct } from '@suanpan/domain/audit/acts';
import { looksBeforeAlarm } from '@suanpan/domain/limits';
import { nextCollectionStatus } from '@suanpan/domain/states/collection';
import type { CollectionEvent, CollectionStatus } from '@suanpan/domain/states/collection';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { prepared } from '../../platform/db/prepared.ts';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Tx } from '../../platform/db/transact.ts';
import { foundOrRecalled } from '../archive/index.ts';
import type { Route } from '../channels/index.ts';
import type { FeeSnapshot } from './create/fee-snapshot.ts';
import type { PlannedLegs } from './create/order-legs.ts';
import type { AsideReason } from './confirm/aside-reason.ts';
import type { SettleOutcome, SettleRequest } from './settle/settle-request.ts';

/** One statement for the whole batch; answers one outcome per request, in order. For work that has a transaction already. */
export async function settleOrders(tx: Tx, requests: readonly SettleRequest[]): Promise<SettleOutcome[]> {
  const [ids, paid, accounts, refs, late, about] = columnsOf(requests);
  const { rows } = await sql<{ outcome: SettleOutcome }>`
    SELECT outcome FROM settle_collections(${ids}::bigint[], ${paid}::bigint[], ${accounts}::bigint[], ${refs}::text[],
      ${late}::boolean[], ${about}::text[])`.execute(tx);
  return rows.map((row) => row.outcome);
}

const settleByName = prepared<{ outcome: SettleOutcome }>(
  'settle_collections',
  `SELECT outcome FROM settle_collections($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::boolean[], $6::text[])`,
);

/** The same in a transaction of its own, prepared once a connection: for the lanes. */
export async function settleAtOnce(
  pool: Database['pool'],
  requests: readonly SettleRequest[],
): Promise<SettleOutcome[]> {
  return (await settleByName(pool, columnsOf(requests))).map((row) => row.outcome);
}

function columnsOf(requests: readonly SettleRequest[]) {
  return [
    requests.map((r) => r.orderId),
    requests.map((r) => r.paidAmount),
    requests.map((r) => r.channelAccountId),
    requests.map((r) => r.providerOrderNo),
    requests.map((r) => r.lateAllowed),
    requests.map((r) => r.requestId),
  ] as const;
}

/** Keeps a day's calendar, once; `releaseAt` answers the rules in order, as text that may be 'infinity'. */
export async function insertSettleCalendar(
  db: Kysely<Tables>,
  day: string,
  rules: readonly string[],
  releaseAt: readonly string[],
): Promise<void> {
  await sql`
    INSERT INTO settle_calendar (day, rule, release_at)
    SELECT ${day}::date, r.rule, r.release_at
    FROM unnest(${rules}::text[], ${releaseAt}::timestamptz[]) AS r (rule, release_at)
    ON CONFLICT DO NOTHING`.execute(db);
}

/** Folds what batches noted into the sums of days and hours, up to a thousand batches at a time. */
export async function foldSums(db: Kysely<Tables>): Promise<void> {
  const most = 1_000;
  for (;;) {
    const { rows } = await sql<{ folded: number }>`SELECT fold_collections(${most}) AS folded`.execute(db);
    if (rows[0]?.folded !== most) return;
  }
}

/** Lists what is old enough by its payers, a slice of orders a transaction. */
export async function slicePayers(db: Kysely<Tables>): Promise<void> {
  const size = 4_096;
  for (;;) {
    const { rows } = await sql<{ made: number }>`SELECT slice_payers(${size}) AS made`.execute(db);
    if (rows[0]?.made !== 1) return;
  }
}

/** Ends those of the orders that are still unpaid and past their time; answers which. */
export async function expireOrders(db: Kysely<Tables>, ids: readonly bigint[]): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT id FROM expire_collections(${ids}::bigint[], NULL) AS ended (id)`.execute(db);
  return rows.map((row) => row.id);
}

/** The order under its row lock, brought back where it is archived, or undefined. Always the first lock a command takes. */
export async function lockOrder(tx: Tx, orderId: bigint) {
  return foundOrRecalled(tx, 'collection', orderId, () =>
    tx
      .selectFrom('collection_order')
      .selectAll()
      .where('id', '=', orderId)
      .forNoKeyUpdate()
      .executeTakeFirst(),
  );
}

/**
 * Takes what was paid as what was asked, where the rules of this moment allow so much more or less; false where they do not. The
 * plan has to be made anew in the same transaction.
 */
export async function toleratePayment(
  tx: Tx,
  { id, pay_amount: paid }: { readonly id: bigint; readonly pay_amount: bigint },
  requestId: string | null,
): Promise<boolean> {
  const { rows } = await sql<{ tolerated: boolean }>`
    SELECT tolerate_payment(${id}, ${paid}, ${requestId}) AS tolerated`.execute(tx);
  return rows[0]?.tolerated === true;
}

export interface Allocation {
  readonly orderId: bigint;
  readonly channelId: bigint;
  readonly channelAccountId: bigint;
  readonly method: string;
  readonly realName: string | null;
  readonly feeSnapshot: FeeSnapshot;
  readonly legs: PlannedLegs;
  /** Null leaves what stands there. */
  readonly route: Route | null;
}

/**
 * Fixes the way orders go: channel, fee split and the legs that settling will post, on the accounts of each order's own
 * chain. Goes through the plans' door, which locks each order and refuses legs that are not the split. Throws where an
 * order is settled already.
 */
export async function saveAllocations(tx: Tx, allocations: readonly Allocation[]): Promise<void> {
  await planCollections(
    tx,
    allocations.map(({ feeSnapshot, legs, ...allocation }) => ({
      order_id: String(allocation.orderId),
      channel_id: String(allocation.channelId),
      channel_account_id: String(allocation.channelAccountId),
      method: allocation.method,
      real_name: allocation.realName,
      route: allocation.route,
      fee_snapshot: feeSnapshot,
      kinds: legs.kinds,
      kinds_immediate: legs.kindsImmediate,
      roles: legs.roles,
      amounts: legs.amounts.map(String),
    })),
  );
}

/**
 * Takes the channel back from orders whose provider surely did not accept them; why stays in the route, which is
 * replaced where a newer one is given. The method is again the one that was named, if any: a payer whose first
 * choice failed may make another one. Throws where an order is not open, or has its payment already.
 */
export async function clearAllocations(
  tx: Tx,
  orders: readonly {
    readonly orderId: bigint;
    readonly method: string | null;
    readonly route: Route | null;
  }[],
): Promise<void> {
  await planCollections(
    tx,
    orders.map(({ orderId, method, route }) => ({ order_id: String(orderId), method, route })),
  );
}

async function planCollections(tx: Tx, plans: readonly object[]): Promise<void> {
  if (plans.length === 0) return;
  const { rows } = await sql`SELECT FROM plan_collections(${JSON.stringify(plans)}::jsonb)`.execute(tx);
  assertChanged(rows.length, plans.length, 'planning orders');
}

/** A command of money that changes another number of rows than it must is undone whole. */
function assertChanged(changed: number, due: number, what: string): void {
  if (changed !== due) throw new Error(`${what} changed ${changed} rows and not ${due}`);
}

/** Asks for another look at an order; an earlier due time stands. */
export async function scheduleCheck(
  db: Kysely<Tables>,
  orderId: bigint,
  reason: string,
  afterS: number,
): Promise<void> {
  await sql`
    INSERT INTO collection_check (order_id, reason, next_at)
    VALUES (${orderId}, ${reason}, now() + ${afterS} * interval '1 second')
    ON CONFLICT (order_id) DO UPDATE SET next_at = least(collection_check.next_at, EXCLUDED.next_at)`.execute(
    db,
  );
}

/**
 * Moves a check to its next try and answers how often it was looked at in vain. Pauses double up to ten minutes, and
 * from `looksBeforeAlarm` on, when people were told, up to six hours.
 */
export async function postponeCheck(db: Kysely<Tables>, orderId: bigint): Promise<number> {
  const { rows } = await sql<{ attempts: number }>`
    UPDATE collection_check SET attempts = attempts + 1,
      next_at = now() + interval '1 second' * CASE WHEN attempts + 1 < ${looksBeforeAlarm}::integer
        THEN least(600, 10 * 2 ^ least(attempts, 6))
        ELSE least(21600, 600 * 2 ^ least(attempts + 1 - ${looksBeforeAlarm}::integer, 6)) END
    WHERE order_id = ${orderId} RETURNING attempts`.execute(db);
  return rows[0]?.attempts ?? 0;
}

/** Puts a check off that was answered: its order is asked about by the clock, and nothing of it is open. */
export async function askLater(db: Kysely<Tables>, orderId: bigint, afterMs: number): Promise<void> {
  await sql`
    UPDATE collection_check SET attempts = 0, next_at = now() + ${afterMs} * interval '1 millisecond'
    WHERE order_id = ${orderId}`.execute(db);
}

export async function removeCheck(db: Kysely<Tables>, orderId: bigint): Promise<void> {
  await db.deleteFrom('collection_check').where('order_id', '=', orderId).execute();
}

/** Keeps that the payer says he has paid; answers whether he says so for the first time. */
export async function markClaimed(
  tx: Tx,
  order: { readonly id: bigint; readonly paid_claimed_at: Date | null },
  last5: string | null,
  requestId: string,
): Promise<boolean> {
  await sql`
    WITH claimed AS (
      UPDATE collection_order SET paid_claimed_at = coalesce(paid_claimed_at, business_now()),
        payer_last5 = coalesce(${last5}, payer_last5)
      WHERE id = ${order.id} RETURNING id
    )
    INSERT INTO audit_log (at, act, object_kind, object_id, request_id)
    SELECT business_now(), 'collection.claimPaid', 'collection', id::text, ${requestId} FROM claimed`.execute(
    tx,
  );
  return order.paid_claimed_at === null;
}

/** Keeps the real name under which the payer will pay. */
export async function saveRealName(tx: Tx, orderId: bigint, name: string, requestId: string): Promise<void> {
  await sql`
    WITH named AS (
      UPDATE collection_order SET real_name = ${name} WHERE id = ${orderId} RETURNING id
    )
    INSERT INTO audit_log (at, act, object_kind, object_id, request_id)
    SELECT business_now(), 'collection.namePayer', 'collection', id::text, ${requestId} FROM named`.execute(
    tx,
  );
}

export interface NoticeRecord {
  readonly channelAccountId: bigint;
  readonly receivedAt: Date;
  readonly raw: Buffer;
  readonly headers: string;
  readonly eventId: string | null;
  readonly orderNo: string | null;
  readonly outcome:
    | 'accepted'
    | 'duplicate'
    | 'bad_signature'
    | 'foreign_address'
    | 'unknown_order'
    | 'not_confirmed'
    | 'unanswered';
  readonly ip: string;
}

/** Keeps a notice as it came. A second `accepted` of the same event is kept as a duplicate. */
export async function insertNotice(db: Kysely<Tables>, notice: NoticeRecord): Promise<void> {
  const keep = (outcome: string) => sql`
    INSERT INTO channel_notice (channel_account_id, received_at, raw, headers, event_id, order_no, outcome, ip)
    SELECT ${notice.channelAccountId}, ${notice.receivedAt}, ${notice.raw}, ${notice.headers}::jsonb, ${notice.eventId},
           ${notice.orderNo}, ${outcome}, ${notice.ip}`;
  await sql`
    WITH kept AS (
      ${keep(notice.outcome)}
      ON CONFLICT (channel_account_id, event_id) WHERE outcome = 'accepted' DO NOTHING
      RETURNING id
    )
    ${keep('duplicate')} WHERE NOT EXISTS (SELECT FROM kept)`.execute(db);
}

/** Whether this event of the provider has taken effect before. */
export async function isNoticeAccepted(
  db: Kysely<Tables>,
  channelAccountId: bigint,
  eventId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('channel_notice')
    .select('id')
    .where('channel_account_id', '=', channelAccountId)
    .where('event_id', '=', eventId)
    .where('outcome', '=', 'accepted')
    .executeTakeFirst();
  return row !== undefined;
}

export interface Moved {
  readonly act: OwnAct;
  readonly actorId: bigint | null;
  readonly requestId: string | null;
}

/**
 * Moves an order that the caller has locked along the table of transitions (domain §4), with its audit row and its news
 * in the same transaction. An event that the table does not list for the order's state is an error of the caller.
 */
export async function moveOrder(
  tx: Tx,
  order: { readonly id: bigint; readonly status: CollectionStatus },
  event: CollectionEvent,
  { act, actorId, requestId }: Moved,
): Promise<void> {
  const to = nextCollectionStatus(order.status, event);
  if (to === null) throw new Error(`Order ${order.id} is ${order.status}, which knows no ${event}`);
  const { numAffectedRows } = await sql`
    WITH moved AS (
      UPDATE collection_order o SET status = ${to}, completed_at = business_now()
      WHERE o.id = ${order.id} AND o.status = ${order.status}
      RETURNING o.*
    ), told AS (
      INSERT INTO outbox (kind, subject, payload, created_at)
      SELECT CASE WHEN m.status = 'test_supplied' THEN 'collection.succeeded' ELSE 'collection.' || m.status END,
             'collection:' || m.id, collection_news(m), business_now()
      FROM moved m
    )
    INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, from_status, to_status, request_id)
    SELECT business_now(), ${actorId}, ${actorId}, ${act}, 'collection', m.id::text, ${order.status}, m.status,
           ${requestId}
    FROM moved m`.execute(tx);
  // Not money: a count of rows.
  assertChanged(Number(numAffectedRows ?? 0n), 1, `moving order ${order.id} to ${to}`);
}

export interface AsidePayment {
  readonly orderId: bigint;
  readonly channelAccountId: bigint;
  readonly providerRef: string;
  readonly currency: string;
  /** Minor units, as really paid. */
  readonly amount: bigint;
  readonly reason: AsideReason;
  readonly requestId: string | null;
}

/**
 * Books money that may not be credited as an unidentified receipt, and ends the order for this reason while it is open:
 * receipt, journal, state, news and audit row together. Answers whether it was booked now; once a payment.
 */
export async function setPaymentAside(tx: Tx, payment: AsidePayment): Promise<boolean> {
  const { rows } = await sql<{ booked: boolean }>`
    SELECT set_payment_aside(${payment.orderId}, ${payment.channelAccountId}, ${payment.providerRef}, ${payment.currency},
      ${payment.amount}, ${payment.reason}, ${payment.requestId}) AS booked`.execute(tx);
  return rows[0]?.booked === true;
}

/** For which order, and in which amount, this payment of the provider is booked; for none where it is nobody's. */
export async function bookedOrder(
  tx: Tx,
  channelAccountId: bigint,
  providerRef: string,
): Promise<{ order_id: bigint | null; amount: bigint } | undefined> {
  return tx
    .selectFrom('provider_confirmation')
    .select(['order_id', 'amount'])
    .where('channel_account_id', '=', channelAccountId)
    .where('provider_ref', '=', providerRef)
    .executeTakeFirst();
}

/** Whether this payment of the provider lies among the unidentified receipts, or did. */
export async function hasReceipt(tx: Tx, channelAccountId: bigint, providerRef: string): Promise<boolean> {
  const row = await tx
    .selectFrom('receipt')
    .select('id')
    .where('channel_account_id', '=', channelAccountId)
    .where('provider_ref', '=', providerRef)
    .executeTakeFirst();
  return row !== undefined;
}
