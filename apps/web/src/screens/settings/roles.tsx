import type { InputOf } from '@suanpan/contract/endpoint';
import { roles, type RoleRow } from '@suanpan/contract/endpoints/roles';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { FilterField } from '../../kit/filter/filter-field.ts';
import type { GridAction, GridColumn } from '../../kit/grid/grid-column.ts';
import { ListFrame } from '../../kit/list-frame.tsx';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { pagingOf, textAt, withOpen } from '../../lib/list-paging.ts';
import { useMay } from '../../lib/own-user.ts';
import { platformZone } from '../../lib/platform-time.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useScreenList } from '../../lib/use-screen-list.ts';
import { useWords } from '../../lib/use-words.ts';
import { Instant } from '../../kit/instant.tsx';

const RoleDrawer = lazy(async () => ({ default: (await import('./roles/role-drawer.tsx')).RoleDrawer }));
const DeleteRole = lazy(async () => ({ default: (await import('./roles/delete-role.tsx')).DeleteRole }));

/** Opened in place of a role: a new one, or with a role behind the dot a new one that starts from it. */
const newRole = 'new';
const rowKey = (row: RoleRow): string => row.role_id;
const toInput = (search: FlatSearch): InputOf<typeof roles> => ({
  ...pagingOf(search),
  search: textAt(search, 'search'),
});

/** Roles: who may do what, in sets that have a name. */
export function Roles() {
  const t = useWords('roles');
  const { search, setSearch } = useScreenPlace();
  const may = useMay();
  const list = useScreenList(roles, toInput);
  const [doomed, setDoomed] = useState<RoleRow | null>(null);
  const columns = useColumns();
  const fields = useMemo<readonly FilterField[]>(
    () => [{ kind: 'text', key: 'search', label: t('role.name') }],
    [t],
  );
  const open = (id: string | null): void => setSearch(withOpen(search, id));
  const mayCreate = may('settings.roles.create');
  const actionsOf = (row: RoleRow): readonly GridAction[] => [
    ...(row.actions.includes('update')
      ? [{ key: 'edit', label: t('role.edit'), run: () => open(row.role_id) }]
      : []),
    ...(mayCreate
      ? [{ key: 'copy', label: t('role.startFrom'), run: () => open(`${newRole}.${row.role_id}`) }]
      : []),
    ...(row.actions.includes('delete')
      ? [
          {
            key: 'delete',
            label: t('role.remove'),
            isDangerous: true,
            ...(row.users > 0 && { disabledBecause: t('role.inUse', { count: row.users }) }),
            run: () => setDoomed(row),
          },
        ]
      : []),
  ];
  const opened = textAt(search, 'open');
  const [id, from] = opened?.split('.') ?? [];
  return (
    <ListFrame
      list={list}
      name="settings.roles"
      columns={columns}
      fields={fields}
      rowKey={rowKey}
      create={mayCreate ? { label: t('role.create'), run: () => open(newRole) } : undefined}
      onOpen={(row) => open(row.role_id)}
      actions={actionsOf}
    >
      <Suspense fallback={null}>
        {id !== undefined && (
          <RoleDrawer
            key={opened}
            id={id === newRole ? null : id}
            from={from}
            others={list.data?.items ?? []}
            onClose={() => open(null)}
            onSaved={list.reload}
          />
        )}
        {doomed && <DeleteRole role={doomed} onClose={() => setDoomed(null)} onDone={list.reload} />}
      </Suspense>
    </ListFrame>
  );
}

function useColumns(): readonly GridColumn<RoleRow>[] {
  const t = useWords('roles');
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('role.name'),
        width: 240,
        card: 'head',
        cell: (row) => <strong>{row.name}</strong>,
      },
      {
        key: 'owner',
        title: t('role.owner'),
        width: 200,
        card: 'line',
        cell: (row) => (row.owner === null ? t('role.platform') : `${row.owner.name} · ${row.owner.id}`),
      },
      {
        key: 'users',
        title: t('role.users'),
        width: 110,
        isFigure: true,
        card: 'line',
        cell: (row) => <span className="num">{row.users}</span>,
      },
      {
        key: 'permissions',
        title: t('role.permissions'),
        width: 120,
        isFigure: true,
        card: 'line',
        cell: (row) => <span className="num">{row.permissions.length}</span>,
      },
      {
        key: 'created_at',
        title: `${t('role.createdAt')} (${platformZone})`,
        width: 190,
        cell: (row) => <Instant at={row.created_at} />,
      },
      {
        key: 'updated_at',
        title: `${t('role.updatedAt')} (${platformZone})`,
        width: 190,
        cell: (row) => <Instant at={row.updated_at} />,
      },
    ],
    [t],
  );
}
