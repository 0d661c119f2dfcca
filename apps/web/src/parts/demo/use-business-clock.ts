import { useEffect, useState } from 'react';
import { businessNow } from '../../lib/clock.ts';
import { showInstant } from '../../lib/platform-time.ts';

const tickMs = 1_000;

/** What the business clock says now, and not when the page came. */
export function useBusinessClock(): string {
  const [now, setNow] = useState(businessNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(businessNow()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return showInstant(new Date(now).toISOString());
}
