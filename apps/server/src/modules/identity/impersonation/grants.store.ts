import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { RoleName } from '@suanpan/domain/access/roles';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';

export type GrantState = 'live' | 'expired' | 'revoked';

const isLive = sql`(g.revoked_at IS NULL AND g.expires_at > now())`;
const state = sql<GrantState>`CASE WHEN g.revoked_at IS NOT NULL THEN 'revoked'
  WHEN g.expires_at <= now() THEN 'expired' ELSE 'live' END`;

export interface LiveGrant {
  readonly id: bigint;
  readonly expires_at: Date;
}

/** Whether one person has a live grant for another. */
export async function hasGrant(db: Kysely<Tables>, granteeId: bigint, targetId: bigint): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM shadow_grant g
    WHERE g.grantee_id = ${granteeId} AND g.target_id = ${targetId} AND ${isLive} LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** The grant of one person for another that ends last, kept from being revoked until this transaction ends. */
export async function holdGrant(tx: Tx, granteeId: bigint, targetId: bigint): Promise<LiveGrant | undefined> {
  const { rows } = await sql<LiveGrant>`
    SELECT g.id, g.expires_at FROM shadow_grant g
    WHERE g.grantee_id = ${granteeId} AND g.target_id = ${targetId} AND ${isLive}
    ORDER BY g.expires_at DESC LIMIT 1 FOR SHARE`.execute(tx);
  return rows[0];
}

/** Whoever grants the same at the same time waits until this transaction ends. */
export async function queueForGrant(tx: Tx, granteeId: bigint, targetId: bigint): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`shadow grant ${granteeId} ${targetId}`}, 0))`.execute(
    tx,
  );
}

export async function insertGrant(
  tx: Tx,
  grant: {
    readonly granteeId: bigint;
    readonly targetId: bigint;
    readonly readOnly: boolean;
    readonly reason: string;
    readonly grantedBy: bigint;
    readonly days: number;
  },
): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO shadow_grant (grantee_id, target_id, read_only, reason, granted_by, expires_at)
    VALUES (${grant.granteeId}, ${grant.targetId}, ${grant.readOnly}, ${grant.reason}, ${grant.grantedBy},
            now() + ${grant.days} * interval '1 day')
    RETURNING id`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('The grant was not stored');
  return id;
}

/** Ends a live grant; undefined when there is none of this id. */
export async function endGrant(
  tx: Tx,
  id: bigint,
  revokedBy: bigint,
): Promise<{ grantee_id: bigint; target_id: bigint } | undefined> {
  const { rows } = await sql<{ grantee_id: bigint; target_id: bigint }>`
    UPDATE shadow_grant g SET revoked_at = now(), revoked_by = ${revokedBy}
    WHERE g.id = ${id} AND ${isLive} RETURNING g.grantee_id, g.target_id`.execute(tx);
  return rows[0];
}

/** The live sessions that stand on a grant. */
export async function sessionsOnGrant(tx: Tx, grantId: bigint): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    SELECT s.id FROM impersonation i JOIN session s ON s.id = i.session_id
    WHERE i.grant_id = ${grantId} AND s.ended_at IS NULL ORDER BY s.id`.execute(tx);
  return rows.map(({ id }) => id);
}

export interface GrantRow {
  readonly id: bigint;
  readonly grantee_id: bigint;
  readonly grantee_username: string;
  readonly grantee_name: string;
  readonly grantee_kind: RoleName;
  readonly target_id: bigint;
  readonly target_username: string;
  readonly target_name: string;
  readonly target_kind: RoleName;
  readonly read_only: boolean;
  readonly reason: string;
  readonly granted_by: string;
  readonly granted_at: Date;
  readonly expires_at: Date;
  readonly revoked_at: Date | null;
  readonly revoked_by: string | null;
  readonly state: GrantState;
  readonly total: bigint;
}

/** Every grant that was ever given, the newest first, with how many there are. */
export async function listGrants(
  db: Kysely<Tables>,
  filter: { readonly state: GrantState | null; readonly offset: number; readonly limit: number },
): Promise<GrantRow[]> {
  const { rows } = await sql<GrantRow>`
    SELECT g.id, a.id AS grantee_id, a.username AS grantee_username, a.name AS grantee_name, a.kind AS grantee_kind,
           b.id AS target_id, b.username AS target_username, b.name AS target_name, b.kind AS target_kind,
           g.read_only, g.reason, c.username AS granted_by, g.granted_at, g.expires_at, g.revoked_at,
           d.username AS revoked_by, ${state} AS state, count(*) OVER () AS total
    FROM shadow_grant g
    JOIN app_user a ON a.id = g.grantee_id
    JOIN app_user b ON b.id = g.target_id
    JOIN app_user c ON c.id = g.granted_by
    LEFT JOIN app_user d ON d.id = g.revoked_by
    WHERE ${filter.state}::text IS NULL OR ${state} = ${filter.state}
    ORDER BY g.id DESC OFFSET ${filter.offset} LIMIT ${filter.limit}`.execute(db);
  return rows;
}
