import { Button } from '@mantine/core';
import type { OutputOf } from '@suanpan/contract/endpoint';
import { makePasswordLink } from '@suanpan/contract/endpoints/user-acts';
import { useRef, useState } from 'react';
import { Confirm } from '../../kit/confirm.tsx';
import { Modal } from '../../kit/modal.tsx';
import { call } from '../../lib/api.ts';
import { useWords } from '../../lib/use-words.ts';
import type { UserDialogProps } from './user-dialog.ts';
import { OneTimeLink } from './one-time-link.tsx';
import styles from './dialogs.module.css';

type Link = OutputOf<typeof makePasswordLink>;

/** Nobody but the user ever knows his password: whoever helps him hands over a link. */
export function LinkDialog({ user, onClose }: UserDialogProps) {
  const t = useWords('users');
  const c = useWords('common');
  const made = useRef<Link | null>(null);
  const [link, setLink] = useState<Link | null>(null);
  if (link === null) {
    return (
      <Confirm
        title={`${t('acts.password')} · ${user.username}`}
        effect={t('effects.password', { name: user.name })}
        confirmLabel={t('link.make')}
        act={async () => {
          made.current = await call(makePasswordLink, { id: user.id });
        }}
        onClose={() => (made.current === null ? onClose() : setLink(made.current))}
      />
    );
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('link.title')}
      closeButtonProps={{ 'aria-label': c('buttons.close') }}
    >
      <div className={styles.form}>
        <OneTimeLink name={user.name} link={link} />
        <footer className={styles.foot}>
          <Button onClick={onClose} data-autofocus>
            {c('buttons.close')}
          </Button>
        </footer>
      </div>
    </Modal>
  );
}
