import { Button, Menu, Tabs } from '@mantine/core';
import { userInfo, type UserInfo } from '@suanpan/contract/endpoints/user-facets';
import type { RoleName } from '@suanpan/domain/access/roles';
import { IconChevronUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Copy } from '../../kit/copy.tsx';
import { Fault } from '../../kit/fault.tsx';
import { SideDrawer } from '../../kit/side-drawer.tsx';
import { call } from '../../lib/api.ts';
import { textAt } from '../../lib/list-paging.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useWords } from '../../lib/use-words.ts';
import { AuditTab } from '../audit-tab.tsx';
import { useUserActions } from './actions.tsx';
import { UserStatusTag } from './status.tsx';
import { OverviewTab } from './overview-tab.tsx';
import styles from '../order/drawer.module.css';
import own from './user-drawer.module.css';

const MoneyTab = lazy(async () => ({ default: (await import('./money-tab.tsx')).MoneyTab }));
const AccessTab = lazy(async () => ({ default: (await import('./access-tab.tsx')).AccessTab }));
const RatesTab = lazy(async () => ({ default: (await import('./rates-tab.tsx')).RatesTab }));
const LoginsTab = lazy(async () => ({ default: (await import('./logins-tab.tsx')).LoginsTab }));
const TurnoverTab = lazy(async () => ({ default: (await import('./turnover-tab.tsx')).TurnoverTab }));
const SubsTab = lazy(async () => ({ default: (await import('./subs-tab.tsx')).SubsTab }));

/** The acts of every day stand as buttons, the others behind them. */
const buttonsShown = 2;
const withMoney: readonly RoleName[] = ['agent', 'subAgent', 'customer', 'middleman'];
const hasMoney = ({ role_name }: UserInfo): boolean => withMoney.includes(role_name);
const isMoneySeen = (user: UserInfo): boolean => hasMoney(user) && user.balance !== null;
const isOwner = ({ role_name }: UserInfo): boolean => role_name !== 'staffSub' && role_name !== 'customerSub';
const always = (): boolean => true;

/** The sides of a user, each for those who have it. */
const tabs = [
  { name: 'overview', of: always, Tab: OverviewTab },
  { name: 'money', of: isMoneySeen, Tab: MoneyTab },
  { name: 'channels', of: hasMoney, Tab: RatesTab },
  { name: 'changelogs', of: isMoneySeen, Tab: TurnoverTab },
  { name: 'permissions', of: always, Tab: AccessTab },
  { name: 'subs', of: isOwner, Tab: SubsTab },
  { name: 'logins', of: always, Tab: LoginsTab },
  { name: 'audit', of: always, Tab: ({ user }: { user: UserInfo }) => <AuditTab kind="user" id={user.id} /> },
] as const;

/** One user from every side; the tab stands in the address, so that a link leads to it. */
export function UserDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useWords('users');
  const { data, error, refetch } = useQuery({
    queryKey: ['user', id, 'info'],
    queryFn: ({ signal }) => call(userInfo, { id }, { signal }),
  });
  return (
    <SideDrawer onClose={onClose} size={760} title={t('drawer.title')}>
      {error && !data && (
        <div className={styles.panel}>
          <Fault fault={error} onRetry={() => void refetch()} />
        </div>
      )}
      {data && <Detail user={data} />}
    </SideDrawer>
  );
}

function Detail({ user }: { user: UserInfo }) {
  const t = useWords('users');
  const common = useWords('common');
  const { search, setSearch } = useScreenPlace();
  const { actionsOf, dialog } = useUserActions();
  const shownTabs = tabs.filter(({ of }) => of(user));
  const wanted = textAt(search, 'tab');
  const shown = shownTabs.find(({ name }) => name === wanted)?.name ?? 'overview';
  const actions = actionsOf(user);
  const [first, rest] = [actions.slice(0, buttonsShown), actions.slice(buttonsShown)];
  return (
    <>
      <section className={styles.head} tabIndex={-1} data-autofocus>
        <div className={styles.amount}>
          <span>{user.name}</span>
          <UserStatusTag user={user} />
        </div>
        <dl className={styles.facts}>
          <dt>{t('columns.username')}</dt>
          <dd>
            <Copy text={user.username} />
          </dd>
          <dt>{t('columns.id')}</dt>
          <dd>
            <Copy text={user.user_id} />
          </dd>
          <dt>{t('columns.type')}</dt>
          <dd>{user.type}</dd>
          <dt>{user.owner_id === null ? t('columns.agent') : t('columns.owner')}</dt>
          <dd>
            {user.owner_id === null
              ? user.agent_id === null
                ? '–'
                : `${user.agent_name ?? ''} · ${user.agent_id}`
              : `${user.owner_name ?? ''} · ${user.owner_id}`}
          </dd>
          {user.counts_as !== null && (
            <>
              <dt>{t('columns.countsAs')}</dt>
              <dd>{user.counts_as}</dd>
            </>
          )}
        </dl>
      </section>
      <Tabs
        value={shown}
        onChange={(tab) => setSearch({ ...search, tab: tab === 'overview' || tab === null ? '' : tab })}
        keepMounted={false}
        classNames={{ root: styles.tabs, list: `${styles.tabList} ${own.tabs}`, panel: styles.panel }}
      >
        <Tabs.List>
          {shownTabs.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {t(`drawer.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shownTabs.map(({ name, Tab }) => (
          <Tabs.Panel key={name} value={name} tabIndex={0}>
            <Suspense fallback={null}>
              <Tab user={user} />
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
      {actions.length > 0 && (
        <footer className={own.foot}>
          {rest.length > 0 && (
            <Menu position="top-end" withinPortal>
              <Menu.Target>
                <Button variant="default" rightSection={<IconChevronUp size={14} aria-hidden />}>
                  {common('buttons.more')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {rest.map((action) => (
                  <Menu.Item
                    key={action.key}
                    onClick={action.run}
                    {...(action.isDangerous === true ? { color: 'red' } : {})}
                  >
                    {action.label}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )}
          {first.map((action) => (
            <Button key={action.key} variant="default" onClick={action.run}>
              {action.label}
            </Button>
          ))}
        </footer>
      )}
      {dialog}
    </>
  );
}
