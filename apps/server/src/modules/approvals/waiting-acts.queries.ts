import type { ApprovalActName } from '@suanpan/domain/approvals';
import type { AuditKind } from '@suanpan/domain/audit/acts';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import type { Tables } from '../../platform/db/tables.generated.ts';
import type { Tx } from '../../platform/db/transact.ts';
import type { Scope } from '../../platform/http/actor.ts';
import { approvalsOf } from './approvals.queries.ts';

export interface WaitingRow {
  readonly id: bigint;
  readonly act: ApprovalActName;
  readonly subject_id: string;
  readonly maker_id: bigint;
  readonly maker_name: string;
  readonly created_at: Date;
  /** It belongs to the caller's tree, so that the list of approvals has it for him. */
  readonly is_listed: boolean;
}

/**
 * What stands as waiting on these subjects of one kind. Found by the subject and by nothing else: by its time each question would look
 * through all that waits in the house.
 */
const waitingOn = (
  kind: AuditKind,
  ids: readonly string[],
): RawBuilder<unknown> => sql`waiting AS MATERIALIZED (
      SELECT a.id, a.act, a.subject_id, a.agent_id, a.maker_id, a.created_at, a.expires_at FROM approval a
      WHERE a.state = 'waiting' AND a.subject_kind = ${kind} AND a.subject_id = ANY (${[...ids]}::text[])
    )`;
/** What nobody has said of it yet: its time may be over before the sweep ends it. */
const isOpen = sql`a.expires_at > (SELECT business_now())`;

/** What waits on these subjects of one kind, the oldest first. */
export async function listWaitingOn(
  db: Kysely<Tables>,
  scope: Scope,
  kind: AuditKind,
  ids: readonly string[],
): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    WITH ${waitingOn(kind, ids)}
    SELECT a.id, a.act, a.subject_id, a.maker_id, m.name AS maker_name, a.created_at,
           ${approvalsOf(scope)} AS is_listed
    FROM waiting a JOIN app_user m ON m.id = a.maker_id WHERE ${isOpen}
    ORDER BY a.id`.execute(db);
  return rows;
}

/** Whether one of these acts waits on the subject. Whoever asks holds the subject's lock, which whoever submits takes too. */
export async function isWaitingOn(
  tx: Tx,
  kind: AuditKind,
  id: string,
  acts: readonly ApprovalActName[],
): Promise<boolean> {
  const { rows } = await sql`
    WITH ${waitingOn(kind, [id])}
    SELECT FROM waiting a WHERE ${isOpen} AND a.act = ANY (${[...acts]}::text[]) LIMIT 1`.execute(tx);
  return rows.length > 0;
}
