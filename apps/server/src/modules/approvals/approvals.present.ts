import type { OutputOf } from '@suanpan/contract/endpoint';
import type { approvals } from '@suanpan/contract/endpoints/approvals';
import { checkerHindrance } from '@suanpan/domain/approvals';
import type { Standing } from '@suanpan/domain/approvals';
import { formatLedger } from '@suanpan/money/amount';
import type { ApprovalListRow } from './approvals.queries.ts';

type ApprovalItem = OutputOf<typeof approvals>['items'][number];

/** One row as the person in front of it sees it: the effect as it was stored, and what he may do. */
export function presentApproval(
  row: ApprovalListRow,
  viewer: Standing & { readonly permissions: ReadonlySet<string>; readonly isActing: boolean },
): ApprovalItem {
  const { amount } = row.effect;
  const waits = row.state === 'waiting';
  const hindrance = waits ? checkerHindrance(viewer, { ...row, makerId: row.maker_id }) : undefined;
  const may = (action: 'approve' | 'refuse'): boolean =>
    waits && hindrance === undefined && viewer.permissions.has(`admin.approvals.${action}`);
  return {
    id: row.id.toString(),
    act: row.act,
    subject: row.effect.subject,
    agent: row.agent_id === null ? null : { id: row.agent_id.toString(), name: row.agent_name ?? '' },
    amount: amount === null ? null : formatLedger(BigInt(amount.minor), amount.currency),
    currency: amount?.currency ?? null,
    effect: row.effect.rows,
    reason: row.reason,
    maker: { id: row.maker_id.toString(), name: row.maker_name, username: row.maker_username },
    checker:
      row.checker_id === null
        ? null
        : {
            id: row.checker_id.toString(),
            name: row.checker_name ?? '',
            username: row.checker_username ?? '',
          },
    decision_reason: row.decision_reason,
    state: row.state,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    actions: [
      ...(['approve', 'refuse'] as const).filter(may),
      ...(waits && row.maker_id === viewer.id && !viewer.isActing ? (['withdraw'] as const) : []),
    ],
    hindrance: hindrance ?? null,
  };
}
