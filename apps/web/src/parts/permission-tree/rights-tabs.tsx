import { Tabs } from '@mantine/core';
import type { Permission } from '@suanpan/domain/access/permissions';
import type { ReactNode } from 'react';
import { useWords } from '../../lib/use-words.ts';
import { Compare, type Compared } from './compare.tsx';
import { Sight } from './sight.tsx';
import styles from './rights-form.module.css';

interface RightsTabsProps {
  /** Whose rights they are. */
  readonly name: string;
  readonly permissions: ReadonlySet<Permission>;
  /** Roles that they can be held against. */
  readonly others: readonly Compared[];
  /** The tree, which is read or changed as its form wants it. */
  readonly tree: ReactNode;
  /** What else there is to say of them. */
  readonly more?: { readonly title: ReactNode; readonly content: ReactNode } | undefined;
}

/** Rights from all sides: what they are, what one sees with them, and how they differ from others. */
export function RightsTabs({ name, permissions, others, tree, more }: RightsTabsProps) {
  const t = useWords('roles');
  return (
    <Tabs
      defaultValue="permissions"
      keepMounted={false}
      classNames={{ root: styles.tabs, list: styles.tabList, panel: styles.panel }}
    >
      <Tabs.List>
        <Tabs.Tab value="permissions">{t('role.tabPermissions')}</Tabs.Tab>
        <Tabs.Tab value="sight">{t('role.tabSight')}</Tabs.Tab>
        <Tabs.Tab value="compare">{t('role.tabCompare')}</Tabs.Tab>
        {more && <Tabs.Tab value="more">{more.title}</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="permissions">{tree}</Tabs.Panel>
      <Tabs.Panel value="sight" tabIndex={0}>
        <Sight permissions={permissions} />
      </Tabs.Panel>
      <Tabs.Panel value="compare">
        <Compare name={name} permissions={permissions} others={others} />
      </Tabs.Panel>
      {more && <Tabs.Panel value="more">{more.content}</Tabs.Panel>}
    </Tabs>
  );
}
