import { TextInput } from '@mantine/core';
import { permissions, type Permission } from '@suanpan/domain/access/permissions';
import { presets } from '@suanpan/domain/access/presets';
import { roleNames } from '@suanpan/domain/access/roles';
import {
  agentOnlyPermissions,
  allowedWhileActing,
  stepUpPermissions,
} from '@suanpan/domain/access/sensitive';
import { approvalActs } from '@suanpan/domain/approvals';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useWords } from '../../../lib/use-words.ts';
import { treeOf, type TreeScreen, type TreeVerb } from '../../../parts/permission-tree/tree-shape.ts';
import styles from './catalogue.module.css';

const everything = treeOf(new Set(permissions));
const needsTwo: ReadonlySet<Permission> = new Set(Object.values(approvalActs).map((act) => act.permission));
const holders = new Map(
  permissions.map((permission) => [
    permission,
    roleNames.filter((role) => presets[role].includes(permission)),
  ]),
);

/** Every permission there is: its name, who has it from the start, and what guards it. */
export function Catalogue() {
  const t = useWords('roles');
  const screens = useWords('screens');
  const words = useWords('permissions');
  const [wanted, setWanted] = useState('');
  const groups = useMemo(() => {
    const text = wanted.trim().toLowerCase();
    const matches = (screen: TreeScreen, { verb, permission }: TreeVerb): boolean =>
      [permission, words(`verbs.${verb as 'get'}`), screens(`titles.${screen.route}`)].some((label) =>
        label.toLowerCase().includes(text),
      );
    return everything
      .map((group) => ({
        ...group,
        rows: group.screens.flatMap((screen) =>
          screen.verbs.filter((verb) => matches(screen, verb)).map((verb) => ({ screen, verb })),
        ),
      }))
      .filter(({ rows }) => rows.length > 0);
  }, [wanted, screens, words]);
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <div className={styles.catalogue}>
      <div className={styles.tools}>
        <TextInput
          type="search"
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
          placeholder={t('tree.search')}
          aria-label={t('tree.search')}
          leftSection={<IconSearch size={15} />}
        />
        <span className="num" role="status">
          {count} / {permissions.length}
        </span>
      </div>
      <div className={styles.scroller} tabIndex={0} role="region" aria-label={t('access.catalogue')}>
        {groups.length === 0 && <p className={styles.nothing}>{t('tree.empty')}</p>}
        {groups.map((group) => (
          <section key={group.key}>
            <h2>{screens(`groups.${group.key as 'data'}`)}</h2>
            <ul>
              {group.rows.map(({ screen, verb: { verb, permission } }) => (
                <li key={permission}>
                  <span>
                    {screens(`titles.${screen.route}`)} · <strong>{words(`verbs.${verb as 'get'}`)}</strong>
                    <code>{permission}</code>
                  </span>
                  <Holders permission={permission} />
                  <Guards permission={permission} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}

function Holders({ permission }: { permission: Permission }) {
  const t = useWords('roles');
  const statuses = useWords('statuses');
  const held = holders.get(permission) ?? [];
  return (
    <span className={styles.holders}>
      <small>{t('access.holders')}</small>
      {held.length === 0 ? '–' : held.map((role) => statuses(`role.${role}`)).join(' · ')}
    </span>
  );
}

function Guards({ permission }: { permission: Permission }) {
  const t = useWords('roles');
  const guards = [
    [needsTwo.has(permission), 'fourEyes'],
    [stepUpPermissions.has(permission), 'sensitive'],
    [agentOnlyPermissions.has(permission), 'agentOnly'],
    [!allowedWhileActing.has(permission), 'notWhileActing'],
  ] as const;
  return (
    <span className={styles.guards}>
      {guards.flatMap(([isGuarded, name]) =>
        isGuarded
          ? [
              <span key={name} data-guard={name}>
                {t(`access.${name}`)}
              </span>,
            ]
          : [],
      )}
    </span>
  );
}
