import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconMenu2 } from '@tabler/icons-react';
import { memo } from 'react';
import { useSelf } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import { BrandMark } from '../../theme/brand-mark.tsx';
import { Balances } from './balances.tsx';
import { Bell } from './bell.tsx';
import { ClockHint } from './clock-hint.tsx';
import { ConnectionDot } from './connection-dot.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { SearchBox } from './search-box.tsx';
import { ThemeMenu } from './theme-menu.tsx';
import { UserMenu } from './user-menu.tsx';
import styles from './top-bar.module.css';

interface TopBarProps {
  readonly isDrawer: boolean;
  readonly isCollapsed: boolean;
  readonly onMenu: () => void;
  readonly onShortcuts: () => void;
}

export const TopBar = memo(function TopBar({ isDrawer, isCollapsed, onMenu, onShortcuts }: TopBarProps) {
  const t = useWords('shell');
  const { customized } = useSelf();
  const label = isDrawer ? t('openMenu') : isCollapsed ? t('expandMenu') : t('collapseMenu');
  return (
    <header className={styles.bar}>
      <div className={styles.left}>
        <button type="button" className={styles.icon} onClick={onMenu} aria-label={label} title={label}>
          {isDrawer ? (
            <IconMenu2 size={19} />
          ) : isCollapsed ? (
            <IconLayoutSidebarLeftExpand size={19} />
          ) : (
            <IconLayoutSidebarLeftCollapse size={19} />
          )}
        </button>
        <a href="#/wrap/index.statistics" className={styles.brand}>
          {customized.logo ? <img src={customized.logo} alt="" height={24} /> : <BrandMark size={24} />}
          <span>{customized.app_name}</span>
        </a>
      </div>
      <SearchBox />
      <div className={styles.right}>
        <ClockHint />
        <Balances />
        <ConnectionDot />
        <Bell />
        <LanguageMenu />
        <ThemeMenu />
        <UserMenu onShortcuts={onShortcuts} />
      </div>
    </header>
  );
});
