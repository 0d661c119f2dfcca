import { orderRefreshIdleStopMs, orderRefreshIntervalMs } from '@suanpan/domain/limits';
import { useEffect, useRef, useState } from 'react';
import { idleMs } from './activity.ts';
import { createAutoRefresh, type AutoRefresh } from './auto-refresh.ts';

/**
 * The page's one refresh timer. `refresh` re-reads in the background; `isHeld` is asked at every tick. The
 * component that shows the countdown subscribes to the result, so the page itself does not render every second.
 */
export function useAutoRefresh(refresh: () => void, isHeld: () => boolean): AutoRefresh {
  const latest = useRef({ refresh, isHeld });
  useEffect(() => {
    latest.current = { refresh, isHeld };
  });
  const [engine] = useState(() =>
    createAutoRefresh({
      refresh: () => latest.current.refresh(),
      isHeld: () => latest.current.isHeld(),
      isHidden: () => document.hidden,
      idleMs,
      intervalMs: orderRefreshIntervalMs,
      idleLimitMs: orderRefreshIdleStopMs,
    }),
  );
  useEffect(() => {
    const stop = engine.start();
    document.addEventListener('visibilitychange', engine.wake);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', engine.wake);
    };
  }, [engine]);
  return engine;
}
