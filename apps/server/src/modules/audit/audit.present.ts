import type { OutputOf } from '@suanpan/contract/endpoint';
import type { AuditProofAnswer, AuditRow, loginLogs } from '@suanpan/contract/endpoints/audit';
import { countOf } from '../../platform/db/count-of.ts';
import { describeChanges } from './describe-changes.ts';
import type { LoginRow } from './logs/login-logs.queries.ts';
import type { OperationRow } from './logs/operation-logs.queries.ts';
import type { ProofRunRow } from './chain/proof-run.store.ts';

type LoginAnswer = OutputOf<typeof loginLogs>['items'][number];

export function presentOperation(row: OperationRow): AuditRow {
  return {
    id: row.place === 0n ? String(row.id) : `${row.id}.${row.place}`,
    at: row.at.toISOString(),
    actor: row.actor,
    effective: row.effective,
    act: row.act,
    object_kind: row.object_kind,
    object_id: row.object_id,
    outcome: row.outcome,
    changes: describeChanges(row),
    ip: row.ip,
    user_agent: row.user_agent,
    request_id: row.request_id,
    block: row.block === null ? null : String(row.block),
  };
}

export function presentLogin(row: LoginRow): LoginAnswer {
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    username: row.username,
    user: row.user,
    ip: row.ip,
    user_agent: row.user_agent ?? '',
    // Written by recordAttempt alone, whose outcomes are these.
    outcome: row.outcome as LoginAnswer['outcome'],
  };
}

export function presentProofRun(row: ProofRunRow): AuditProofAnswer {
  return {
    id: String(row.id),
    started_by: row.started_by,
    started_at: row.started_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    state: stateOf(row),
    blocks_total: row.blocks_total,
    blocks: row.blocks,
    rows: countOf(row.row_count),
    journals: countOf(row.journal_count),
    unsealed: row.unsealed,
    findings: [...row.findings],
    head: row.head,
  };
}

function stateOf({ finished_at: finishedAt, passed }: ProofRunRow): AuditProofAnswer['state'] {
  if (finishedAt === null) return 'running';
  if (passed === null) return 'interrupted';
  return passed ? 'passed' : 'broken';
}
