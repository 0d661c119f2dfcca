import { createContext, useCallback, useEffect, useState } from 'react';

/** Whether the wall fills the screen: there is nobody with a mouse then, so nothing leads anywhere. */
export const FullScreenContext = createContext(false);

/** Lines that fit at the size that is read from across a room; the rest is counted. */
export const fitting = { channels: 7, flight: 8, alarms: 3, stream: 4, amounts: 2 } as const;

interface FullScreen {
  readonly isFull: boolean;
  readonly enter: () => void;
  readonly leave: () => void;
}

/**
 * Fills the window, and the screen where the browser allows it. Escape leaves both, whoever caught it: the browser tells of its own
 * leaving, and a window that only was filled hears the key.
 */
export function useFullScreen(): FullScreen {
  const [isFull, setFull] = useState(false);
  const leave = useCallback(() => {
    setFull(false);
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
  }, []);
  const enter = useCallback(() => {
    setFull(true);
    // A browser that refuses leaves the wall as large as its window.
    void document.documentElement.requestFullscreen?.().catch(() => undefined);
  }, []);
  useEffect(() => {
    if (!isFull) return undefined;
    const change = (): void => {
      if (!document.fullscreenElement) setFull(false);
    };
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') leave();
    };
    document.addEventListener('fullscreenchange', change);
    window.addEventListener('keydown', press);
    // What lies below is neither read out nor reached by the keyboard.
    const below = document.getElementById('root');
    below?.toggleAttribute('inert', true);
    return () => {
      document.removeEventListener('fullscreenchange', change);
      window.removeEventListener('keydown', press);
      below?.toggleAttribute('inert', false);
    };
  }, [isFull, leave]);
  // A screen that is left takes its full screen along.
  useEffect(() => leave, [leave]);
  return { isFull, enter, leave };
}
