import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import { BindingWizard } from '../../kit/binding-wizard.tsx';
import { Modal } from '../../kit/modal.tsx';
import { useWords } from '../../lib/use-words.ts';
import { signOut } from '../session-flow.ts';
import styles from './dialogs.module.css';

/** The wizard over everything; the only other way is out. */
export function BindingDialog(props: ComponentProps<typeof BindingWizard>) {
  const t = useWords('login');
  const shell = useWords('shell');
  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('binding.title')}
      size="lg"
    >
      <p className={styles.message}>{t('binding.intro')}</p>
      <BindingWizard {...props} />
      <div className={styles.leave}>
        <Button variant="subtle" size="xs" onClick={() => void signOut()}>
          {shell('signOut')}
        </Button>
      </div>
    </Modal>
  );
}
