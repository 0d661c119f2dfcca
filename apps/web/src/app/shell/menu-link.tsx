import type { Ref } from 'react';
import { stringifyFlatSearch } from '../../lib/flat-search.ts';
import { screenRegistry } from '../screen-registry.tsx';
import { isRouteName } from './is-route-name.ts';
import type { MenuEntry, MenuGroup } from './menu-row.ts';
import styles from './side-menu.module.css';

interface MenuLinkProps {
  readonly entry: MenuEntry;
  readonly isCurrent: boolean;
  readonly onFollow?: (() => void) | undefined;
  readonly ref?: Ref<HTMLAnchorElement> | undefined;
}

export function hrefOf({ name, path, query = {} }: MenuEntry): string {
  return `#${path ?? `/wrap/${name}`}${stringifyFlatSearch(query)}`;
}

/** How much waits behind a group whose entries are out of sight. */
export function waitingIn({ children }: MenuGroup): number {
  return children.reduce((sum, { badge = 0 }) => sum + badge, 0);
}

/** One entry of the menu; its screen is fetched while the pointer rests on it. */
export function MenuLink({ entry, isCurrent, onFollow, ref }: MenuLinkProps) {
  const preload = isRouteName(entry.name) ? screenRegistry[entry.name].preload : undefined;
  return (
    <a
      ref={ref}
      className={styles.entry}
      href={hrefOf(entry)}
      aria-current={isCurrent ? 'page' : undefined}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={onFollow}
    >
      <span>{entry.title}</span>
      {entry.badge !== undefined && entry.badge > 0 && <b className="num">{entry.badge}</b>}
    </a>
  );
}
