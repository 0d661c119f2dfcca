import type { ApprovalActName } from '@suanpan/domain/approvals';
import type { BlockedActions } from '../../approvals/index.ts';

/**
 * What waits on a payout, and what nobody does meanwhile: while it is said to have been paid by hand nobody says so once more, lets
 * it go to a provider or gives its money back. What the provider itself says still counts.
 */
export const blockedOnPayouts = {
  kind: 'payout',
  by: {
    'payouts.markPaid': ['markPaid', 'dispatch', 'switchChannel', 'reject'],
    'payouts.notSent': ['notSent'],
  } satisfies Partial<Record<ApprovalActName, readonly string[]>>,
} as const satisfies BlockedActions;
