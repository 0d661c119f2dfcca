import { sharedPreferences } from '@suanpan/contract/endpoints/preferences';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from './api.ts';
import { queryClient } from './query-client.ts';

const fiveMinutesMs = 300_000;

const sharedQuery = queryOptions({
  queryKey: ['own', 'shared-preferences'],
  queryFn: ({ signal }) => call(sharedPreferences, {}, { signal, background: true }),
  staleTime: fiveMinutesMs,
});

/** Reads what is shared, where it is about to be shown: no list waits for it. */
export function fetchShared(): void {
  void queryClient.prefetchQuery(sharedQuery);
}

/** What colleagues of the same role share under a key, once it was fetched. The shape was checked by the server. */
export function useShared<Item>(key: string): readonly { readonly by: string; readonly item: Item }[] {
  const { data } = useQuery({ ...sharedQuery, enabled: false });
  return useMemo(
    () =>
      (data ?? [])
        .filter((one) => one.key === key)
        .flatMap(({ by, items }) => items.map((item) => ({ by, item: item as Item }))),
    [data, key],
  );
}
