import { queryClient } from '../../lib/query-client.ts';

/** Everything that shows users is asked for again after one of them was changed. */
export function usersChanged(): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [first] }) =>
      first === 'user' || first === '/users' || first === '/users/{self}/sub',
  });
}
