import { approvalHours } from '@suanpan/domain/limits';
import type { ApprovalActName, ApprovalState } from '@suanpan/domain/approvals';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/transact.ts';
import type { Scope } from '../../platform/http/actor.ts';
import type { ApprovalEffect } from './act.ts';
import { approvalsOf, makers } from './approvals.queries.ts';
import { fingerprint, plainEffect } from './fingerprint.ts';

export interface NewApproval {
  readonly act: ApprovalActName;
  readonly payload: unknown;
  readonly effect: ApprovalEffect;
  readonly reason: string;
  readonly makerId: bigint;
}

export interface StoredApproval {
  readonly id: bigint;
  /** Of all that stands in it, for the log. */
  readonly print: string;
}

/** Stores what now waits, for 24 hours. Undefined when exactly this waits already. */
export async function insertApproval(tx: Tx, approval: NewApproval): Promise<StoredApproval | undefined> {
  const { act, payload, effect, reason, makerId } = approval;
  const shown = plainEffect(effect);
  const { rows } = await sql<StoredApproval>`
    INSERT INTO approval (act, subject_kind, subject_id, subject_label, agent_id, payload, payload_hash, effect,
                          effect_hash, currency, amount, reason, maker_id, barred, created_at, expires_at)
    VALUES (${act}, ${effect.subject.kind}, ${effect.subject.id}, ${effect.subject.label}, ${effect.agentId},
            ${JSON.stringify(payload)}::jsonb, ${fingerprint(payload)}, ${JSON.stringify(shown)}::jsonb, ${fingerprint(shown)},
            ${effect.amount?.currency ?? null}, ${effect.amount?.minor ?? null}::bigint, ${reason}, ${makerId},
            ${effect.barred ?? []}::bigint[], business_now(), business_now() + ${approvalHours} * interval '1 hour')
    ON CONFLICT DO NOTHING
    RETURNING id, approval_print(approval) AS print`.execute(tx);
  return rows[0];
}

/** Of those who ask for what waits once on this subject one comes after the other. */
export async function lockSubject(tx: Tx, { id, kind }: ApprovalEffect['subject']): Promise<void> {
  await sql`
    SELECT pg_advisory_xact_lock(hashtextextended(${`approval_subject ${kind} ${id}`}, 0))`.execute(tx);
}

export interface LockedApproval {
  readonly id: bigint;
  readonly act: ApprovalActName;
  readonly payload: unknown;
  readonly payload_hash: string;
  /** As it was shown to maker and checker. */
  readonly effect: unknown;
  readonly effect_hash: string;
  readonly reason: string;
  readonly maker_id: bigint;
  readonly agent_id: bigint | null;
  readonly subject_kind: string;
  readonly subject_id: string;
  readonly state: ApprovalState;
  readonly is_over: boolean;
  /** Accounts behind the maker's, then or now, and those that it is about. */
  readonly makers: bigint[];
  readonly barred: bigint[];
}

/** One approval of the caller's tree under its row lock; always the first lock of a decision. */
export async function lockApproval(tx: Tx, scope: Scope, id: bigint): Promise<LockedApproval | undefined> {
  return lockWhere(tx, id, approvalsOf(scope));
}

/** The same for its maker, wherever it belongs. */
export async function lockOwnApproval(
  tx: Tx,
  makerId: bigint,
  id: bigint,
): Promise<LockedApproval | undefined> {
  return lockWhere(tx, id, sql`a.maker_id = ${makerId}`);
}

async function lockWhere(
  tx: Tx,
  id: bigint,
  condition: RawBuilder<unknown>,
): Promise<LockedApproval | undefined> {
  const { rows } = await sql<LockedApproval>`
    SELECT a.id, a.act, a.payload, a.payload_hash, a.effect, a.effect_hash, a.reason, a.maker_id, a.agent_id, a.subject_kind,
           a.subject_id, a.state, a.expires_at <= business_now() AS is_over, ${makers} AS makers, a.barred
    FROM approval a WHERE a.id = ${id} AND ${condition} FOR NO KEY UPDATE OF a`.execute(tx);
  return rows[0];
}

/** Ends one that waits; false when somebody was faster. */
export async function endApproval(
  tx: Tx,
  id: bigint,
  end: {
    readonly state: Exclude<ApprovalState, 'waiting'>;
    readonly checkerId?: bigint;
    readonly reason?: string;
  },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE approval SET state = ${end.state}, checker_id = ${end.checkerId ?? null}::bigint,
                        decision_reason = ${end.reason ?? null}, decided_at = business_now()
    WHERE id = ${id} AND state = 'waiting' RETURNING id`.execute(tx);
  return rows.length > 0;
}

export interface ExpiredApproval {
  readonly id: bigint;
  readonly act: ApprovalActName;
  readonly maker_id: bigint;
  readonly agent_id: bigint | null;
}

/** What is asked for once more. */
export interface AskedAgain {
  readonly act: ApprovalActName;
  readonly payload: unknown;
}

/** Ends what has waited its time, at most 500 at once, or of that only what is asked for once more. */
export async function expireApprovals(tx: Tx, again?: AskedAgain): Promise<ExpiredApproval[]> {
  const which =
    again === undefined
      ? sql`true`
      : sql`act = ${again.act} AND payload_hash = ${fingerprint(again.payload)}`;
  const { rows } = await sql<ExpiredApproval>`
    UPDATE approval SET state = 'expired', decided_at = business_now()
    WHERE id IN (
      SELECT id FROM approval WHERE state = 'waiting' AND expires_at <= business_now() AND ${which}
      ORDER BY id LIMIT 500 FOR UPDATE SKIP LOCKED
    ) RETURNING id, act, maker_id, agent_id`.execute(tx);
  return rows;
}
