import { allPreferences, writePreference } from '@suanpan/contract/endpoints/preferences';
import type { PreferenceKey } from '@suanpan/contract/endpoints/preferences';
import type { InputOf } from '@suanpan/contract/endpoint';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from './api.ts';
import { queryClient } from './query-client.ts';
import { impersonatedId } from './session.ts';

type Kept = InputOf<typeof writePreference>['value'];

/** How the person has arranged things, loaded once with him and gone with his session. */
export const preferencesQuery = queryOptions({
  queryKey: ['own', 'preferences'],
  queryFn: ({ signal }) => call(allPreferences, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** What arrives in a burst, as while a column is dragged, is written once it rests. */
const restMs = 600;
const waiting = new Map<string, ReturnType<typeof setTimeout>>();

/**
 * Keeps a value at the server, which checks its shape; null forgets it. A write that fails loses an arrangement and
 * nothing else. Whoever acts for another arranges his tab alone.
 */
export function keepPreference(key: PreferenceKey, value: unknown): void {
  queryClient.setQueryData(preferencesQuery.queryKey, (before) => {
    const { [key]: _old, ...others } = before ?? {};
    return value === null ? others : { ...others, [key]: value as Kept };
  });
  if (impersonatedId !== null) return;
  clearTimeout(waiting.get(key));
  const timer = setTimeout(() => {
    waiting.delete(key);
    call(writePreference, { key, value: value as Kept }).catch(() => null);
  }, restMs);
  waiting.set(key, timer);
}

/** Whoever signs out leaves nothing to be written in the name of the next. */
export function dropWaitingPreferences(): void {
  for (const timer of waiting.values()) clearTimeout(timer);
  waiting.clear();
}

/** What is kept under a key at this moment; the server has checked its shape. */
export function keptPreference(key: PreferenceKey): unknown {
  return queryClient.getQueryData(preferencesQuery.queryKey)?.[key];
}

/** A preference and the way to change it; `fallback` until something is kept. */
export function usePreference<T>(key: PreferenceKey, fallback: T): [T, (value: T) => void] {
  const { data } = useQuery({ ...preferencesQuery, enabled: false });
  const value = (data?.[key] as T | undefined) ?? fallback;
  const change = useCallback((next: T) => keepPreference(key, next), [key]);
  return [value, change];
}
