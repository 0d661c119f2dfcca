import type { Standing } from '@suanpan/domain/approvals';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';

/** Whose these accounts are, and who had his hand in them, as far as it decides who is a second person. */
export async function standingsOf(db: Kysely<Tables>, ids: readonly bigint[]): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    SELECT id, persons_behind(id) AS persons, hands_on(id) AS hands, is_seasoned(id) AS "isSeasoned"
    FROM unnest(${ids}::bigint[]) AS id`.execute(db);
  return rows;
}

export async function standingOf(db: Kysely<Tables>, id: bigint): Promise<Standing> {
  const [standing] = await standingsOf(db, [id]);
  if (standing === undefined) throw new Error(`Nobody has the id ${id}`);
  return standing;
}

/** Accounts behind a maker's, as `makers` of the list has them. */
export async function makersBehind(db: Kysely<Tables>, makerId: bigint): Promise<bigint[]> {
  const { rows } = await sql<{ makers: bigint[] }>`
    SELECT hands_on(${makerId}::bigint, rights => false) AS makers`.execute(db);
  return rows[0]?.makers ?? [];
}

/** Whether he and, for a sub-account, his owner are switched on. */
export async function isActive(db: Kysely<Tables>, id: bigint): Promise<boolean> {
  const { rows } = await sql`
    SELECT u.id FROM app_user u
    LEFT JOIN app_user o ON o.id = u.parent_id AND u.kind IN ('staffSub', 'customerSub')
    WHERE u.id = ${id} AND u.status = 'active' AND coalesce(o.status, 'active') = 'active'`.execute(db);
  return rows.length > 0;
}

interface Candidate {
  readonly id: bigint;
  readonly is_platform: boolean;
}

/** Active people who may see what belongs to this tree: the platform's, and the senior agent with his staff. */
export async function listCandidates(db: Kysely<Tables>, agentId: bigint | null): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    SELECT u.id, coalesce(o.kind, u.kind) IN ('admin', 'manager') AS is_platform
    FROM app_user u
    LEFT JOIN app_user o ON o.id = u.parent_id AND u.kind = 'staffSub'
    WHERE u.status = 'active' AND u.password_hash <> '' AND coalesce(o.status, 'active') = 'active'
      AND u.kind IN ('admin', 'manager', 'agent', 'staffSub')
      AND (coalesce(o.kind, u.kind) IN ('admin', 'manager') OR coalesce(o.id, u.id) = ${agentId}::bigint)`.execute(
    db,
  );
  return rows;
}
