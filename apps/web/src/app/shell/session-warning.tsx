import { self } from '@suanpan/contract/endpoints/self';
import { validateToken } from '@suanpan/contract/endpoints/login';
import { sessionEndWarningS, sessionIdleMinutes } from '@suanpan/domain/limits';
import { lazy, Suspense, useEffect, useState } from 'react';
import { idleMs, silentMs } from '../../lib/activity.ts';
import { call } from '../../lib/api.ts';
import { now } from '../../lib/clock.ts';
import { currentSession } from '../../lib/session.ts';

const SessionDialog = lazy(async () => ({ default: (await import('./session-dialog.tsx')).SessionDialog }));

interface Ending {
  readonly seconds: number;
  /** An idle session lives on with one click; one at the end of its life needs a new login. */
  readonly isLast: boolean;
}

const idleLimitMs = sessionIdleMinutes * 60_000;
/** Whoever reads and scrolls without asking for anything is there all the same; the server is told now and then. */
const tellAfterMs = 5 * 60_000;
const presentMs = 60_000;

function ending(): Ending | null {
  const expiresAt = Date.parse(currentSession()?.expiresAt ?? '');
  const idleEnd = now() + idleLimitMs - silentMs();
  const isLast = !Number.isNaN(expiresAt) && expiresAt <= idleEnd;
  const seconds = Math.ceil(((isLast ? expiresAt : idleEnd) - now()) / 1_000);
  return seconds <= sessionEndWarningS ? { seconds: Math.max(0, seconds), isLast } : null;
}

/** Asks who one is without waking the session: the answer ends it here too when it is over (10001). */
function learnTheEnd(): void {
  call(self, {}, { background: true }).catch(() => null);
}

/** Two minutes before the session ends: stay with one click, or sign in again in place and keep the page. */
export function SessionWarning() {
  const [shown, setShown] = useState<Ending | null>(null);
  useEffect(() => {
    const timer = setInterval(() => {
      const next = ending();
      if (next === null && idleMs() < presentMs && silentMs() > tellAfterMs) {
        call(validateToken, {}, { keepSession: true }).catch(() => null);
      }
      if (next?.seconds === 0) learnTheEnd();
      setShown(next);
    }, 1_000);
    return () => clearInterval(timer);
  }, []);
  if (!shown) return null;
  return (
    <Suspense fallback={null}>
      <SessionDialog {...shown} onRenewed={() => setShown(null)} />
    </Suspense>
  );
}
