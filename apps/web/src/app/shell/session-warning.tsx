import { Button, Modal } from '@mantine/core';
import { validateToken } from '@suanpan/contract/endpoints/login';
import { sessionEndWarningS, sessionIdleMinutes } from '@suanpan/domain/limits';
import { useEffect, useState } from 'react';
import { LoginForm } from '../../public/login/login-form.tsx';
import type { LoginSuccess } from '../../public/login/use-login.ts';
import { call, lastForegroundCallAt } from '../../lib/api.ts';
import { now } from '../../lib/clock.ts';
import { useSelf } from '../../lib/own-user.ts';
import { currentSession, impersonatedId, storeSession } from '../../lib/session.ts';
import { closeSocket, openSocket } from '../../lib/socket.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './dialogs.module.css';

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
  const t = useWords('shell');
  const self = useSelf();
  const [shown, setShown] = useState<Ending | null>(null);
  useEffect(() => {
    const timer = setInterval(() => setShown(ending()), 1_000);
    return () => clearInterval(timer);
  }, []);
  if (!shown) return null;
  const renew = async (success: LoginSuccess): Promise<void> => {
    storeSession({ token: success.access_token, expiresAt: success.expires_at });
    closeSocket();
    await openSocket();
    setShown(null);
  };
  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      title={t('session.endingTitle')}
    >
      <p className={styles.message} role="timer">
        {t('session.endingText', { seconds: shown.seconds })}
      </p>
      {shown.needsLogin ? (
        impersonatedId === null && <LoginForm fixedUsername={self.username} onSuccess={renew} />
      ) : (
        <div className={styles.foot}>
          <Button data-autofocus onClick={() => void call(validateToken, {}).then(() => setShown(null))}>
            {t('session.stay')}
          </Button>
        </div>
      )}
    </Modal>
  );
}
