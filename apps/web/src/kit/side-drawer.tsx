import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../lib/use-words.ts';
import styles from './side-drawer.module.css';

interface SideDrawerProps {
  readonly title: ReactNode;
  /** Pixels where there is room; on a narrow screen it covers everything. */
  readonly size: number;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** One thing from all its sides, beside the list it was opened from. Mounted when it opens. */
export function SideDrawer({ title, size, onClose, children }: SideDrawerProps) {
  const t = useWords('common');
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={size}
      padding={0}
      overlayProps={{ backgroundOpacity: 0.18 }}
      title={<span className={styles.title}>{title}</span>}
      closeButtonProps={{ 'aria-label': t('buttons.close') }}
      classNames={{ header: styles.header, body: styles.body, content: styles.content }}
    >
      {children}
    </Drawer>
  );
}
