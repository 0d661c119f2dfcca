import { Button } from '@mantine/core';
import { Copy } from '../../kit/copy.tsx';
import { Modal } from '../../kit/modal.tsx';
import type { CallFault } from '../../lib/call-fault.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './dialogs.module.css';

export function FaultDialog({ fault, onClose }: { fault: CallFault; onClose: () => void }) {
  const t = useWords('common');
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('fault.title')}
      closeButtonProps={{ 'aria-label': t('buttons.close') }}
    >
      <p className={styles.message}>{fault.message}</p>
      {fault.requestId !== null && (
        <p className={styles.quiet}>
          <Copy text={fault.requestId}>{t('fault.requestId', { id: fault.requestId })}</Copy>
        </p>
      )}
      <div className={styles.foot}>
        <Button onClick={onClose} data-autofocus>
          {t('buttons.confirm')}
        </Button>
      </div>
    </Modal>
  );
}
