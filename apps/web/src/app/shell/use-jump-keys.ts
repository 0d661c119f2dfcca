import { useEffect } from 'react';
import { isTyping, keysAreOn } from '../../lib/keys.ts';

const chordMs = 1_200;
const places: Readonly<Record<string, string>> = {
  o: '#/wrap/collections.transactions',
  p: '#/wrap/payment.transactions',
};

/** `?` asks for the sheet of keys; `g o` and `g p` jump. */
export function useJumpKeys(onSheet: () => void): void {
  useEffect(() => {
    let waitsSince = 0;
    const press = (event: KeyboardEvent): void => {
      if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === '?') onSheet();
      if (!keysAreOn()) return;
      const place = places[event.key];
      if (event.key === 'g') waitsSince = event.timeStamp;
      else if (place !== undefined && event.timeStamp - waitsSince < chordMs) {
        waitsSince = 0;
        location.hash = place;
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [onSheet]);
}
