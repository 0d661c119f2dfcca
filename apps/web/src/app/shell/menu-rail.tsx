import { Popover } from '@mantine/core';
import { IconDownload, IconLogout } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { useMay, useMenu } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import { signOut } from '../session-flow.ts';
import { groupIcon } from './group-icons.ts';
import { MenuLink, waitingIn } from './menu-link.tsx';
import { menuRowOf } from './menu-row.ts';
import type { OpenTab } from './open-tabs.ts';
import styles from './side-menu.module.css';

/** The menu as icons: each group opens beside it. */
export const MenuRail = memo(function MenuRail({ front }: { front: OpenTab | undefined }) {
  const t = useWords('shell');
  const may = useMay();
  const groups = useMenu();
  const [opened, setOpened] = useState<string | null>(null);
  const current = front && menuRowOf(groups, front.name, front.search);
  return (
    <nav className={styles.rail} aria-label={t('menu')}>
      <ul>
        {groups.map((group) => {
          const Icon = groupIcon(group.icon);
          return (
            <li key={group.key}>
              <Popover
                opened={opened === group.key}
                onChange={(isOpen) => setOpened(isOpen ? group.key : null)}
                position="right-start"
                offset={6}
                shadow="md"
                trapFocus
                returnFocus
              >
                <Popover.Target>
                  <button
                    type="button"
                    className={styles.icon}
                    aria-label={group.title}
                    title={group.title}
                    data-current={(current && group.children.includes(current)) || undefined}
                    onClick={() => setOpened(opened === group.key ? null : group.key)}
                  >
                    <Icon size={19} stroke={1.8} />
                    {waitingIn(group) > 0 && <i aria-hidden />}
                  </button>
                </Popover.Target>
                <Popover.Dropdown className={styles.flyout}>
                  <strong>{group.title}</strong>
                  <ul>
                    {group.children.map((child) => (
                      <li key={`${child.name}${child.title}`}>
                        <MenuLink
                          entry={child}
                          isCurrent={child === current}
                          onFollow={() => setOpened(null)}
                        />
                      </li>
                    ))}
                  </ul>
                </Popover.Dropdown>
              </Popover>
            </li>
          );
        })}
      </ul>
      <div>
        {may('downloadPage.get') && (
          <a
            className={styles.icon}
            href="#/wrap/downloadPage"
            aria-label={t('downloadList')}
            title={t('downloadList')}
            data-current={front?.name === 'downloadPage' || undefined}
          >
            <IconDownload size={19} stroke={1.8} />
          </a>
        )}
        <button
          type="button"
          className={styles.icon}
          aria-label={t('signOut')}
          title={t('signOut')}
          onClick={() => void signOut()}
        >
          <IconLogout size={19} stroke={1.8} />
        </button>
      </div>
    </nav>
  );
});
