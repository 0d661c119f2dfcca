import { createContext, use, useEffect, type RefObject } from 'react';

/** Where a form tells what holds it that it has changes nobody has saved. */
export const Unsaved = createContext<RefObject<boolean> | null>(null);

/** Whoever closes the drawer round about by Esc, its cross or a click beside it is asked first, while this is true. */
export function useUnsaved(isUnsaved: boolean): void {
  const place = use(Unsaved);
  useEffect(() => {
    if (place === null) return undefined;
    place.current = isUnsaved;
    return () => {
      place.current = false;
    };
  }, [place, isUnsaved]);
}
