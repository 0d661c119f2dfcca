import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let isStartingOver = false;

/** From here on the page shows nothing but how the demo comes back; it ends with a load of the page. */
export function beginStartingOver(): void {
  isStartingOver = true;
  for (const tell of listeners) tell();
}

export function useIsStartingOver(): boolean {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => isStartingOver,
  );
}
