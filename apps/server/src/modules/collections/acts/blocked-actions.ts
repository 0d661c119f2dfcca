import type { ApprovalActName } from '@suanpan/domain/approvals';
import type { BlockedActions } from '../../approvals/index.ts';

/**
 * What waits on a collection: an order that is said to have been paid is not supplied once more. Parts of a paid one may go back by
 * several refunds, so that one that waits keeps nobody from asking for another.
 */
export const blockedOnCollections = {
  kind: 'collection',
  by: {
    'collections.supply': ['supply'],
    'receipts.match': ['supply'],
  } satisfies Partial<Record<ApprovalActName, readonly string[]>>,
} as const satisfies BlockedActions;
