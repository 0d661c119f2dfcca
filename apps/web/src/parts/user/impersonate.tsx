import { Button } from '@mantine/core';
import { impersonate } from '@suanpan/contract/endpoints/impersonation';
import { impersonationCodeS } from '@suanpan/domain/limits';
import { IconExternalLink } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Confirm } from '../../kit/confirm.tsx';
import { Modal } from '../../kit/modal.tsx';
import { call } from '../../lib/api.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './user.module.css';

interface ImpersonateProps {
  readonly user: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}

/** The address at which a code is exchanged; the id is there to be seen, the code alone opens. */
function addressOf(id: string, code: string): string {
  return `${location.pathname}?id=${id}#/enter?code=${code}`;
}

/** "Log in as user": reason and step-up, then a tab of its own that cannot reach back to this one. */
export function Impersonate({ user, onClose }: ImpersonateProps) {
  const t = useWords('personal');
  const made = useRef<string | null>(null);
  const [address, setAddress] = useState<string | null>(null);
  if (address !== null) return <Opened address={address} onClose={onClose} />;
  return (
    <Confirm
      title={t('impersonate.title', { name: user.name })}
      effect={t('impersonate.effect', { name: user.name, id: user.id })}
      confirmLabel={t('impersonate.confirm')}
      asks={['reason', 'payment_password', 'one_code']}
      act={async ({ reason, stepUp }) => {
        const way = await call(impersonate, { id: user.id, reason, ...stepUp });
        made.current = addressOf(user.id, way.code);
        window.open(made.current, '_blank', 'noopener');
      }}
      onClose={() => (made.current === null ? onClose() : setAddress(made.current))}
    />
  );
}

/** A browser tells nobody whether it held the tab back, so the way stays open here while the code lives. */
function Opened({ address, onClose }: { address: string; onClose: () => void }) {
  const t = useWords('personal');
  const common = useWords('common');
  const [seconds, setSeconds] = useState<number>(impersonationCodeS);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((left) => Math.max(0, left - 1)), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('impersonate.openedTitle')}
      closeButtonProps={{ 'aria-label': common('buttons.close') }}
    >
      <p className={styles.text}>
        {seconds > 0 ? t('impersonate.openedText', { seconds }) : t('impersonate.ended')}
      </p>
      <footer className={styles.foot}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {common('buttons.close')}
        </Button>
        {seconds > 0 && (
          <Button
            component="a"
            href={address}
            target="_blank"
            rel="noopener"
            variant="light"
            rightSection={<IconExternalLink size={14} aria-hidden />}
            onClick={onClose}
          >
            {t('impersonate.open')}
          </Button>
        )}
      </footer>
    </Modal>
  );
}
