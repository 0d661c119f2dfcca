import { Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { isTyping, keysAreOn, setKeysOn } from '../../lib/keys.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './dialogs.module.css';

interface ShortcutSheetProps {
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

const chordMs = 1_200;
const places: Readonly<Record<string, string>> = {
  o: '#/wrap/collections.transactions',
  p: '#/wrap/payment.transactions',
};

/** `?` lists the keys, and this is where the two-key jumps are heard. */
export function ShortcutSheet({ isOpen, onOpen }: ShortcutSheetProps) {
  const t = useWords('shell');
  const common = useWords('common');
  const [isOn, setOn] = useState(keysAreOn);
  useEffect(() => {
    let waitsSince = 0;
    const press = (event: KeyboardEvent): void => {
      if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === '?') onOpen(true);
      if (!keysAreOn()) return;
      const place = places[event.key];
      if (event.key === 'g') waitsSince = event.timeStamp;
      else if (place !== undefined && event.timeStamp - waitsSince < chordMs) {
        waitsSince = 0;
        location.hash = place;
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [onOpen]);
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
      opened={isOpen}
      onClose={() => onOpen(false)}
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
