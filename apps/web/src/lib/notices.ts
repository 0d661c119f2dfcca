import { allNotifications } from '@suanpan/contract/endpoints/notifications';
import { queryClient } from './query-client.ts';

const { path } = allNotifications;

/** What the bell shows of them. */
export const bellKey = [path, 'bell'] as const;

/** The bell and every list of notices ask anew: all of them live below one path. */
export function noticesChanged(): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [place] }) => typeof place === 'string' && place.startsWith(path),
  });
}
