import type { Permission } from '@suanpan/domain/access/permissions';

/** What one must be allowed to see to read the history of a thing; whatever is not named here is the log's own. */
const seeing: Readonly<Record<string, Permission>> = {
  collection: 'collections.transactions.get',
  payout: 'payment.transactions.get',
  withdrawal: 'withdraws.list.get',
  user: 'users.list.get',
};

export function permissionToSee(kind: string): Permission {
  return seeing[kind] ?? 'admin.operationLogs.get';
}
