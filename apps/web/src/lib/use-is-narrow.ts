import { useSyncExternalStore } from 'react';

const queries = {
  phone: '(max-width: 767px)',
  tablet: '(max-width: 991px)',
  rail: '(max-width: 1279px)',
  laptop: '(max-width: 1299px)',
} as const;

/** True on a phone (tables become cards), with `tablet` below 992 px (the menu becomes a drawer), with `rail` below 1280 (of the menu icons remain), with `laptop` below 1300 (the menu leaves a table some 1040). */
export function useIsNarrow(width: keyof typeof queries = 'phone'): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(queries[width]);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(queries[width]).matches,
  );
}
