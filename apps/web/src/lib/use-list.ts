import type { Endpoint, InputOf, OutputOf } from '@suanpan/contract/endpoint';
import { hashKey, keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { call } from './api.ts';
import type { CallFault } from './call-fault.ts';
import { businessNow } from './clock.ts';
import type { FlatSearch } from './flat-search.ts';

/** What one row of an endpoint's list is. */
export type RowOf<E extends Endpoint> = OutputOf<E> extends { items: (infer Row)[] } ? Row : never;

const largestPage = 200;
/** Questions that were asked while their screen was drawn, and whose answers nobody has shown yet. */
const unseen = new Set<string>();
/** How old such an answer may be when it is shown without being asked for again. */
const unseenMs = 10_000;

export interface List<E extends Endpoint> {
  readonly data: OutputOf<E> | undefined;
  readonly fault: CallFault | null;
  /** Rows of an older question stand while the newer one is on its way. */
  readonly isStale: boolean;
  readonly isBusy: boolean;
  readonly updatedAt: number;
  readonly key: readonly unknown[];
  /** More of the same question, for what concerns all of it and not one page; at most `most` rows. */
  readonly readAll: (most: number) => Promise<RowOf<E>[]>;
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
  const client = useQueryClient();
  const key = [endpoint.path, search];
  const hash = hashKey(key);
  const ask = (signal: AbortSignal, background: boolean): Promise<OutputOf<E>> =>
    call(endpoint, toInput(search, businessNow()), { signal, background });
  // The rows are on their way while the table is drawn: on a slow machine that takes longer than the answer.
  if (client.getQueryState(key) === undefined) {
    unseen.add(hash);
    void client.prefetchQuery({ queryKey: key, queryFn: ({ signal }) => ask(signal, false) });
  }
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => {
      const background = isBackground.current;
      isBackground.current = false;
      return ask(signal, background);
    },
    placeholderData: keepPreviousData,
    staleTime: unseen.has(hash) ? unseenMs : 0,
  });
  useEffect(() => void unseen.delete(hash));
  const { refetch } = query;
  return {
    data: query.data,
    fault: query.error,
    isStale: query.isPlaceholderData,
    isBusy: query.isFetching,
    updatedAt: query.dataUpdatedAt,
    key,
    readAll: async (most) => {
      const rows: RowOf<E>[] = [];
      for (let page = 1; rows.length < most; page++) {
        const asked = { ...toInput(search, businessNow()), page, paginate: largestPage };
        const { items } = (await call(endpoint, asked)) as { items: RowOf<E>[] };
        rows.push(...items);
        if (items.length < largestPage) break;
      }
      return rows.slice(0, most);
    },
    reload: useCallback(() => void refetch(), [refetch]),
    refresh: useCallback(() => {
      isBackground.current = true;
      void refetch();
    }, [refetch]),
  };
}
