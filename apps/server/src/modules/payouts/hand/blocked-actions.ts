import type { ApprovalActName } from '@suanpan/domain/approvals';
import type { BlockedActions } from '../../approvals/index.ts';

/**
 * What waits on a payout, and what nobody does meanwhile: while it is said to have been paid by hand nobody says so once more, lets
 * it go to a provider or gives its money back. The doors of the database refuse the last two to everybody, its merchant and the
 * product itself among them (`payout_is_said_paid`). That it was paid its provider may say at any time.
 */
export const blockedOnPayouts = {
  kind: 'payout',
  by: {
    'payouts.markPaid': ['markPaid', 'dispatch', 'switchChannel', 'reject', 'notSent'],
    'payouts.notSent': ['notSent'],
  } satisfies Partial<Record<ApprovalActName, readonly string[]>>,
} as const satisfies BlockedActions;
