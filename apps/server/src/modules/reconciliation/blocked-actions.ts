import type { ApprovalActName } from '@suanpan/domain/approvals';
import { resolveActs } from '@suanpan/domain/reconciliation';
import type { BlockedActions } from '../approvals/index.ts';

/** A difference is ended once, so whatever waits to end it stands in the way of every other end. */
export const blockedOnDifferences = {
  kind: 'reconciliation',
  by: {
    'reconciliation.receipt': resolveActs,
    'reconciliation.writeOff': resolveActs,
    'reconciliation.dismiss': resolveActs,
  } satisfies Partial<Record<ApprovalActName, readonly string[]>>,
} as const satisfies BlockedActions;
