import { sharedPreferences } from '@suanpan/contract/endpoints/preferences';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from './api.ts';

const fiveMinutesMs = 300_000;

/** What colleagues of the same role share under a key. The shape was checked by the server. */
export function useShared<Item>(
  key: string,
  isWanted: boolean,
): readonly { readonly by: string; readonly item: Item }[] {
  const { data } = useQuery({
    queryKey: ['own', 'shared-preferences'],
    queryFn: ({ signal }) => call(sharedPreferences, {}, { signal, background: true }),
    staleTime: fiveMinutesMs,
    enabled: isWanted,
  });
  return useMemo(
    () =>
      (data ?? [])
        .filter((one) => one.key === key)
        .flatMap(({ by, items }) => items.map((item) => ({ by, item: item as Item }))),
    [data, key],
  );
}
