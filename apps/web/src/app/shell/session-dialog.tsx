import { Button } from '@mantine/core';
import { self as ownSelf } from '@suanpan/contract/endpoints/self';
import { useState } from 'react';
import { Modal } from '../../kit/modal.tsx';
import { LoginForm } from '../../public/login/login-form.tsx';
import type { LoginSuccess } from '../../public/login/use-login.ts';
import { call } from '../../lib/api.ts';
import { useSelf } from '../../lib/own-user.ts';
import { impersonatedId, storeSession } from '../../lib/session.ts';
import { closeSocket, openSocket } from '../../lib/socket.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './dialogs.module.css';

interface SessionDialogProps {
  readonly seconds: number;
  /** The session has reached its longest time: only a new login keeps the page. */
  readonly isLast: boolean;
  readonly onRenewed: () => void;
}

/** Stay, sign in again in place, or, where one acts for another, know that the visit ends. */
export function SessionDialog(props: SessionDialogProps) {
  if (!props.isLast) return <StayDialog {...props} />;
  return impersonatedId === null ? <LoginDialog {...props} /> : <VisitEnding seconds={props.seconds} />;
}

function StayDialog({ seconds, onRenewed }: SessionDialogProps) {
  const t = useWords('shell');
  const [isBusy, setBusy] = useState(false);
  const stay = async (): Promise<void> => {
    setBusy(true);
    // A session that is over answers 10001, which leads to the login by itself.
    await call(ownSelf, {}).then(onRenewed, () => setBusy(false));
  };
  return (
    <Frame title={t('session.endingTitle')}>
      <p className={styles.message} role="timer">
        {t('session.endingText', { seconds })}
      </p>
      <div className={styles.foot}>
        <Button data-autofocus loading={isBusy} onClick={() => void stay()}>
          {t('session.stay')}
        </Button>
      </div>
    </Frame>
  );
}

function LoginDialog({ onRenewed }: SessionDialogProps) {
  const t = useWords('shell');
  const { username } = useSelf();
  const renew = async (success: LoginSuccess): Promise<void> => {
    storeSession({ token: success.access_token, expiresAt: success.expires_at });
    closeSocket();
    await openSocket();
    onRenewed();
  };
  return (
    <Frame title={t('session.endingTitle')}>
      <p className={styles.message}>{t('session.loginAgain')}</p>
      <LoginForm fixedUsername={username} onSuccess={renew} />
    </Frame>
  );
}

function VisitEnding({ seconds }: { seconds: number }) {
  const t = useWords('shell');
  const [isSeen, setSeen] = useState(false);
  if (isSeen) return null;
  return (
    <Frame title={t('session.visitEndingTitle')}>
      <p className={styles.message} role="timer">
        {t('session.visitEndingText', { seconds })}
      </p>
      <div className={styles.foot}>
        <Button data-autofocus onClick={() => setSeen(true)}>
          {t('session.understood')}
        </Button>
      </div>
    </Frame>
  );
}

function Frame({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Modal opened onClose={() => {}} withCloseButton={false} closeOnEscape={false} title={title}>
      {children}
    </Modal>
  );
}
