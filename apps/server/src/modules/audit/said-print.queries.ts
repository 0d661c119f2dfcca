import type { AuditAct, AuditKind } from '@suanpan/domain/audit/acts';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';

/** The fingerprint of a thing that the log, which is sealed, kept with the last of such acts; null where it kept none. */
export async function saidPrint(
  db: Kysely<Tables>,
  act: AuditAct,
  objectKind: AuditKind,
  objectId: bigint,
): Promise<string | null> {
  const { rows } = await sql<{ print: string | null }>`
    SELECT after ->> 'print' AS print FROM audit_log
    WHERE object_kind = ${objectKind} AND object_id = ${String(objectId)} AND act = ${act} AND outcome = 'done'
    ORDER BY id DESC LIMIT 1`.execute(db);
  return rows[0]?.print ?? null;
}
