import { Button, Modal } from '@mantine/core';
import { useWords } from '../lib/use-words.ts';
import { useFocusBack } from './use-focus-back.ts';
import styles from './dialog-form.module.css';

interface DiscardQuestionProps {
  readonly onDiscard: () => void;
  readonly onStay: () => void;
}

/** Asks before what was typed and not saved is lost. Mounted when it opens. */
export function DiscardQuestion({ onDiscard, onStay }: DiscardQuestionProps) {
  const t = useWords('common');
  useFocusBack();
  return (
    <Modal
      opened
      onClose={onStay}
      title={t('unsaved.title')}
      closeButtonProps={{ 'aria-label': t('buttons.close') }}
    >
      <div className={styles.form}>
        <div className={styles.effect} data-dangerous>
          {t('unsaved.effect')}
        </div>
        <footer className={styles.foot}>
          <Button variant="default" onClick={onStay}>
            {t('buttons.cancel')}
          </Button>
          <Button color="red" onClick={onDiscard} data-autofocus>
            {t('unsaved.discard')}
          </Button>
        </footer>
      </div>
    </Modal>
  );
}
