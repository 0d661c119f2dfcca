import { collectionAttemptsMax, notFoundPauseMinutes, providerAskLeaseMs } from '@suanpan/domain/limits';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import { recallOrders } from '../../archive/index.ts';
import { releaseChannel } from '../../channels/index.ts';
import type { AttemptRow } from './attempts.queries.ts';
import type { AskedRequest } from './asked-request.ts';
import { clearAllocations, lockOrder } from '../collections.store.ts';

type AttemptKey = Pick<AttemptRow, 'order_id' | 'n'>;

/** To the millisecond, as JavaScript knows it: a process that gives up an attempt names the lease that it had. */
const lease = sql`date_trunc('milliseconds', now() + ${providerAskLeaseMs} * interval '1 millisecond')`;

export interface NewAttempt {
  readonly orderId: bigint;
  readonly orderNo: string;
  readonly channelId: bigint;
  readonly channelAccountId: bigint;
  /** The merchant's way that was chosen, and his senior agent. */
  readonly methodId: bigint;
  readonly agentId: bigint;
  readonly request: AskedRequest;
}

/**
 * Keeps that an order goes to a channel account, and takes it in hand; to be committed before the provider is asked.
 * Null when the order has been sent about too often, or the way was shut since it was chosen (`wayIsOpen`). The caller holds the
 * order's lock.
 */
export async function insertAttempt(tx: Tx, attempt: NewAttempt): Promise<AttemptRow | null> {
  const { rows } = await sql<AttemptRow>`
    INSERT INTO collection_attempt (order_id, n, channel_id, channel_account_id, request_no, request, asked_at, asking_until)
    SELECT ${attempt.orderId}, next.n, ${attempt.channelId}, ${attempt.channelAccountId},
           CASE next.n WHEN 1 THEN ${attempt.orderNo} ELSE ${attempt.orderNo} || 'R' || next.n END,
           ${JSON.stringify(attempt.request)}::jsonb, now(), ${lease}
    FROM (SELECT coalesce(max(n), 0) + 1 AS n FROM collection_attempt WHERE order_id = ${attempt.orderId}) next
    WHERE next.n <= ${collectionAttemptsMax} AND way_is_open(${attempt.methodId}, ${attempt.agentId})
    RETURNING *`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Whether nobody has shut it by now: the merchant's own, his senior agent's, the channel, its account, or a pause. Until this transaction
 * ends nobody pauses collections: once he is answered, no provider hears of an order that was not given to it before.
 */
export async function wayIsOpen(
  tx: Tx,
  { agentId, methodId }: Pick<NewAttempt, 'methodId' | 'agentId'>,
): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`SELECT way_is_open(${methodId}, ${agentId}) AS open`.execute(
    tx,
  );
  return rows[0]?.open === true;
}

/** The attempts of orders that history made without asking anybody: what their provider says finds them too. */
export async function insertPastAttempts(tx: Tx, orderIds: readonly bigint[]): Promise<void> {
  await sql`
    INSERT INTO collection_attempt (order_id, n, channel_id, channel_account_id, request_no, asked_at)
    SELECT o.id, 1, o.channel_id, o.channel_account_id, o.order_no, now()
    FROM collection_order o WHERE o.id = ANY (${orderIds}::bigint[])`.execute(tx);
}

/** Takes an attempt with an open end in hand; undefined while another server has it, or when its end is known. */
export async function takeAttempt(tx: Tx, { order_id, n }: AttemptKey): Promise<AttemptRow | undefined> {
  const { rows } = await sql<AttemptRow>`
    UPDATE collection_attempt SET asking_until = ${lease}
    WHERE order_id = ${order_id} AND n = ${n} AND outcome IS NULL
      AND (asking_until IS NULL OR asking_until <= now())
    RETURNING *`.execute(tx);
  return rows[0];
}

/**
 * Keeps that the provider is asked once more to create the payment; to be committed before it is. Undefined when the
 * attempt went on meanwhile, or its collections are paused. What the provider did not know before this call it may know after it.
 */
export async function askOnceMore(
  db: Kysely<Tables>,
  { order_id, n, asks }: AttemptRow,
): Promise<AttemptRow | undefined> {
  const { rows } = await sql<AttemptRow>`
    UPDATE collection_attempt
    SET asks = asks + 1, asked_at = now(), asking_until = ${lease}, not_found = 0, not_found_at = NULL
    WHERE order_id = ${order_id} AND n = ${n} AND asks = ${asks} AND outcome IS NULL
      AND may_ask_again(order_id, channel_account_id)
    RETURNING *`.execute(db);
  return rows[0];
}

/** Lets an attempt out of hand whose end stays open; one that another server has taken since stays with it. */
export async function leaveOpen(
  db: Kysely<Tables>,
  { order_id, n, asking_until }: AttemptRow,
): Promise<void> {
  await sql`
    UPDATE collection_attempt SET asking_until = NULL
    WHERE order_id = ${order_id} AND n = ${n} AND outcome IS NULL AND asking_until = ${asking_until}`.execute(
    db,
  );
}

/**
 * Keeps how the payer pays. False when the order has gone on without this attempt: its payment is not to be shown,
 * and whatever is paid by it all the same finds its way by the attempt.
 */
export async function keepAccepted(
  tx: Tx,
  attempt: AttemptRow,
  providerOrderNo: string | null,
  payment: string,
): Promise<boolean> {
  await lockOrder(tx, attempt.order_id);
  if (!(await end(tx, attempt, 'accepted'))) return false;
  const { numAffectedRows } = await sql`
    UPDATE collection_order SET provider_order_no = coalesce(provider_order_no, ${providerOrderNo}::text), payment = ${payment}::jsonb
    WHERE id = ${attempt.order_id} AND channel_account_id = ${attempt.channel_account_id} AND payment IS NULL
      AND status <> 'expired'`.execute(tx);
  return numAffectedRows === 1n;
}

/**
 * Ends an attempt that surely leads to no payment and takes the channel back from its order. False, and nothing
 * changes, when the attempt went on meanwhile: a refusal counts only while the provider was asked once.
 */
export async function keepGone(
  tx: Tx,
  attempt: AttemptRow,
  outcome: 'refused' | 'failed',
  method: string | null,
): Promise<boolean> {
  const order = await lockOrder(tx, attempt.order_id);
  if (order === undefined || !(await end(tx, attempt, outcome))) return false;
  const isItsWay = order.status === 'pending' && order.channel_account_id === attempt.channel_account_id;
  if (isItsWay) {
    await clearAllocations(tx, [{ orderId: order.id, method, route: null }]);
    await releaseChannel(tx, 'collection', order.id);
  }
  return true;
}

async function end(
  tx: Tx,
  { order_id, n, asks }: AttemptRow,
  outcome: 'accepted' | 'refused' | 'failed',
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE collection_attempt SET outcome = ${outcome}, asking_until = NULL
    WHERE order_id = ${order_id} AND n = ${n} AND outcome IS NULL
      AND (${outcome === 'accepted'} OR asks = ${asks})`.execute(tx);
  return numAffectedRows === 1n;
}

/** Counts that the provider does not know the number, where that says something; answers how often it did. */
export async function countNotFound(
  db: Kysely<Tables>,
  { order_id, n, not_found }: AttemptRow,
  queryMinDelayMs: number,
): Promise<{ readonly times: number; readonly counted: boolean }> {
  const { rows } = await sql<{ not_found: number }>`
    UPDATE collection_attempt SET not_found = not_found + 1, not_found_at = now()
    WHERE order_id = ${order_id} AND n = ${n}
      AND asked_at + ${queryMinDelayMs} * interval '1 millisecond' <= now()
      AND (not_found_at IS NULL OR not_found_at + ${notFoundPauseMinutes} * interval '1 minute' <= now())
    RETURNING not_found`.execute(db);
  return { times: rows[0]?.not_found ?? not_found, counted: rows.length > 0 };
}

/** The provider knows the number after all. */
export async function forgetNotFound(db: Kysely<Tables>, { order_id, n }: AttemptKey): Promise<void> {
  await sql`
    UPDATE collection_attempt SET not_found = 0, not_found_at = NULL
    WHERE order_id = ${order_id} AND n = ${n} AND not_found > 0`.execute(db);
}

/** Keeps that its payer was given the form by which the provider hears of it; to be committed before he gets it. */
export async function markHanded(db: Kysely<Tables>, { order_id, n }: AttemptKey): Promise<void> {
  await sql`
    UPDATE collection_attempt SET handed_at = now()
    WHERE order_id = ${order_id} AND n = ${n} AND handed_at IS NULL`.execute(db);
}

/** Keeps that its provider said it was paid, and answers since when; to be committed before it is asked. */
export async function markToldPaid(db: Kysely<Tables>, { order_id, n }: AttemptKey): Promise<Date | null> {
  const { rows } = await sql<{ told_paid_at: Date | null }>`
    UPDATE collection_attempt SET told_paid_at = coalesce(told_paid_at, now())
    WHERE order_id = ${order_id} AND n = ${n} RETURNING told_paid_at`.execute(db);
  return rows[0]?.told_paid_at ?? null;
}

/** Whether an attempt must be asked about again, whatever its order does meanwhile: one that is in doubt is no matter of the archive. */
export async function saveDoubt(
  db: Kysely<Tables>,
  { order_id, n }: AttemptKey,
  doubted: boolean,
): Promise<void> {
  const save = () =>
    sql`UPDATE collection_attempt SET doubted = ${doubted} WHERE order_id = ${order_id} AND n = ${n}`.execute(
      db,
    );
  const { numAffectedRows } = await save();
  if (numAffectedRows === 1n || !doubted) return;
  await recallOrders(db, 'collection', [order_id]);
  await save();
}
