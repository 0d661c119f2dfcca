import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import type { Outside } from './outside.queries.ts';
import type { Proof } from './proof.ts';

/** Keeps a proof as evidence; rows are never changed afterwards. */
export async function insertProof(
  db: Kysely<Tables>,
  proof: Proof,
  outside: Outside,
  startedBy: bigint | null,
): Promise<bigint> {
  const { id } = await db
    .insertInto('proof_run')
    .values({
      started_at: proof.startedAt,
      finished_at: proof.finishedAt,
      duration_ms: proof.durationMs,
      passed: proof.passed,
      started_by: startedBy,
      result: JSON.stringify({ checks: proof.checks, totals: proof.totals, outside }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export interface ProofRow {
  readonly id: bigint;
  readonly started_at: Date;
  readonly finished_at: Date;
  readonly duration_ms: number;
  readonly passed: boolean;
  readonly result: unknown;
  readonly started_by: string | null;
}

/** The last proofs, newest first, with the name of whoever started each. */
export async function latestProofs(db: Kysely<Tables>, limit: number): Promise<ProofRow[]> {
  return db
    .selectFrom('proof_run as p')
    .leftJoin('app_user as u', 'u.id', 'p.started_by')
    .select([
      'p.id',
      'p.started_at',
      'p.finished_at',
      'p.duration_ms',
      'p.passed',
      'p.result',
      'u.username as started_by',
    ])
    .orderBy('p.id', 'desc')
    .limit(limit)
    .execute();
}
