import type { WithdrawalAct } from '@suanpan/contract/endpoints/withdrawals';
import type { ApprovalActName } from '@suanpan/domain/approvals';
import type { BlockedActions } from '../../approvals/index.ts';

/**
 * What waits on a withdrawal, and what nobody does meanwhile: while it is said to have been wired it is neither said once more nor
 * ended, given back or freed, after which its owner could take it back. That it should be freed hinders its operator in nothing.
 */
export const blockedOnWithdrawals = {
  kind: 'withdrawal',
  by: {
    'withdrawals.markPaid': ['approve', 'reject', 'release', 'update'],
    'withdrawals.free': ['update'],
    'withdrawals.reverse': ['reverse'],
  } satisfies Partial<Record<ApprovalActName, readonly WithdrawalAct[]>>,
} as const satisfies BlockedActions;
