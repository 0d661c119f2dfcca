import { queryClient } from '../../lib/query-client.ts';

const showsUsers: ReadonlySet<unknown> = new Set([
  'user',
  '/users',
  '/users/{self}/sub',
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
