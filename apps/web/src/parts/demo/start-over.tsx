import { Modal } from '@mantine/core';
import { useWords } from '../../lib/use-words.ts';

/** Nothing clears a ledger while it is served; says how a new demo is made. */
export function StartOver({ onClose }: { onClose: () => void }) {
  const t = useWords('demo');
  const common = useWords('common');
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('reset.title')}
      closeButtonProps={{ 'aria-label': common('buttons.close') }}
    >
      {t('reset.text')}
    </Modal>
  );
}
