import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { AuditAct, AuditKind } from '@suanpan/domain/audit/acts';
import type { AuditFacts } from '@suanpan/domain/audit/fields';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Tx } from '../../platform/db/transact.ts';
import type { RequestContext } from '../../platform/http/actor.ts';

export interface AuditEntry {
  /** Who acted; null for the system itself (verified upstream news, jobs) and for callers not yet known. */
  readonly actorId: bigint | null;
  /** The user acted for; absent means the actor himself. */
  readonly effectiveId?: bigint | null;
  /** A permission string, or a named act such as `session.start`. */
  readonly act: AuditAct;
  readonly objectKind: AuditKind;
  readonly objectId: string;
  readonly outcome?: 'done' | 'denied' | 'failed';
  readonly fromStatus?: string;
  readonly toStatus?: string;
  readonly journalId?: bigint;
  /** What changed, plain JSON with bigint values as text; cards and names masked, secrets never. */
  readonly before?: AuditFacts;
  readonly after?: AuditFacts;
  readonly ip?: string;
  readonly userAgent?: string;
  readonly requestId?: string | null;
}

const secretName = /pass(word|wd)?|secret|token|totp|one_?code|hash|sealed|credential|private|api_?key/i;

/** Appends one row at the business time of the transaction. Give it the transaction of the change. */
export function recordAudit(db: Kysely<Tables>, entry: AuditEntry): Promise<void> {
  return recordAudits(db, [entry]);
}

/** The same for several, in their order; all or none. */
export async function recordAudits(db: Kysely<Tables>, entries: readonly AuditEntry[]): Promise<void> {
  const all = <T>(of: (entry: AuditEntry) => T): T[] => entries.map(of);
  await sql`
    INSERT INTO audit_log (at, actor_id, effective_id, act, object_kind, object_id, outcome, from_status, to_status,
                           journal_id, before, after, ip, user_agent, request_id)
    SELECT business_now(), actor_id, effective_id, act, object_kind, object_id, outcome, from_status, to_status,
           journal_id, before, after, ip, user_agent, request_id
    FROM unnest(${all(({ actorId }) => actorId)}::bigint[],
                ${all(({ actorId, effectiveId = actorId }) => effectiveId)}::bigint[],
                ${all(({ act }) => act)}::text[], ${all(({ objectKind }) => objectKind)}::text[],
                ${all(({ objectId }) => objectId)}::text[], ${all(({ outcome }) => outcome ?? 'done')}::text[],
                ${all(({ fromStatus }) => fromStatus ?? null)}::text[],
                ${all(({ toStatus }) => toStatus ?? null)}::text[],
                ${all(({ journalId }) => journalId ?? null)}::bigint[],
                ${all(({ before }) => asJson(before))}::jsonb[], ${all(({ after }) => asJson(after))}::jsonb[],
                ${all(({ ip }) => ip ?? null)}::text[], ${all(({ userAgent }) => userAgent ?? null)}::text[],
                ${all(({ requestId }) => requestId ?? null)}::text[])
      WITH ORDINALITY AS entry (actor_id, effective_id, act, object_kind, object_id, outcome, from_status, to_status,
                                journal_id, before, after, ip, user_agent, request_id, place)
    ORDER BY place`.execute(db);
}

/** The row of what somebody does by a call: who he is, for whom, and from where come with the call. */
export async function audit(
  tx: Tx,
  { actor, ip, userAgent, requestId }: Pick<RequestContext, 'actor' | 'ip' | 'userAgent' | 'requestId'>,
  act: Omit<AuditEntry, 'actorId' | 'effectiveId' | 'ip' | 'userAgent' | 'requestId'>,
): Promise<void> {
  const { userId: actorId, effectiveUserId: effectiveId } = actor;
  await recordAudit(tx, {
    ...act,
    actorId,
    effectiveId,
    ip,
    userAgent,
    requestId,
  });
}

/**
 * Says for the rest of the transaction whose act it is: what the database itself notes of prices and thresholds names
 * him, and no login alone.
 */
export async function nameMaker(tx: Tx, makerId: bigint, requestId: string): Promise<void> {
  await sql`SELECT set_config('suanpan.maker_id', ${makerId.toString()}, true),
                   set_config('suanpan.request_id', ${requestId}, true)`.execute(tx);
}

const accessQuietMinutes = 10;

/** Looking into a log is logged too, once in ten minutes a person: a row for every page would bury the rest. */
export async function recordLogAccess(db: Kysely<Tables>, entry: AuditEntry): Promise<void> {
  const { rows } = await sql<{ known: boolean }>`
    SELECT EXISTS (
      SELECT FROM audit_log
      WHERE actor_id = ${entry.actorId} AND act = ${entry.act}
        AND at > business_now() - ${accessQuietMinutes} * interval '1 minute') AS known`.execute(db);
  if (rows[0]?.known !== true) await recordAudit(db, entry);
}

/** A field that is named like a secret is kept as a mark that it changed, never with its value. */
function asJson(value: unknown): string | null {
  if (value === undefined) return null;
  return JSON.stringify(value, (key, inner: unknown) => {
    if (typeof inner === 'bigint') return inner.toString();
    return secretName.test(key) && inner !== null && typeof inner !== 'boolean' ? '***' : inner;
  });
}
