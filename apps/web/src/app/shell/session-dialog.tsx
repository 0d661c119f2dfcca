import { Button, Modal } from '@mantine/core';
import { validateToken } from '@suanpan/contract/endpoints/login';
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
  readonly needsLogin: boolean;
  readonly onRenewed: () => void;
}

export function SessionDialog({ seconds, needsLogin, onRenewed }: SessionDialogProps) {
  const t = useWords('shell');
  const self = useSelf();
  const renew = async (success: LoginSuccess): Promise<void> => {
    storeSession({ token: success.access_token, expiresAt: success.expires_at });
    closeSocket();
    await openSocket();
    onRenewed();
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
        {t('session.endingText', { seconds })}
      </p>
      {needsLogin ? (
        impersonatedId === null && <LoginForm fixedUsername={self.username} onSuccess={renew} />
      ) : (
        <div className={styles.foot}>
          <Button data-autofocus onClick={() => void call(validateToken, {}).then(onRenewed)}>
            {t('session.stay')}
          </Button>
        </div>
      )}
    </Modal>
  );
}
