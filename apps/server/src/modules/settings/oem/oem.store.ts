import { logosKeptUnused } from '@suanpan/domain/limits';
import { sql } from 'kysely';
import type { Picture } from '../../../platform/images/picture.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { OemRow } from './oem.queries.ts';

/** Keeps a logo. Of those that nobody shows the uploader's newest few are kept, so that nobody fills the disk with them. */
export async function saveLogo(tx: Tx, hash: string, picture: Picture, uploadedBy: bigint): Promise<void> {
  await sql`
    INSERT INTO branding_logo (hash, mime, bytes, width, height, uploaded_by, uploaded_at)
    VALUES (${hash}, ${picture.mime}, ${picture.bytes}, ${picture.width}, ${picture.height}, ${uploadedBy}, business_now())
    ON CONFLICT (hash) DO NOTHING`.execute(tx);
  await sql`
    DELETE FROM branding_logo l
    WHERE l.uploaded_by = ${uploadedBy} AND l.hash <> ${hash}
      AND NOT EXISTS (SELECT FROM branding b WHERE b.logo LIKE '%/' || l.hash)
      AND l.hash NOT IN (
        SELECT hash FROM branding_logo WHERE uploaded_by = ${uploadedBy}
        ORDER BY uploaded_at DESC, hash LIMIT ${logosKeptUnused})`.execute(tx);
}

export async function isLogoKnown(tx: Tx, hash: string): Promise<boolean> {
  const row = await tx.selectFrom('branding_logo').select('hash').where('hash', '=', hash).executeTakeFirst();
  return row !== undefined;
}

/** Writes over `version`, 0 meaning that there is none yet; answers the new one, or undefined when it had moved on. */
export async function saveOem(
  tx: Tx,
  agentId: bigint | null,
  oem: Omit<OemRow, 'version'>,
  version: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    INSERT INTO branding AS b (agent_id, app_name, logo, color, domain)
    SELECT ${agentId}::bigint, ${oem.app_name}, ${oem.logo}, ${oem.color}, ${oem.domain}
    WHERE ${version} = 0 OR EXISTS (SELECT FROM branding WHERE agent_id IS NOT DISTINCT FROM ${agentId}::bigint)
    ON CONFLICT (agent_id) DO UPDATE SET
      app_name = excluded.app_name, logo = excluded.logo, color = excluded.color, domain = excluded.domain,
      version = b.version + 1
    WHERE b.version = ${version}
    RETURNING b.version`.execute(tx);
  return rows[0]?.version;
}
