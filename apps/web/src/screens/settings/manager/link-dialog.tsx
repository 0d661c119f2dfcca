import { Button } from '@mantine/core';
import { Copy } from '../../../kit/copy.tsx';
import { Modal } from '../../../kit/modal.tsx';
import { useWords } from '../../../lib/use-words.ts';
import { Instant } from '../../../kit/instant.tsx';
import styles from './manager.module.css';

export interface IssuedLink {
  readonly name: string;
  readonly code: string;
  readonly expiresAt: string;
}

/** The link is shown once: only its owner ever sets the password behind it. */
export function LinkDialog({ link, onClose }: { link: IssuedLink; onClose: () => void }) {
  const t = useWords('roles');
  const common = useWords('common');
  const address = `${location.origin}/#/userLogin?code=${link.code}`;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('manager.link')}
      size="lg"
      closeButtonProps={{ 'aria-label': common('buttons.close') }}
    >
      <div className={styles.link}>
        <p>{t('manager.linkHint', { name: link.name })}</p>
        <Copy text={address}>{address}</Copy>
        <small>
          <Instant at={link.expiresAt} />
        </small>
        <Button onClick={onClose}>{common('buttons.close')}</Button>
      </div>
    </Modal>
  );
}
