import { createContext, use, useEffect } from 'react';

/** How a form tells what holds it whether it has changes that nobody has saved. */
export const Unsaved = createContext<((isUnsaved: boolean) => void) | null>(null);

/** Whoever closes the drawer round about by Esc, its cross or a click beside it is asked first, while this is true. */
export function useUnsaved(isUnsaved: boolean): void {
  const tell = use(Unsaved);
  useEffect(() => {
    tell?.(isUnsaved);
    return () => tell?.(false);
  }, [tell, isUnsaved]);
}
