import { orderRefreshIdleStopMs, orderRefreshIntervalMs } from '@suanpan/domain/limits';
import { useEffect, useState } from 'react';
import { idleMs } from './activity.ts';
import { createAutoRefresh, type AutoRefresh } from './auto-refresh.ts';

/**
 * The page's one refresh timer. `refresh` re-reads in the background; `isHeld` is asked at every tick. The
 * component that shows the countdown subscribes to the result, so the page itself does not render every second.
 */
export function useAutoRefresh(refresh: () => void, isHeld: () => boolean): AutoRefresh {
  const [{ engine, page }] = useState(() => {
    const page = { refresh, isHeld };
    return {
      page,
      engine: createAutoRefresh({
        refresh: () => page.refresh(),
        isHeld: () => page.isHeld(),
        isHidden: () => document.hidden,
        idleMs,
        intervalMs: orderRefreshIntervalMs,
        idleLimitMs: orderRefreshIdleStopMs,
      }),
    };
  });
  useEffect(() => {
    Object.assign(page, { refresh, isHeld });
  });
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
