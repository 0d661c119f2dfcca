import { readClock } from '@suanpan/contract/endpoints/demo';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export const clockQuery = queryOptions({
  queryKey: ['clock'],
  queryFn: ({ signal }) => call(readClock, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The business clock where it can be moved, which is in a demo; null elsewhere and until that is known. */
export function useDemoClock() {
  const { data } = useQuery(clockQuery);
  return data?.movable === true ? data : null;
}
