import type { Endpoint, InputOf, OutputOf } from '@suanpan/contract/endpoint';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { call } from './api.ts';
import type { CallFault } from './call-fault.ts';
import { now } from './clock.ts';
import type { FlatSearch } from './flat-search.ts';

export interface List<E extends Endpoint> {
  readonly data: OutputOf<E> | undefined;
  readonly fault: CallFault | null;
  /** Rows of an older question stand while the newer one is on its way. */
  readonly isStale: boolean;
  readonly isBusy: boolean;
  readonly updatedAt: number;
  readonly key: readonly unknown[];
  /** Asked by a person. */
  readonly reload: () => void;
  /** Asked by a timer: it does not keep an idle session alive. */
  readonly refresh: () => void;
}

/**
 * One list of the contract, by what stands in the address. Relative dates are turned into instants when the call
 * is made, so that "today" is today's at every refresh.
 */
export function useList<E extends Endpoint>(
  endpoint: E,
  search: FlatSearch,
  toInput: (search: FlatSearch, nowMs: number) => InputOf<E>,
): List<E> {
  const isBackground = useRef(false);
  const key = [endpoint.path, search];
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => {
      const background = isBackground.current;
      isBackground.current = false;
      return call(endpoint, toInput(search, now()), { signal, background });
    },
    placeholderData: keepPreviousData,
  });
  const { refetch } = query;
  return {
    data: query.data,
    fault: query.error,
    isStale: query.isPlaceholderData,
    isBusy: query.isFetching,
    updatedAt: query.dataUpdatedAt,
    key,
    reload: useCallback(() => void refetch(), [refetch]),
    refresh: useCallback(() => {
      isBackground.current = true;
      void refetch();
    }, [refetch]),
  };
}
