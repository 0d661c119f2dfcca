import { Drawer } from '@mantine/core';
import { useWords } from '../../lib/use-words.ts';
import type { OpenTab } from './open-tabs.ts';
import { SideMenu } from './side-menu.tsx';
import styles from './shell.module.css';

interface MenuDrawerProps {
  readonly front: OpenTab | undefined;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The menu below 992 px. */
export function MenuDrawer({ front, isOpen, onClose }: MenuDrawerProps) {
  const t = useWords('shell');
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      title={t('menu')}
      size={280}
      padding={0}
      classNames={{ header: styles.drawerHead, body: styles.drawerBody, content: styles.drawer }}
      closeButtonProps={{ 'aria-label': t('collapseMenu') }}
    >
      <SideMenu front={front} onFollow={onClose} />
    </Drawer>
  );
}
