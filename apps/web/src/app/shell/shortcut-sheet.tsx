import { useState } from 'react';
import { Modal } from '../../kit/modal.tsx';
import { keysAreOn, setKeysOn } from '../../lib/keys.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './dialogs.module.css';

/** The keys of the product, and the switch that turns them off. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const t = useWords('shell');
  const common = useWords('common');
  const [isOn, setOn] = useState(keysAreOn);
  const keys: readonly (readonly [string, string])[] = [
    ['/', t('search')],
    ['g o', t('shortcutOrders')],
    ['g p', t('shortcutPayouts')],
    ['j', t('shortcutNext')],
    ['k', t('shortcutPrevious')],
    ['Enter', t('shortcutOpen')],
    ['c', t('shortcutCopy')],
    ['r', t('shortcutRefresh')],
    ['Esc', t('shortcutClose')],
  ];
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('shortcuts')}
      closeButtonProps={{ 'aria-label': common('buttons.close') }}
    >
      <dl className={styles.keys}>
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => {
            setKeysOn(event.currentTarget.checked);
            setOn(event.currentTarget.checked);
          }}
        />
        {t('shortcutsOn')}
      </label>
    </Modal>
  );
}
