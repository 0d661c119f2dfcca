import '../../theme/shell-styles.ts';
import { isRouteName } from './is-route-name.ts';
import type { RouteName } from '@suanpan/domain/access/permissions';
import { lazy, Suspense, use, useCallback, useEffect, useState } from 'react';
import { stringifyFlatSearch } from '../../lib/flat-search.ts';
import { useMenu } from '../../lib/own-user.ts';
import { toasts } from '../../lib/toast.ts';
import { usePreference } from '../../lib/preferences.ts';
import { useIsNarrow } from '../../lib/use-is-narrow.ts';
import { useWords } from '../../lib/use-words.ts';
import { AddressContext } from '../address.ts';
import { ConnectionLine } from './connection-dot.tsx';
import { ExportTray } from './export-tray.tsx';
import { ImpersonationBar } from './impersonation-bar.tsx';
import { watchNews } from './live-news.ts';
import { MaintenanceBar } from './maintenance-bar.tsx';
import { MessageDialog } from './message-dialog.tsx';
import { homeOf, menuRowOf } from './menu-row.ts';
import { awakeOf, neighbourOf, readTabs, visit, writeTabs, type OpenTab } from './open-tabs.ts';
import { SafeguardsBar } from './safeguards-bar.tsx';
import { ScreenPanel } from './screen-panel.tsx';
import { SessionWarning } from './session-warning.tsx';
import { MenuRail } from './menu-rail.tsx';
import { SideMenu } from './side-menu.tsx';
import { TabStrip } from './tab-strip.tsx';
import { ToastCorner } from './toast-corner.tsx';
import { TopBar } from './top-bar.tsx';
import { TwoFactorLock } from './two-factor-lock.tsx';
import { useJumpKeys } from './use-jump-keys.ts';
import styles from './shell.module.css';

const MenuDrawer = lazy(async () => ({ default: (await import('./menu-drawer.tsx')).MenuDrawer }));
const ShortcutSheet = lazy(async () => ({ default: (await import('./shortcut-sheet.tsx')).ShortcutSheet }));

function go(tab: OpenTab | null): void {
  location.hash = tab ? `#/wrap/${tab.name}${stringifyFlatSearch(tab.search)}` : '#/wrap/index.statistics';
}

/** Everything behind the login: bar, menu, open tabs, and the dialogs that may come from anywhere. */
export function Shell() {
  const t = useWords('shell');
  const screens = useWords('screens');
  const address = use(AddressContext);
  const path = address.path.replace(/^\/wrap(?:\/|$)/, '');
  const menu = useMenu();
  const home = homeOf(menu);
  // The bare layout path shows nothing, and who may not see the landing page nothing there: both lead home.
  const leadsHome = path === '' || (path === 'index.statistics' && home !== path);
  const front: RouteName | null = isRouteName(path) && !leadsHome ? path : null;
  // The page in front is open from the first paint on, so that neither its tab nor the menu moves what stands below.
  const [tabs, setTabs] = useState<readonly OpenTab[]>(() =>
    front === null ? readTabs() : visit(readTabs(), front, address.search),
  );
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [isCollapsed, setCollapsed] = usePreference<boolean>('menu.collapsed', false);
  const [hasShortcuts, setShortcuts] = useState(false);
  const isDrawer = useIsNarrow('tablet');
  // Too narrow for the menu beside a list: only its icons stand there, and the whole of it comes as a drawer.
  const isRailOnly = useIsNarrow('rail');
  const hasDrawer = isDrawer || isRailOnly;
  const side = isDrawer ? 'none' : isRailOnly || isCollapsed ? 'rail' : 'full';

  const showShortcuts = useCallback(() => setShortcuts(true), []);
  useJumpKeys(showShortcuts);
  useEffect(() => watchNews(), []);
  useEffect(() => {
    if (front !== null) setTabs((before) => visit(before, front, address.search));
    else if (leadsHome) location.replace(`#/wrap/${home}`);
  }, [front, leadsHome, home, address.search]);
  useEffect(() => writeTabs(tabs), [tabs]);

  const titleOf = ({ name, search }: OpenTab): string =>
    menuRowOf(menu, name, search)?.title ?? screens(`titles.${name}`);
  const frontTab = tabs.find((tab) => tab.name === front);
  const close = (name: RouteName): void => {
    const neighbour = neighbourOf(tabs, name);
    setTabs(tabs.filter((tab) => tab.name !== name));
    if (name === front) go(neighbour);
  };
  const toggleMenu = useCallback((): void => {
    if (hasDrawer) setDrawerOpen(true);
    else setCollapsed(!isCollapsed);
  }, [hasDrawer, isCollapsed, setCollapsed]);
  const awake = awakeOf(tabs);

  return (
    <div className={styles.shell} data-side={side}>
      <a href="#content" className={styles.skip} onClick={skipToContent}>
        {t('skipToContent')}
      </a>
      <MaintenanceBar />
      <SafeguardsBar />
      <ImpersonationBar />
      <TopBar
        isDrawer={hasDrawer}
        isCollapsed={isCollapsed}
        onMenu={toggleMenu}
        onShortcuts={showShortcuts}
      />
      {isDrawer && <ConnectionLine />}
      <div className={styles.body}>
        {side !== 'none' && (
          <aside className={styles.side}>
            {side === 'full' ? <SideMenu front={frontTab} /> : <MenuRail front={frontTab} />}
          </aside>
        )}
        {hasDrawer && (
          <Suspense fallback={null}>
            <MenuDrawer front={frontTab} isOpen={isDrawerOpen} onClose={() => setDrawerOpen(false)} />
          </Suspense>
        )}
        <div className={styles.main}>
          <TabStrip
            tabs={tabs}
            front={front}
            titleOf={titleOf}
            onClose={close}
            onCloseOthers={(name) => {
              if (tabs.length === 1) return;
              setTabs(tabs.filter((tab) => tab.name === name));
              go(tabs.find((tab) => tab.name === name) ?? null);
              toasts.emit({
                tone: 'ok',
                title: t('closedTabs', { count: tabs.length - 1 }),
                undo: () =>
                  setTabs((now) => [
                    ...tabs,
                    ...now.filter((tab) => !tabs.some(({ name: one }) => one === tab.name)),
                  ]),
              });
            }}
          />
          <main id="content" tabIndex={-1} className={styles.content}>
            {tabs
              .filter((tab) => awake.has(tab.name))
              .map((tab) => (
                <ScreenPanel
                  key={tab.name}
                  name={tab.name}
                  title={titleOf(tab)}
                  search={tab.search}
                  isFront={tab.name === front}
                />
              ))}
          </main>
        </div>
      </div>
      <TwoFactorLock />
      <SessionWarning />
      <MessageDialog />
      <ExportTray />
      {hasShortcuts && (
        <Suspense fallback={null}>
          <ShortcutSheet onClose={() => setShortcuts(false)} />
        </Suspense>
      )}
      <ToastCorner />
    </div>
  );
}

/** The hash is the router's, so the skip link moves the focus by itself. */
function skipToContent(event: React.MouseEvent): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#content')?.focus();
}
