import type { RouteName } from '@suanpan/domain/access/permissions';
import { IconChevronDown, IconDownload, IconLogout } from '@tabler/icons-react';
import { memo, useEffect, useEffectEvent, useRef } from 'react';
import { stringifyFlatSearch } from '../../lib/flat-search.ts';
import { useMenu } from '../../lib/own-user.ts';
import { usePreference } from '../../lib/preferences.ts';
import { useWords } from '../../lib/use-words.ts';
import { screenRegistry } from '../screen-registry.tsx';
import { signOut } from '../session-flow.ts';
import { groupIcon } from './group-icons.ts';
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
  const groups = useMenu();
  const [open, remember] = usePreference('menu.open', nothingOpen);
  const current = front && menuRowOf(groups, front.name, front.search);
  const frontGroup = groups.find((group) => current && group.children.includes(current))?.key;
  // Coming into another group unfolds it; folding it again is the user's own choice.
  const unfold = useEffectEvent((group: string) => {
    if (!open.includes(group)) remember([...open, group]);
  });
  useEffect(() => {
    if (frontGroup !== undefined) unfold(frontGroup);
  }, [frontGroup]);
  // Whoever comes by a link or a search sees where in the menu he is.
  const entry = useRef<HTMLAnchorElement>(null);
  const isUnfolded = frontGroup !== undefined && open.includes(frontGroup);
  useEffect(() => {
    if (isUnfolded) entry.current?.scrollIntoView({ block: 'nearest' });
  }, [current, isUnfolded]);
  const toggle = (key: string): void =>
    remember(open.includes(key) ? open.filter((other) => other !== key) : [...open, key]);
  return (
    <nav className={styles.menu} aria-label={t('menu')}>
      <ul className={styles.groups}>
        {groups.map((group) => {
          const Icon = groupIcon(group.icon);
          const isFolded = !open.includes(group.key);
          return (
            <li key={group.key}>
              <button
                type="button"
                className={styles.group}
                aria-expanded={!isFolded}
                onClick={() => toggle(group.key)}
              >
                <Icon size={16} stroke={1.8} />
                <span>{group.title}</span>
                <IconChevronDown size={13} aria-hidden />
              </button>
              {!isFolded && (
                <ul>
                  {group.children.map((child) => (
                    <li key={`${child.name}${child.title}`}>
                      <a
                        ref={child === current ? entry : undefined}
                        className={styles.entry}
                        href={`#${child.path ?? `/wrap/${child.name}`}${stringifyFlatSearch(child.query ?? {})}`}
                        aria-current={child === current ? 'page' : undefined}
                        onPointerEnter={screenRegistry[child.name as RouteName]?.preload}
                        onFocus={screenRegistry[child.name as RouteName]?.preload}
                        onClick={onFollow}
                      >
                        <span>{child.title}</span>
                        {child.badge !== undefined && child.badge > 0 && <b className="num">{child.badge}</b>}
                      </a>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
      <div className={styles.fixed}>
        <a
          className={styles.entry}
          href="#/wrap/downloadPage"
          aria-current={front?.name === 'downloadPage' ? 'page' : undefined}
          onClick={onFollow}
        >
          <IconDownload size={16} stroke={1.8} />
          <span>{t('downloadList')}</span>
        </a>
        <button type="button" className={styles.entry} onClick={() => void signOut()}>
          <IconLogout size={16} stroke={1.8} />
          <span>{t('signOut')}</span>
        </button>
      </div>
    </nav>
  );
});
