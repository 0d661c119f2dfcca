import type { AuditFinding } from '@suanpan/domain/audit/findings';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Tx } from '../../../platform/db/transact.ts';
import type { AuditProof, AuditProgress } from './verify-audit.ts';

export interface ProofRunRow {
  readonly id: bigint;
  readonly started_by: string | null;
  readonly started_at: Date;
  readonly finished_at: Date | null;
  readonly blocks_total: number;
  readonly blocks: number;
  readonly row_count: bigint;
  readonly journal_count: bigint;
  readonly unsealed: number;
  readonly passed: boolean | null;
  readonly findings: readonly AuditFinding[];
  readonly head: string;
}

/** A run that has told nothing for so long has lost its process. */
const silenceS = 60;

/** Opens a run, after closing one whose process died; undefined while another one is under way. */
export async function openRun(
  tx: Tx,
  startedBy: bigint | null,
  blocksTotal: number,
): Promise<bigint | undefined> {
  await sql`
    UPDATE audit_proof SET finished_at = now()
    WHERE finished_at IS NULL AND beat_at < now() - ${silenceS} * interval '1 second'`.execute(tx);
  const { rows } = await sql<{ id: bigint }>`
    INSERT INTO audit_proof (started_by, blocks_total) VALUES (${startedBy}, ${blocksTotal})
    ON CONFLICT DO NOTHING RETURNING id`.execute(tx);
  return rows[0]?.id;
}

export async function noteProgress(db: Kysely<Tables>, id: bigint, at: AuditProgress): Promise<void> {
  await sql`
    UPDATE audit_proof
    SET beat_at = now(), blocks = ${at.blocks}, row_count = ${at.rows}, journal_count = ${at.journals}
    WHERE id = ${id}`.execute(db);
}

/** Closes a run with what it found, or, without a proof, as one that could not be finished. */
export async function closeRun(db: Kysely<Tables>, id: bigint, proof: AuditProof | null): Promise<void> {
  if (proof === null) {
    await sql`UPDATE audit_proof SET finished_at = now() WHERE id = ${id}`.execute(db);
    return;
  }
  await sql`
    UPDATE audit_proof
    SET finished_at = now(), passed = ${proof.passed}, blocks = ${proof.blocks}, row_count = ${proof.rows},
        journal_count = ${proof.journals}, unsealed = ${proof.unsealed},
        findings = ${JSON.stringify(proof.findings)}::jsonb, head = ${proof.head}
    WHERE id = ${id}`.execute(db);
}

export async function latestRuns(db: Kysely<Tables>, limit: number): Promise<ProofRunRow[]> {
  const { rows } = await sql<ProofRunRow>`
    SELECT p.id, u.username AS started_by, p.started_at,
           CASE WHEN p.finished_at IS NULL AND p.beat_at < now() - ${silenceS} * interval '1 second' THEN p.beat_at
                ELSE p.finished_at END AS finished_at,
           p.blocks_total, p.blocks, p.row_count, p.journal_count, p.unsealed, p.passed, p.findings, p.head
    FROM audit_proof p LEFT JOIN app_user u ON u.id = p.started_by
    ORDER BY p.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}
