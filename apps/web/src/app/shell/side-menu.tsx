import { IconChevronDown, IconDownload, IconLogout } from '@tabler/icons-react';
import { memo, useEffect, useRef, useState } from 'react';
import { useMay, useMenu } from '../../lib/own-user.ts';
import { usePreference } from '../../lib/preferences.ts';
import { useWords } from '../../lib/use-words.ts';
import { signOut } from '../session-flow.ts';
import { groupIcon } from './group-icons.ts';
import { MenuLink, waitingIn } from './menu-link.tsx';
import { menuRowOf } from './menu-row.ts';
import type { OpenTab } from './open-tabs.ts';
import styles from './side-menu.module.css';

interface SideMenuProps {
  readonly front: OpenTab | undefined;
  /** An entry was followed: a drawer closes. */
  readonly onFollow?: () => void;
}

const nothingOpen: string[] = [];

/** The server's menu in groups that fold and remember it; below it, fixed, the download list and the way out. */
export const SideMenu = memo(function SideMenu({ front, onFollow }: SideMenuProps) {
  const t = useWords('shell');
  const may = useMay();
  const groups = useMenu();
  const [open, remember] = usePreference('menu.open', nothingOpen);
  const current = front && menuRowOf(groups, front.name, front.search);
  const frontGroup = groups.find((group) => current && group.children.includes(current))?.key;
  // The front page's group is open from the first paint on; folding it is the user's own choice until he comes again.
  const [entered, setEntered] = useState({ group: frontGroup, isFolded: false });
  if (entered.group !== frontGroup) setEntered({ group: frontGroup, isFolded: false });
  const isOpen = (key: string): boolean => open.includes(key) || (key === frontGroup && !entered.isFolded);
  const toggle = (key: string): void => {
    const opens = !isOpen(key);
    if (key === frontGroup) setEntered({ group: key, isFolded: !opens });
    remember(opens ? [...open, key] : open.filter((other) => other !== key));
  };
  // Whoever comes by a link or a search sees where in the menu he is.
  const entry = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    entry.current?.scrollIntoView({ block: 'nearest' });
  }, [current?.name, current?.title]);
  return (
    <nav className={styles.menu} aria-label={t('menu')}>
      <ul className={styles.groups}>
        {groups.map((group) => {
          const Icon = groupIcon(group.icon);
          const waiting = waitingIn(group);
          return (
            <li key={group.key}>
              <button
                type="button"
                className={styles.group}
                aria-expanded={isOpen(group.key)}
                onClick={() => toggle(group.key)}
              >
                <Icon size={16} stroke={1.8} />
                <span>{group.title}</span>
                {!isOpen(group.key) && waiting > 0 && <b className="num">{waiting}</b>}
                <IconChevronDown size={13} aria-hidden />
              </button>
              {isOpen(group.key) && (
                <ul>
                  {group.children.map((child) => (
                    <li key={`${child.name}${child.title}`}>
                      <MenuLink
                        ref={child === current ? entry : undefined}
                        entry={child}
                        isCurrent={child === current}
                        onFollow={onFollow}
                      />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
      <div className={styles.fixed}>
        {may('downloadPage.get') && (
          <a
            className={styles.entry}
            href="#/wrap/downloadPage"
            aria-current={front?.name === 'downloadPage' ? 'page' : undefined}
            onClick={onFollow}
          >
            <IconDownload size={16} stroke={1.8} />
            <span>{t('downloadList')}</span>
          </a>
        )}
        <button type="button" className={styles.entry} onClick={() => void signOut()}>
          <IconLogout size={16} stroke={1.8} />
          <span>{t('signOut')}</span>
        </button>
      </div>
    </nav>
  );
});
