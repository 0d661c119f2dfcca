import { Drawer } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useWords } from '../lib/use-words.ts';
import { DiscardQuestion } from './discard-question.tsx';
import { Unsaved } from './unsaved.ts';
import { useFocusBack } from './use-focus-back.ts';
import styles from './side-drawer.module.css';

interface SideDrawerProps {
  readonly title: ReactNode;
  /** Pixels where there is room; on a narrow screen it covers everything. */
  readonly size: number;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** One thing from all its sides, beside the list it was opened from. Mounted when it opens; asks before changes are lost. */
export function SideDrawer({ title, size, onClose, children }: SideDrawerProps) {
  const t = useWords('common');
  const [isUnsaved, setUnsaved] = useState(false);
  const [isAsking, setAsking] = useState(false);
  useFocusBack();
  return (
    <Drawer
      opened
      onClose={() => (isUnsaved ? setAsking(true) : onClose())}
      closeOnEscape={!isAsking}
      closeOnClickOutside={!isAsking}
      trapFocus={!isAsking}
      position="right"
      size={size}
      padding={0}
      overlayProps={{ backgroundOpacity: 0.18 }}
      title={<span className={styles.title}>{title}</span>}
      closeButtonProps={{ 'aria-label': t('buttons.close') }}
      classNames={{ header: styles.header, body: styles.body, content: styles.content }}
    >
      <Unsaved value={setUnsaved}>{children}</Unsaved>
      {isAsking && <DiscardQuestion onDiscard={onClose} onStay={() => setAsking(false)} />}
    </Drawer>
  );
}
