import type { DepositRow, deposits } from '@suanpan/contract/endpoints/deposits';
import type { OutputOf } from '@suanpan/contract/endpoint';
import { formatLedger } from '@suanpan/money/amount';
import { countOf } from '../../../platform/db/count-of.ts';
import type { Actor } from '../../../platform/http/actor.ts';
import type { DepositSum, ListedDeposit } from './deposits.queries.ts';

/** A row as this caller may see it. */
export function presentDeposit(row: ListedDeposit, actor: Actor): DepositRow {
  const money = (minor: bigint): string => formatLedger(minor, row.currency);
  return {
    id: String(row.id),
    no: row.no,
    owner: { id: String(row.owner_id), name: row.owner_name },
    amount: money(row.amount),
    fee: row.fee === null ? null : money(row.fee),
    credited: row.fee === null ? null : money(row.amount - row.fee),
    currency: row.currency,
    method: row.method,
    payer_last5: row.payer_last5,
    tx_hash: row.tx_hash,
    note: row.note,
    slip: row.slip,
    claimed_by_others: row.claimed_by_others,
    status: row.status,
    applicant: row.applicant,
    operator: row.operator,
    decision_reason: row.decision_reason,
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    actions: actionsOf(row, actor),
  };
}

/** What the doors would take from this caller: the platform decides what others applied for, and an applicant takes it back. */
function actionsOf(row: ListedDeposit, { permissions, scope, userId }: Actor): DepositRow['actions'] {
  if (row.status !== 'pending') return [];
  const isOwn = row.made_by === userId;
  const decides = scope.kind === 'platform';
  return [
    ...(decides && !isOwn && permissions.has('collections.deposit.approve') ? (['approve'] as const) : []),
    ...(decides && permissions.has('collections.deposit.reject') ? (['reject'] as const) : []),
    ...((isOwn || scope.kind === 'customer') && permissions.has('collections.deposit.create')
      ? (['cancel'] as const)
      : []),
  ];
}

export function presentDepositSum(
  sum: DepositSum,
): OutputOf<typeof deposits>['summary']['by_currency'][number] {
  return {
    currency: sum.currency,
    count: countOf(sum.count),
    amount: formatLedger(sum.amount, sum.currency),
    fee: formatLedger(sum.fee, sum.currency),
    credited: formatLedger(sum.credited, sum.currency),
  };
}
