import { searchSubAccounts, searchUsers, subAccounts, users } from '@suanpan/contract/endpoints/users';
import { queryClient } from '../../lib/query-client.ts';

/** One opened user, every list of users, and the data screens that name them. */
const showsUsers: ReadonlySet<unknown> = new Set([
  'user',
  users.path,
  searchUsers.path,
  subAccounts.path,
  searchSubAccounts.path,
  '/index/customers',
  '/index/agents',
  '/index/general',
]);

/** Everything that shows users is asked for again after one of them was changed. */
export function usersChanged(): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [first] }) => showsUsers.has(first),
  });
}
