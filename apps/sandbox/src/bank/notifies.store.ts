import type pg from 'pg';
import type { DialectName } from './charge.ts';

type Client = pg.Pool | pg.PoolClient;

/** A message to a merchant, ready to be signed and sent. */
export interface DueNotify {
  id: bigint;
  /** Null where it is about a payout. */
  chargeId: bigint | null;
  merchantNo: string;
  targetUrl: string;
  body: string;
  dialect: DialectName;
  wrongSignature: boolean;
  /** How many attempts were made before. */
  attempts: number;
}

/** What one attempt brought. */
export interface NotifyResult {
  sentAt: Date;
  timestampHeader: string;
  signature: string;
  httpStatus: number | null;
  answer: string | null;
  failure: string | null;
  durationMs: number;
}

/** A line of the notify log: a message and one attempt at it, or none yet. */
export interface NotifyLine {
  notifyId: bigint;
  chargeNo: string;
  merchantOrderNo: string;
  eventId: string;
  body: string;
  dialect: DialectName;
  targetUrl: string;
  wrongSignature: boolean;
  outcome: 'waiting' | 'acknowledged' | 'refused';
  dueAt: Date | null;
  number: number | null;
  sentAt: Date | null;
  timestampHeader: string | null;
  signature: string | null;
  httpStatus: number | null;
  answer: string | null;
  failure: string | null;
  durationMs: number | null;
}

export async function insertNotify(
  client: Client,
  notify: {
    chargeId: bigint;
    eventId: string;
    targetUrl: string;
    body: string;
    wrongSignature: boolean;
    dueAt: Date;
  },
): Promise<void> {
  await client.query(
    `insert into sandbox_bank.notify (charge_id, event_id, target_url, body, wrong_signature, due_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [notify.chargeId, notify.eventId, notify.targetUrl, notify.body, notify.wrongSignature, notify.dueAt],
  );
}

/**
 * Claims due messages until `leaseUntil`. Were the process killed while it sends, the message falls due again then:
 * a merchant hears an event at least once. Messages `underWay` in this process are left alone even when the bank's
 * clock was moved past their lease.
 */
export async function claimDueNotifies(
  client: Client,
  now: Date,
  leaseUntil: Date,
  limit: number,
  underWay: readonly bigint[],
): Promise<DueNotify[]> {
  const { rows } = await client.query<DueNotify>(
    `with due as (
       select id from sandbox_bank.notify
       where due_at <= $1 and id <> all ($4::bigint[])
       order by due_at, id limit $3 for update skip locked)
     update sandbox_bank.notify n set due_at = $2
     from due where n.id = due.id
     returning n.id, n.charge_id as "chargeId", coalesce(
         (select c.merchant_no from sandbox_bank.charge c where c.id = n.charge_id),
         (select p.merchant_no from sandbox_bank.payout p where p.id = n.payout_id)) as "merchantNo", n.target_url as "targetUrl", n.body,
       coalesce((select c.dialect from sandbox_bank.charge c where c.id = n.charge_id), 'simpay') as dialect,
       n.wrong_signature as "wrongSignature", n.attempts`,
    [now, leaseUntil, limit, underWay],
  );
  return rows;
}

/** Writes an attempt down and says when the next one is due; null ends the message with its outcome. */
export async function recordAttempt(
  client: Client,
  notifyId: bigint,
  result: NotifyResult,
  outcome: NotifyLine['outcome'],
  nextDueAt: Date | null,
): Promise<void> {
  await client.query(
    `with sent as (
       update sandbox_bank.notify set attempts = attempts + 1, outcome = $2, due_at = $3 where id = $1
       returning attempts)
     insert into sandbox_bank.notify_attempt
       (notify_id, number, sent_at, timestamp_header, signature, http_status, answer, failure, duration_ms)
     select $1, attempts, $4, $5, $6, $7, $8, $9, $10 from sent`,
    [
      notifyId,
      outcome,
      nextDueAt,
      result.sentAt,
      result.timestampHeader,
      result.signature,
      result.httpStatus,
      result.answer,
      result.failure,
      result.durationMs,
    ],
  );
}

/** The notify log, newest first, of one charge or of all. */
export async function listNotifyLog(
  client: Client,
  chargeId: bigint | null,
  limit: number,
): Promise<NotifyLine[]> {
  const { rows } = await client.query<NotifyLine>(
    `with latest as (
       select * from sandbox_bank.notify where $1::bigint is null or charge_id = $1 order by id desc limit $2)
     select n.id as "notifyId", coalesce(c.charge_no, p.payout_no) as "chargeNo",
       coalesce(c.merchant_order_no, p.merchant_order_no) as "merchantOrderNo",
       n.event_id as "eventId", n.body, coalesce(c.dialect, 'simpay') as dialect, n.target_url as "targetUrl", n.wrong_signature as "wrongSignature", n.outcome,
       n.due_at as "dueAt", a.number, a.sent_at as "sentAt", a.timestamp_header as "timestampHeader", a.signature,
       a.http_status as "httpStatus", a.answer, a.failure, a.duration_ms as "durationMs"
     from latest n left join sandbox_bank.charge c on c.id = n.charge_id
     left join sandbox_bank.payout p on p.id = n.payout_id
     left join sandbox_bank.notify_attempt a on a.notify_id = n.id
     order by coalesce(a.sent_at, n.due_at) desc, n.id desc, a.id desc limit $2`,
    [chargeId, limit],
  );
  return rows;
}

/** When the next step or message falls due. */
export async function findNextDue(client: Client): Promise<Date | null> {
  const { rows } = await client.query<{ due: Date | null }>(
    `select least((select min(due_at) from sandbox_bank.step), (select min(due_at) from sandbox_bank.payout_step),
                  (select min(due_at) from sandbox_bank.notify where due_at is not null)) as due`,
  );
  return rows[0]?.due ?? null;
}
