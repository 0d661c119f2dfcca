import { NativeSelect } from '@mantine/core';
import { presets } from '@suanpan/domain/access/presets';
import { roleNames } from '@suanpan/domain/access/roles';
import { useState } from 'react';
import { useWords } from '../../lib/use-words.ts';
import styles from './compare.module.css';
import { treeOf } from './tree-shape.ts';

export interface Compared {
  readonly key: string;
  readonly name: string;
  readonly permissions: readonly string[];
}

interface CompareProps {
  readonly name: string;
  readonly permissions: ReadonlySet<string>;
  /** Roles to hold it against; the presets of all kinds of users stand below them. */
  readonly others: readonly Compared[];
}

/** What only this one has and what only the other has, in the words of the menu. */
export function Compare({ name, permissions, others }: CompareProps) {
  const t = useWords('roles');
  const statuses = useWords('statuses');
  const [key, setKey] = useState('');
  const presetChoices = roleNames.map((role) => ({
    key: `preset:${role}`,
    name: t('compare.preset', { role: statuses(`role.${role}`) }),
    permissions: presets[role],
  }));
  const choices = [...others, ...presetChoices];
  const other = choices.find((choice) => choice.key === key);
  return (
    <div className={styles.compare}>
      <NativeSelect
        className={styles.choice}
        label={t('compare.with')}
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
        data={[
          { value: '', label: t('compare.choose') },
          ...choices.map((choice) => ({ value: choice.key, label: choice.name })),
        ]}
      />
      {other && <Difference name={name} permissions={permissions} other={other} />}
    </div>
  );
}

function Difference({
  name,
  permissions,
  other,
}: Omit<CompareProps, 'others'> & { readonly other: Compared }) {
  const t = useWords('roles');
  const theirs = new Set(other.permissions);
  const onlyHere = new Set([...permissions].filter((permission) => !theirs.has(permission)));
  const onlyThere = new Set(other.permissions.filter((permission) => !permissions.has(permission)));
  const shared = theirs.size - onlyThere.size;
  return (
    <>
      <p className={styles.shared} role="status">
        {onlyHere.size + onlyThere.size === 0 ? t('compare.same') : t('compare.common', { count: shared })}
      </p>
      <div className={styles.sides}>
        <Side title={t('compare.onlyHere', { name })} permissions={onlyHere} tone="here" />
        <Side title={t('compare.onlyHere', { name: other.name })} permissions={onlyThere} tone="there" />
      </div>
    </>
  );
}

interface SideProps {
  readonly title: string;
  readonly permissions: ReadonlySet<string>;
  readonly tone: 'here' | 'there';
}

function Side({ title, permissions, tone }: SideProps) {
  const screens = useWords('screens');
  const words = useWords('permissions');
  return (
    <section className={styles.side} data-tone={tone} aria-label={title}>
      <h3>
        {title} <span className="num">{permissions.size}</span>
      </h3>
      <ul>
        {treeOf(permissions).flatMap((group) =>
          group.screens.map(({ route, verbs }) => (
            <li key={route}>
              <span>
                <small>{screens(`groups.${group.key as 'data'}`)}</small> {screens(`titles.${route}`)}
              </span>
              <span className={styles.verbs}>
                {verbs.map(({ verb }) => words(`verbs.${verb as 'get'}`)).join(' · ')}
              </span>
            </li>
          )),
        )}
      </ul>
    </section>
  );
}
