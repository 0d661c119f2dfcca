import { sessionEndWarningS, sessionIdleMinutes } from '@suanpan/domain/limits';
import { lazy, Suspense, useEffect, useState } from 'react';
import { lastForegroundCallAt } from '../../lib/api.ts';
import { now } from '../../lib/clock.ts';
import { currentSession } from '../../lib/session.ts';

const SessionDialog = lazy(async () => ({ default: (await import('./session-dialog.tsx')).SessionDialog }));

interface Ending {
  readonly seconds: number;
  /** An idle session lives on with one click; one at the end of its life needs a new login. */
  readonly needsLogin: boolean;
}

function ending(): Ending | null {
  const expiresAt = Date.parse(currentSession()?.expiresAt ?? '');
  const idleEnd = lastForegroundCallAt() + sessionIdleMinutes * 60_000;
  const needsLogin = !Number.isNaN(expiresAt) && expiresAt <= idleEnd;
  const seconds = Math.ceil(((needsLogin ? expiresAt : idleEnd) - now()) / 1_000);
  return seconds <= sessionEndWarningS ? { seconds: Math.max(0, seconds), needsLogin } : null;
}

/** Two minutes before the session ends: stay with one click, or sign in again in place and keep the page. */
export function SessionWarning() {
  const [shown, setShown] = useState<Ending | null>(null);
  useEffect(() => {
    const timer = setInterval(() => setShown(ending()), 1_000);
    return () => clearInterval(timer);
  }, []);
  if (!shown) return null;
  return (
    <Suspense fallback={null}>
      <SessionDialog {...shown} onRenewed={() => setShown(null)} />
    </Suspense>
  );
}
