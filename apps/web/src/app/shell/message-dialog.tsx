import { Button, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Copy } from '../../kit/copy.tsx';
import type { CallFault } from '../../lib/call-fault.ts';
import { unhandledFault } from '../../lib/query-client.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './dialogs.module.css';

/** The general message dialog: the server's own words, unchanged, wherever no screen has a place for them. */
export function MessageDialog() {
  const t = useWords('common');
  const [fault, setFault] = useState<CallFault | null>(null);
  useEffect(() => unhandledFault.listen(setFault), []);
  if (!fault) return null;
  const close = (): void => setFault(null);
  return (
    <Modal
      opened
      onClose={close}
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
        <Button onClick={close} data-autofocus>
          {t('buttons.confirm')}
        </Button>
      </div>
    </Modal>
  );
}
