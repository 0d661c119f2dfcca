import { createContext, use, useEffect, type RefObject } from 'react';

/** Where a form tells what holds it that it has changes nobody has saved. */
export const Unsaved = createContext<RefObject<boolean> | null>(null);

/** Whoever closes the drawer round about by Esc, its cross or a click beside it is asked first, while this is true. */
export function useUnsaved(isUnsaved: boolean): void {
  const place = use(Unsaved);
  useEffect(() => {
    const tell = (value: boolean): void => {
      if (place !== null) place.current = value;
    };
    tell(isUnsaved);
    return () => tell(false);
  }, [place, isUnsaved]);
}
