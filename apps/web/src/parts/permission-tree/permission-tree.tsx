import { Button, TextInput } from '@mantine/core';
import { permissions as allPermissions, type Permission } from '@suanpan/domain/access/permissions';
import { IconSearch } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useWords } from '../../lib/use-words.ts';
import { TreeGroupRows } from './tree-group.tsx';
import styles from './permission-tree.module.css';
import { permissionsIn, stateOf, toggled, treeOf, type TreeGroup } from './tree-shape.ts';

interface PermissionTreeProps {
  readonly value: ReadonlySet<Permission>;
  /** Absent: the tree is only looked at. */
  readonly onChange?: (next: ReadonlySet<Permission>) => void;
  /** The most that the holder can ever have; nothing else is shown. All by default. */
  readonly offered?: readonly Permission[];
  /** What the person who grants has himself: the rest is shown, but shut. Everything offered by default. */
  readonly grantable?: ReadonlySet<string>;
  /** What stood before: additions and removals are marked. */
  readonly before?: ReadonlySet<string>;
}

/** Permissions in the groups of the menu, each box full, empty or in between; found by their words or their code. */
export function PermissionTree({ value, onChange, offered, grantable, before }: PermissionTreeProps) {
  const t = useWords('roles');
  const [wanted, setWanted] = useState('');
  const [onlyChosen, setOnlyChosen] = useState(false);
  const offeredSet = useMemo<ReadonlySet<string>>(() => new Set(offered ?? allPermissions), [offered]);
  const whole = useMemo(() => treeOf(offeredSet), [offeredSet]);
  // Three hundred boxes at once help nobody: what holds nothing yet begins folded.
  const [folded, setFolded] = useState<ReadonlySet<string>>(
    () =>
      new Set(
        whole
          .filter(({ screens }) => stateOf(value, permissionsIn(screens)) === 'none')
          .map(({ key }) => key),
      ),
  );
  const free = useMemo(
    () => new Set([...offeredSet].filter((one) => grantable?.has(one) ?? true)),
    [offeredSet, grantable],
  );
  const found = useFound(whole, useDeferredValue(wanted));
  const groups = onlyChosen ? keep(found, (permission) => value.has(permission)) : found;
  const shown = groups.flatMap(({ screens }) => permissionsIn(screens));
  const chosenCount = [...offeredSet].filter((permission) => value.has(permission as Permission)).length;
  const set = onChange
    ? (permissions: readonly Permission[], isOn: boolean) => onChange(toggled(value, permissions, isOn, free))
    : undefined;
  const isAllFolded = groups.every(({ key }) => folded.has(key));
  return (
    <div className={styles.tree}>
      <div className={styles.tools}>
        <TextInput
          type="search"
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
          placeholder={t('tree.search')}
          aria-label={t('tree.search')}
          leftSection={<IconSearch size={15} />}
          className={styles.search}
        />
        <label className={styles.only}>
          <input
            type="checkbox"
            checked={onlyChosen}
            onChange={(event) => setOnlyChosen(event.currentTarget.checked)}
          />
          {t('tree.onlyChosen')}
        </label>
        <span className={`${styles.count} num`} role="status">
          {t('tree.count', { chosen: chosenCount, offered: offeredSet.size })}
        </span>
        <span className={styles.buttons}>
          {set && (
            <>
              <Button variant="subtle" size="xs" onClick={() => set(shown, true)}>
                {t('tree.all')}
              </Button>
              <Button variant="subtle" size="xs" onClick={() => set(shown, false)}>
                {t('tree.none')}
              </Button>
            </>
          )}
          <Button
            variant="subtle"
            size="xs"
            onClick={() => setFolded(new Set(isAllFolded ? [] : groups.map(({ key }) => key)))}
          >
            {isAllFolded ? t('tree.expand') : t('tree.collapse')}
          </Button>
        </span>
      </div>
      {groups.length === 0 && <p className={styles.nothing}>{t('tree.empty')}</p>}
      {groups.map((group) => (
        <TreeGroupRows
          key={group.key}
          group={group}
          value={value}
          free={free}
          before={before}
          isFolded={folded.has(group.key) && wanted === '' && !onlyChosen}
          onFold={(isFolded) => {
            const next = new Set(folded);
            if (isFolded) next.add(group.key);
            else next.delete(group.key);
            setFolded(next);
          }}
          set={set}
        />
      ))}
    </div>
  );
}

function keep(
  groups: readonly TreeGroup[],
  matches: (permission: Permission) => boolean,
): readonly TreeGroup[] {
  return groups.flatMap((group) => {
    const screens = group.screens.flatMap((screen) => {
      const verbs = screen.verbs.filter(({ permission }) => matches(permission));
      return verbs.length === 0 ? [] : [{ ...screen, verbs }];
    });
    return screens.length === 0 ? [] : [{ ...group, screens }];
  });
}

/** A group or a screen that is called so shows whole; otherwise only the verbs that are. */
function useFound(groups: readonly TreeGroup[], wanted: string): readonly TreeGroup[] {
  const screens = useWords('screens');
  const words = useWords('permissions');
  return useMemo(() => {
    const text = wanted.trim().toLowerCase();
    if (text === '') return groups;
    const has = (label: string): boolean => label.toLowerCase().includes(text);
    const labels = new Map<Permission, string[]>();
    for (const group of groups)
      for (const { route, verbs } of group.screens)
        for (const { verb, permission } of verbs)
          labels.set(permission, [
            permission,
            words(`verbs.${verb as 'get'}`),
            screens(`titles.${route}`),
            screens(`groups.${group.key as 'data'}`),
          ]);
    return keep(groups, (permission) => labels.get(permission)?.some(has) === true);
  }, [groups, wanted, screens, words]);
}
