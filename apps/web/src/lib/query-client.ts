import { MutationCache, QueryClient } from '@tanstack/react-query';
import { CallFault } from './call-fault.ts';
import { createSignal } from './signal.ts';

/** A fault that no screen has a place for: the shell shows it as a message. */
export const unhandledFault = createSignal<CallFault>();

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: CallFault;
    mutationMeta: { handlesFault?: boolean };
  }
}

/** Codes that already have an effect of their own; showing them again would say the same thing twice. */
const codesWithOwnRule = new Set([10001, 20426]);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 0,
      retry: false,
      refetchOnWindowFocus: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      if (mutation.meta?.handlesFault) return;
      if (error instanceof CallFault && !codesWithOwnRule.has(error.code)) unhandledFault.emit(error);
    },
  }),
});
