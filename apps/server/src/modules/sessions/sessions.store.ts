import { sql } from 'kysely';
import type { RoleName } from '@suanpan/domain/access/roles';
import { impersonationMaxMinutes, sessionIdleMinutes, sessionMaxHours } from '@suanpan/domain/limits';
import type { UserStatus } from '@suanpan/domain/states/user';
import type { Currency } from '@suanpan/money/currency';
import type { Kysely } from 'kysely';
import { hashToken, randomToken } from '../../platform/crypto/tokens.ts';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Tx } from '../../platform/db/transact.ts';
import { emit } from '../../platform/outbox/emit.ts';

export interface NewSession {
  readonly userId: bigint;
  /** The user acted for; such a session lives an hour at most. */
  readonly actingFor?: bigint;
  /** The session from which one acts for another; this one ends with it. */
  readonly openedFrom?: bigint;
  /** Where a grant ends earlier than the session would. */
  readonly endsBy?: Date;
  /** A code was checked for this session; without one it stays locked. */
  readonly secondFactor: boolean;
  /** Hash of the browser's own cookie; null for plain bearer clients. */
  readonly browserHash: string | null;
  readonly ip: string;
  readonly userAgent: string;
}

export interface OpenedSession {
  readonly sessionId: bigint;
  /** Told once; only its hash is kept. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** Opens a session with a new token of 256 bits. It lives in wall time: 15 minutes idle, 12 hours at most. */
export async function insertSession(tx: Tx, session: NewSession): Promise<OpenedSession> {
  const token = randomToken();
  const lifeMinutes = session.actingFor === undefined ? sessionMaxHours * 60 : impersonationMaxMinutes;
  const { rows } = await sql<{ id: bigint; expires_at: Date }>`
    INSERT INTO session (user_id, acting_for, opened_from, second_factor, token_hash, browser_hash, ip, user_agent,
                         expires_at)
    VALUES (${session.userId}, ${session.actingFor ?? null}, ${session.openedFrom ?? null},
            ${session.secondFactor}, ${hashToken(token)}, ${session.browserHash}, ${session.ip}, ${session.userAgent},
            least(now() + ${lifeMinutes} * interval '1 minute', ${session.endsBy ?? null}::timestamptz))
    RETURNING id, expires_at`.execute(tx);
  const row = rows[0];
  if (row === undefined) throw new Error('The session was not stored');
  return { sessionId: row.id, token, expiresAt: row.expires_at };
}

/** What decides the rights of a user. */
export interface RightsRow {
  readonly user_id: bigint;
  readonly kind: RoleName;
  readonly status: UserStatus;
  readonly currency: Currency;
  /** Of the tree he stands in; a senior agent stands at the top of his own. */
  readonly agent_id: bigint | null;
  readonly own_grant: string[] | null;
  readonly role_grant: string[] | null;
  readonly allow_manual_balance: boolean;
  readonly allow_manual_payout: boolean;
  readonly owner_id: bigint | null;
  readonly owner_kind: RoleName | null;
  readonly owner_status: UserStatus | null;
  readonly owner_grant: string[] | null;
  readonly owner_role_grant: string[] | null;
  readonly owner_allow_manual_balance: boolean | null;
  readonly owner_allow_manual_payout: boolean | null;
}

/** Everything a request must know of its caller, read in one go. `me` acts; the others describe whom he acts for. */
export interface SessionRow extends RightsRow {
  readonly id: bigint;
  readonly browser_hash: string | null;
  readonly second_factor: boolean;
  readonly my_id: bigint;
  readonly my_username: string;
  readonly my_status: UserStatus;
  readonly my_owner_status: UserStatus | null;
  readonly my_ip_allowlist: string[];
  readonly my_totp_bound: boolean;
}

/**
 * The live session of a token (or one known by its id) with the rights of this moment, in one statement. A call that somebody made keeps
 * the session awake; to spare a write per call the mark moves at most every ten seconds.
 */
export async function readSession(
  db: Kysely<Tables>,
  by: { readonly token: string } | { readonly sessionId: bigint },
  isBackground: boolean,
): Promise<SessionRow | undefined> {
  const known = 'token' in by ? sql`token_hash = ${hashToken(by.token)}` : sql`id = ${by.sessionId}`;
  const { rows } = await sql<SessionRow>`
    WITH live AS (
      SELECT id, user_id, acting_for, browser_hash, second_factor, last_seen_at FROM session
      WHERE ${known} AND ended_at IS NULL AND ${isAwake}
    ), seen AS (
      UPDATE session SET last_seen_at = now()
      WHERE NOT ${isBackground} AND id = (SELECT id FROM live WHERE last_seen_at < now() - interval '10 seconds')
    )
    SELECT s.id, s.browser_hash, s.second_factor, me.id AS my_id, me.username AS my_username, me.status AS my_status,
           mine.status AS my_owner_status, me.ip_allowlist AS my_ip_allowlist, me.totp_bound_at IS NOT NULL AS my_totp_bound,
           ${rightsOfUser}
    FROM live s
    JOIN app_user me ON me.id = s.user_id
    LEFT JOIN app_user mine ON mine.id = me.parent_id AND me.kind IN ('staffSub', 'customerSub')
    JOIN app_user u ON u.id = coalesce(s.acting_for, s.user_id)
    ${rolesOfUser}`.execute(db);
  return rows[0];
}

/** A user's rights, whether or not he has a session. */
export async function readRights(
  db: Kysely<Tables>,
  userId: bigint,
): Promise<(RightsRow & { readonly username: string }) | undefined> {
  const { rows } = await sql<RightsRow & { readonly username: string }>`
    SELECT u.username, ${rightsOfUser} FROM app_user u ${rolesOfUser} WHERE u.id = ${userId}`.execute(db);
  return rows[0];
}

const rightsOfUser = sql`
           u.id AS user_id, u.kind, u.status, u.currency, CASE u.kind WHEN 'agent' THEN u.id ELSE u.agent_id END AS agent_id,
           u.permissions AS own_grant, r.permissions AS role_grant,
           u.allow_manual_balance, u.allow_manual_payout,
           o.id AS owner_id, o.kind AS owner_kind, o.status AS owner_status, o.permissions AS owner_grant,
           orole.permissions AS owner_role_grant, o.allow_manual_balance AS owner_allow_manual_balance,
           o.allow_manual_payout AS owner_allow_manual_payout`;
const rolesOfUser = sql`
    LEFT JOIN role r ON r.id = u.role_id
    LEFT JOIN app_user o ON o.id = u.parent_id AND u.kind IN ('staffSub', 'customerSub')
    LEFT JOIN role orole ON orole.id = o.role_id`;

const idleTime = sql`${sessionIdleMinutes} * interval '1 minute'`;
/** Neither over nor asleep for too long. */
export const isAwake = sql`(expires_at > now() AND last_seen_at > now() - ${idleTime})`;

export type SessionEnd =
  | 'signedOut'
  | 'idle'
  | 'disabled'
  | 'passwordChanged'
  | 'twoFactorChanged'
  | 'accessChanged'
  | 'revoked';

/**
 * Ends every session of a user, those of others who act for him, and challenges that wait for a code, at once. The
 * event cuts the sockets. `except` spares the session that asked. Answers how many ended.
 */
export async function endSessions(
  tx: Tx,
  userId: bigint,
  reason: SessionEnd,
  options: { readonly except?: bigint } = {},
): Promise<number> {
  const { rows } = await sql<EndedRow>`
    UPDATE session SET ended_at = now(), ended_reason = ${reason}
    WHERE (user_id = ${userId} OR acting_for = ${userId}) AND ended_at IS NULL AND id <> ${options.except ?? 0n}
    RETURNING id, user_id`.execute(tx);
  await tx.deleteFrom('login_challenge').where('user_id', '=', userId).execute();
  await tellEnds(tx, rows, reason);
  return rows.length;
}

/** Ends one session, and those opened from it to act for others; false when it had ended already. */
export async function endSession(tx: Tx, sessionId: bigint, reason: SessionEnd): Promise<boolean> {
  const { rows } = await sql<EndedRow>`
    UPDATE session SET ended_at = now(), ended_reason = ${reason}
    WHERE (id = ${sessionId} OR opened_from = ${sessionId}) AND ended_at IS NULL RETURNING id, user_id`.execute(
    tx,
  );
  await tellEnds(tx, rows, reason);
  return rows.some(({ id }) => id === sessionId);
}

/** The second factor was proved inside this session: it is locked no longer. */
export async function confirmSession(tx: Tx, sessionId: bigint): Promise<void> {
  await tx.updateTable('session').set({ second_factor: true }).where('id', '=', sessionId).execute();
}

/** Marks sessions whose time is over as ended, so that their sockets are cut too. */
export async function endIdleSessions(tx: Tx): Promise<number> {
  const { rows } = await sql<EndedRow>`
    UPDATE session SET ended_at = now(), ended_reason = 'idle'
    WHERE id IN (
      SELECT id FROM session WHERE ended_at IS NULL AND NOT ${isAwake} ORDER BY id LIMIT 500 FOR UPDATE SKIP LOCKED
    ) RETURNING id, user_id`.execute(tx);
  await tellEnds(tx, rows, 'idle');
  return rows.length;
}

interface EndedRow {
  readonly id: bigint;
  readonly user_id: bigint;
}

async function tellEnds(tx: Tx, rows: readonly EndedRow[], reason: SessionEnd): Promise<void> {
  await emit(
    tx,
    rows.map((row) => ({
      kind: 'session.ended',
      subject: `session:${row.id}`,
      payload: { session_id: row.id.toString(), user_id: row.user_id.toString(), reason },
    })),
  );
}
