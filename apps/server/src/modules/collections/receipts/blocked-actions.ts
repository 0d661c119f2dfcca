import type { ApprovalActName } from '@suanpan/domain/approvals';
import type { BlockedActions } from '../../approvals/index.ts';

/** What waits on money that lies unidentified, and is not asked for once more meanwhile. */
export const blockedOnReceipts = {
  kind: 'receipt',
  by: {
    'receipts.sendBack': ['sendBack'],
    'receipts.restore': ['restore'],
  } satisfies Partial<Record<ApprovalActName, readonly string[]>>,
} as const satisfies BlockedActions;
