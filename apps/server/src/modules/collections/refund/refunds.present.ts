import type { RefundRow } from '@suanpan/contract/endpoints/refunds';
import { nextRefundStatus } from '@suanpan/domain/states/refund';
import { formatLedger } from '@suanpan/money/amount';
import type { Actor } from '../../../platform/http/actor.ts';
import { toldWaiting } from '../../approvals/index.ts';
import type { BlockedActions, WaitingActs } from '../../approvals/index.ts';
import type { ListedRefund } from './refunds.queries.ts';

/** That a charge-back was won is asked for at its order; nothing else that waits there is about what went back. */
export const blockedOnRefunds = {
  kind: 'collection',
  by: { 'collections.chargeBackWon': ['winBack'] },
  told: ['collections.chargeBackWon'],
} as const satisfies BlockedActions;

/** A row as this caller may see it, with what he may do with it now; `paysBack` where its provider pays back by itself. */
export function presentRefund(
  row: ListedRefund,
  actor: Actor,
  paysBack = false,
  waiting?: WaitingActs,
): RefundRow {
  const actions = actionsOf(row, actor, paysBack);
  const money = (minor: bigint): string => formatLedger(minor, row.currency);
  return {
    id: String(row.id),
    no: row.no,
    kind: row.kind,
    order: { id: String(row.order_id), no: row.order_no, merchant_order_no: row.merchant_order_no },
    customer: { id: String(row.customer_id), name: row.customer_name },
    amount: money(row.amount),
    currency: row.currency,
    refund_status: row.status,
    provider_order_no: row.provider_ref,
    mix: row.mix_kinds.map((account, n) => ({ account, amount: money(row.mix_amounts[n] ?? 0n) })),
    attempts: row.attempts,
    operator: row.operator,
    reason: row.reason,
    failure: row.failure,
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    won_at: row.won_at?.toISOString() ?? null,
    won_ref: row.won_ref,
    ...(row.kind === 'charge_back' && toldWaiting(waiting, row.order_id, actions)),
    actions,
  };
}

/** What the doors would take from this caller; what became of it somebody else says than asked for it or sent it. */
function actionsOf(
  row: ListedRefund,
  { permissions, scope, userId }: Actor,
  paysBack: boolean,
): RefundRow['actions'] {
  if (row.kind === 'charge_back') {
    const stands = scope.kind === 'platform' && row.won_at === null;
    return stands && permissions.has('collections.revert.winBack') ? ['winBack'] : [];
  }
  if (row.closed_at !== null) return [];
  if (scope.kind !== 'platform' && scope.kind !== 'agent') return [];
  const isOwn = row.maker_id === userId || row.sent_by === userId;
  const steps = (['send', 'confirm', 'fail', 'retry'] as const).filter(
    (act) =>
      nextRefundStatus(row.status, act) !== null &&
      permissions.has(`collections.revert.${act}`) &&
      !(isOwn && (act === 'confirm' || act === 'fail')) &&
      !(act === 'fail' && row.is_with_provider),
  );
  const asks = paysBack && steps.includes('send') ? (['ask'] as const) : [];
  const closes = row.status === 'failed' && permissions.has('collections.revert.close');
  return [...asks, ...steps, ...(closes ? (['close'] as const) : [])];
}
