import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';

export interface OemRow {
  readonly app_name: string;
  readonly logo: string;
  readonly color: string;
  readonly domain: string | null;
  readonly version: number;
}

/** What a senior agent, or the platform (null), has set for himself; undefined where there is nothing yet. */
export async function findOem(db: Kysely<Tables>, agentId: bigint | null): Promise<OemRow | undefined> {
  const { rows } = await sql<OemRow>`
    SELECT app_name, logo, color, domain, version FROM branding WHERE agent_id IS NOT DISTINCT FROM ${agentId}`.execute(
    db,
  );
  return rows[0];
}

export async function listAgents(
  db: Kysely<Tables>,
): Promise<{ readonly id: bigint; readonly name: string }[]> {
  return db.selectFrom('app_user').select(['id', 'name']).where('kind', '=', 'agent').orderBy('id').execute();
}

export async function findAgent(
  db: Kysely<Tables>,
  id: bigint,
): Promise<{ readonly id: bigint; readonly name: string } | undefined> {
  return db
    .selectFrom('app_user')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('kind', '=', 'agent')
    .executeTakeFirst();
}

/** An uploaded logo by the hash of its bytes. */
export async function findLogo(
  db: Kysely<Tables>,
  hash: string,
): Promise<{ readonly mime: string; readonly bytes: Buffer } | undefined> {
  return db.selectFrom('branding_logo').select(['mime', 'bytes']).where('hash', '=', hash).executeTakeFirst();
}
