import { useEffect, useRef } from 'react';
import { isTyping, keysAreOn } from './keys.ts';

/** `r` reads the page again. */
export function useReloadKey(reload: () => void): void {
  const latest = useRef(reload);
  useEffect(() => {
    latest.current = reload;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'r' || !keysAreOn() || isTyping(event)) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      latest.current();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
