import type { OwnAct } from '@suanpan/domain/audit/acts';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Tx } from '../../platform/db/transact.ts';
import type { Route } from './choose-route.ts';
import type { CreateRequest } from './create-request.ts';
import type { FeeSnapshot } from './fee-snapshot.ts';
import type { SettleCalendar } from './settle-calendar.ts';
import type { SettleOutcome, SettleRequest } from './settle-request.ts';

export interface InsertedCollection {
  readonly order_id: bigint;
  readonly order_no: string;
  readonly created: boolean;
  readonly request_hash: Buffer;
  readonly at: Date;
}

/** One statement for the whole batch; answers one row per request, in order. */
export async function insertCollections(
  db: Kysely<Tables>,
  requests: readonly CreateRequest[],
): Promise<InsertedCollection[]> {
  const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
  const { rows } = await sql<InsertedCollection>`
    SELECT order_id, order_no, created, request_hash, business_now() AS at FROM create_collections(
      ${requests.map((r) => r.merchantOrderNo)}::text[], ${requests.map((r) => r.customerId)}::bigint[],
      ${requests.map((r) => r.currency)}::text[], ${requests.map((r) => r.amount)}::bigint[],
      ${requests.map((r) => r.method)}::text[], ${requests.map((r) => r.realName)}::text[],
      ${requests.map((r) => json(r.payer))}::jsonb[], ${requests.map((r) => r.payerLast5)}::text[],
      ${requests.map((r) => r.productName)}::text[], ${requests.map((r) => r.requestIp)}::text[],
      ${requests.map((r) => r.notifyUrl)}::text[], ${requests.map((r) => r.returnUrl)}::text[],
      ${requests.map((r) => json(r.metadata))}::jsonb[], ${requests.map((r) => r.locale)}::text[],
      ${requests.map((r) => r.source)}::text[], ${requests.map((r) => r.apiVersion)}::text[],
      ${requests.map((r) => r.isTest)}::boolean[], ${requests.map((r) => r.requestHash)}::bytea[],
      ${requests.map((r) => r.lifetimeS)}::int[], ${requests.map((r) => r.actorId)}::bigint[],
      ${requests.map((r) => r.requestId)}::text[])`.execute(db);
  return rows;
}

/** One statement for the whole batch; answers one outcome per request, in order. */
export async function settleOrders(
  db: Kysely<Tables>,
  requests: readonly SettleRequest[],
  calendar: SettleCalendar,
): Promise<SettleOutcome[]> {
  const { rows } = await sql<{ outcome: SettleOutcome }>`
    SELECT outcome FROM settle_collections(
      ${requests.map((r) => r.orderId)}::bigint[], ${requests.map((r) => r.paidAmount)}::bigint[],
      ${requests.map((r) => r.providerOrderNo)}::text[], ${requests.map((r) => r.lateAllowed)}::boolean[],
      ${requests.map((r) => r.requestId)}::text[], ${calendar.day}::date, ${calendar.rules}::text[],
      ${calendar.releaseAt}::timestamptz[])`.execute(db);
  return rows.map((row) => row.outcome);
}

/** Releases up to `most` settled orders whose day has come; answers how many. */
export async function releaseDue(db: Kysely<Tables>, most: number): Promise<number> {
  const { rows } = await sql<{ released: number }>`SELECT release_settlements(${most}) AS released`.execute(
    db,
  );
  return rows[0]?.released ?? 0;
}

/** Ends those of the orders that are still unpaid and past their time; answers which. */
export async function expireOrders(db: Kysely<Tables>, ids: readonly bigint[]): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT id FROM expire_collections(${ids}::bigint[], NULL) AS ended (id)`.execute(db);
  return rows.map((row) => row.id);
}

/** The order under its row lock, or undefined. Always the first lock a command takes. */
export async function lockOrder(tx: Tx, orderId: bigint) {
  return tx
    .selectFrom('collection_order')
    .selectAll()
    .where('id', '=', orderId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export interface Allocation {
  readonly channelId: bigint;
  readonly channelAccountId: bigint;
  readonly method: string;
  readonly realName: string | null;
  readonly feeSnapshot: FeeSnapshot;
  readonly legAccounts: readonly bigint[];
  readonly legAccountsImmediate: readonly bigint[];
  readonly legAmounts: readonly bigint[];
  readonly route: Route;
}

const noRoute: Route = { candidates: [] };

/** Fixes the way an order goes: channel, fee split and the legs that settling will post. */
export async function saveAllocation(tx: Tx, orderId: bigint, allocation: Allocation): Promise<void> {
  const { feeSnapshot } = allocation;
  const { numAffectedRows } = await sql`
    WITH plan AS (
      INSERT INTO collection_plan AS p (order_id, route, fee_snapshot, merchant_fee, endpoint_fee, credited, claws_back,
        leg_accounts, leg_accounts_immediate, leg_amounts)
      VALUES (${orderId}, ${JSON.stringify(allocation.route)}::jsonb, ${JSON.stringify(feeSnapshot)}::jsonb,
        ${feeSnapshot.merchantFee}::bigint, ${feeSnapshot.endpointFee}::bigint, ${feeSnapshot.credited}::bigint,
        ${feeSnapshot.clawsBack}, ${allocation.legAccounts}::bigint[], ${allocation.legAccountsImmediate}::bigint[],
        ${allocation.legAmounts}::bigint[])
      -- Planned before: a channel that was tried first did not take the order.
      ON CONFLICT (order_id) DO UPDATE SET route = EXCLUDED.route, fee_snapshot = EXCLUDED.fee_snapshot,
        merchant_fee = EXCLUDED.merchant_fee, endpoint_fee = EXCLUDED.endpoint_fee, credited = EXCLUDED.credited,
        claws_back = EXCLUDED.claws_back, leg_accounts = EXCLUDED.leg_accounts,
        leg_accounts_immediate = EXCLUDED.leg_accounts_immediate, leg_amounts = EXCLUDED.leg_amounts
    )
    UPDATE collection_order SET
      channel_id = ${allocation.channelId}, channel_account_id = ${allocation.channelAccountId},
      method = ${allocation.method}, real_name = ${allocation.realName}
    WHERE id = ${orderId}`.execute(tx);
  assertOne(numAffectedRows, `planning order ${orderId}`);
}

/**
 * Takes a channel back from an order whose provider surely did not accept it; why stays in the route, which is
 * replaced where a newer one is given. The method is again the one that was named, if any: a payer whose first
 * choice failed may make another one. The caller holds the order's lock.
 */
export async function clearAllocation(
  tx: Tx,
  order: { readonly id: bigint; readonly method: string | null },
  route: Route | null,
): Promise<void> {
  const { numAffectedRows } = await sql`
    WITH cleared AS (
      UPDATE collection_order SET channel_id = NULL, channel_account_id = NULL, method = ${order.method}
      WHERE id = ${order.id} AND payment IS NULL AND status = 'pending'
      RETURNING id
    )
    INSERT INTO collection_plan AS p (order_id, route)
    SELECT id, ${JSON.stringify(route ?? noRoute)}::jsonb FROM cleared
    ON CONFLICT (order_id) DO UPDATE SET
      route = CASE WHEN ${route === null} THEN p.route ELSE EXCLUDED.route END, fee_snapshot = NULL, merchant_fee = NULL,
      endpoint_fee = NULL, credited = NULL, claws_back = NULL, leg_accounts = NULL, leg_accounts_immediate = NULL,
      leg_amounts = NULL`.execute(tx);
  assertOne(numAffectedRows, `taking the channel back from order ${order.id}`);
}

/** A command of money that changes another number of rows than it must is undone whole. */
function assertOne(changed: bigint | undefined, what: string): void {
  if (changed !== 1n) throw new Error(`${what} changed ${changed ?? 'an unknown number of'} rows`);
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

/** Moves a check to its next try, with doubling pauses up to ten minutes. */
export async function postponeCheck(db: Kysely<Tables>, orderId: bigint): Promise<void> {
  await sql`
    UPDATE collection_check SET attempts = attempts + 1,
      next_at = now() + least(600, 10 * 2 ^ least(attempts, 6)) * interval '1 second'
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
    'accepted' | 'duplicate' | 'bad_signature' | 'unknown_order' | 'not_confirmed' | 'unanswered';
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

export interface Transition {
  readonly orderId: bigint;
  readonly from: string;
  readonly to: string;
  readonly act: OwnAct;
  readonly actorId: bigint | null;
  readonly journalId: bigint | null;
  readonly requestId: string | null;
}

/**
 * Moves an order that the caller has locked to another state, with its audit row and its news in the same
 * transaction. `actualAmount` is what was really received, where the new state knows it.
 */
export async function moveOrder(tx: Tx, move: Transition, actualAmount: bigint | null = null): Promise<void> {
  const { numAffectedRows } = await sql`
    WITH moved AS (
      UPDATE collection_order o SET status = ${move.to}, completed_at = business_now(),
        actual_amount = coalesce(${actualAmount}::bigint, o.actual_amount)
      WHERE o.id = ${move.orderId} AND o.status = ${move.from}
      RETURNING o.*
    ), told AS (
      INSERT INTO outbox (kind, subject, payload, created_at)
      SELECT CASE WHEN m.status = 'test_supplied' THEN 'collection.succeeded' ELSE 'collection.' || m.status END,
             'collection:' || m.id, collection_news(m), business_now()
      FROM moved m
    )
    INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, from_status, to_status, journal_id, request_id)
    SELECT business_now(), ${move.actorId}, ${move.actorId}, ${move.act}, 'collection', m.id::text, ${move.from}, m.status,
           ${move.journalId}, ${move.requestId}
    FROM moved m`.execute(tx);
  assertOne(numAffectedRows, `moving order ${move.orderId} to ${move.to}`);
}

export interface NewReceipt {
  readonly channelAccountId: bigint;
  readonly orderId: bigint | null;
  readonly providerRef: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly reason: string;
}

/** Books money that fits no order; null when this payment of the provider was booked before. */
export async function insertReceipt(tx: Tx, receipt: NewReceipt): Promise<bigint | null> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO receipt (channel_account_id, order_id, provider_ref, currency, amount, reason, received_at)
    VALUES (${receipt.channelAccountId}, ${receipt.orderId}, ${receipt.providerRef}, ${receipt.currency},
            ${receipt.amount}, ${receipt.reason}, business_now())
    ON CONFLICT (channel_account_id, provider_ref) DO NOTHING
    RETURNING id`.execute(tx);
  return rows[0]?.id ?? null;
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
