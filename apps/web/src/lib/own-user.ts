import { banks, menu, ownPermissions, self } from '@suanpan/contract/endpoints/self';
import type { Permission } from '@suanpan/domain/access/permissions';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { bankListCountry } from '@suanpan/domain/limits';
import { useSyncExternalStore } from 'react';
import { call } from './api.ts';
import { setBusinessAhead } from './clock.ts';
import { preferencesQuery } from './preferences.ts';
import { queryClient } from './query-client.ts';

const fiveMinutesMs = 300_000;

/** What the shell knows of the signed-in user; loaded together right after the login. */
export const ownQueries = {
  self: queryOptions({
    queryKey: ['own', 'self'],
    queryFn: async ({ signal }) => {
      const own = await call(self, {}, { signal });
      // Before any list asks for today.
      setBusinessAhead(own.clock_ahead_ms ?? 0);
      return own;
    },
    staleTime: fiveMinutesMs,
  }),
  permissions: queryOptions({
    queryKey: ['own', 'permissions'],
    queryFn: ({ signal }) => call(ownPermissions, {}, { signal }),
    staleTime: fiveMinutesMs,
  }),
  menu: queryOptions({
    queryKey: ['own', 'menu'],
    queryFn: ({ signal }) => call(menu, {}, { signal }),
    staleTime: fiveMinutesMs,
  }),
  banks: queryOptions({
    queryKey: ['own', 'banks'],
    queryFn: ({ signal }) => call(banks, { country: bankListCountry }, { signal }),
    staleTime: fiveMinutesMs,
  }),
};

export async function loadOwnUser(): Promise<void> {
  // No page waits for the banks.
  void queryClient.prefetchQuery(ownQueries.banks);
  await Promise.all([
    queryClient.ensureQueryData(ownQueries.self),
    queryClient.ensureQueryData(ownQueries.permissions),
    queryClient.ensureQueryData(ownQueries.menu),
    queryClient.ensureQueryData(preferencesQuery),
  ]);
}

export function useSelf() {
  return useSuspenseQuery(ownQueries.self).data;
}
export function useMenu() {
  return useSuspenseQuery(ownQueries.menu).data;
}

const listenToQueries = (changed: () => void) => queryClient.getQueryCache().subscribe(changed);
const ownCustomized = () => queryClient.getQueryData(ownQueries.self.queryKey)?.customized;

/**
 * The brand that whoever has signed in brings with him, and takes with him. It is looked at for as long as the page stands,
 * while all that is known of one user is thrown away before the next: an observer would go on looking at what is gone.
 */
export function useOwnCustomized() {
  return useSyncExternalStore(listenToQueries, ownCustomized);
}

/** By what rows are told apart: the senior agent whose tree they are of, the merchant or another owner in it. */
export type Whose = 'agent' | 'merchant';

const apart = { platform: ['agent', 'merchant'], agent: ['merchant'], merchant: [] } as const;
const toldApart = (): readonly Whose[] => {
  const self = queryClient.getQueryData(ownQueries.self.queryKey);
  if (self?.customer_id !== undefined) return apart.merchant;
  return self?.agent_id === undefined ? apart.platform : apart.agent;
};

/**
 * Of whom there are several where this user looks: the platform has senior agents, an agent has merchants, and a merchant has
 * nobody below him. Columns and filters that tell nothing else apart are shown to nobody else.
 */
export function useToldApart(): readonly Whose[] {
  return useSyncExternalStore(listenToQueries, toldApart);
}

/** Asks the list that the server sent; the server asks again at every call. */
export function useMay(): (permission: Permission) => boolean {
  const { data } = useSuspenseQuery(ownQueries.permissions);
  return (permission) => data.includes(permission);
}
