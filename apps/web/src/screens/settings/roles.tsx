import { Button } from '@mantine/core';
import { roles, type RoleRow } from '@suanpan/contract/endpoints/roles';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Fault } from '../../kit/fault.tsx';
import { FilterBar } from '../../kit/filter/filter-bar.tsx';
import type { FilterField } from '../../kit/filter/filter-field.ts';
import { DataGrid } from '../../kit/grid/data-grid.tsx';
import type { GridAction, GridColumn } from '../../kit/grid/grid-column.ts';
import { useGridLayout } from '../../kit/grid/grid-layout.ts';
import { GridSettings } from '../../kit/grid/grid-settings.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { filtersOf, pagerOf, pagingOf, textAt, withFilters } from '../../lib/list-paging.ts';
import { useMay } from '../../lib/own-user.ts';
import { platformZone } from '../../lib/platform-time.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useList } from '../../lib/use-list.ts';
import { useReloadKey } from '../../lib/use-reload-key.ts';
import { useWords } from '../../lib/use-words.ts';
import { Instant } from '../../parts/instant.tsx';

const RoleDrawer = lazy(async () => ({ default: (await import('./roles/role-drawer.tsx')).RoleDrawer }));
const DeleteRole = lazy(async () => ({ default: (await import('./roles/delete-role.tsx')).DeleteRole }));

const newRole = 'new';
const rowKey = (row: RoleRow): string => row.role_id;

/** Roles: who may do what, in sets that have a name. */
export function Roles() {
  const t = useWords('roles');
  const common = useWords('common');
  const place = useScreenPlace();
  const may = useMay();
  const { search, setSearch } = place;
  const listSearch = useMemo(() => {
    const { open: _open, from: _from, ...rest } = search;
    return rest;
  }, [search]);
  const list = useList(roles, listSearch, (flat) => ({ ...pagingOf(flat), search: textAt(flat, 'search') }));
  const [doomed, setDoomed] = useState<RoleRow | null>(null);
  useReloadKey(list.reload);
  const columns = useColumns();
  const layout = useGridLayout('settings.roles', columns);
  const fields = useMemo<readonly FilterField[]>(
    () => [{ kind: 'text', key: 'search', label: t('role.name') }],
    [t],
  );
  const open = (id: string | null, from?: string): void =>
    setSearch({ ...listSearch, ...(id !== null && { open: id }), ...(from !== undefined && { from }) });
  const actionsOf = (row: RoleRow): readonly GridAction[] => [
    ...(row.actions.includes('update')
      ? [{ key: 'edit', label: t('role.edit'), run: () => open(row.role_id) }]
      : []),
    ...(may('settings.roles.create')
      ? [{ key: 'copy', label: t('role.startFrom'), run: () => open(newRole, row.role_id) }]
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
  const filters = filtersOf(listSearch);
  const isFiltered = Object.keys(filters).length > 0;
  const create = may('settings.roles.create')
    ? { label: t('role.create'), run: () => open(newRole) }
    : undefined;
  const message = list.fault ? (
    <Fault fault={list.fault} onRetry={list.reload} />
  ) : isFiltered ? (
    <EmptyState
      kind="noMatch"
      action={{ label: common('buttons.clearFilters'), run: () => setSearch({}, true) }}
    />
  ) : (
    <EmptyState kind="none" {...(create && { action: create })} />
  );
  const openedId = textAt(search, 'open');
  return (
    <ListPage
      title={place.title}
      actions={
        create && (
          <Button leftSection={<IconPlus size={15} />} onClick={create.run}>
            {create.label}
          </Button>
        )
      }
      filters={
        <FilterBar
          fields={fields}
          firstRow={1}
          value={filters}
          onSubmit={(next) => {
            setSearch(withFilters(search, next), true);
            if (JSON.stringify(next) === JSON.stringify(filters)) list.reload();
          }}
          isBusy={list.isBusy && list.isStale}
        />
      }
      settings={<GridSettings columns={columns} control={layout} />}
      pager={pagerOf(place, list.data)}
    >
      <DataGrid
        label={place.title}
        columns={columns}
        layout={layout}
        rows={list.fault && !list.data ? [] : list.data?.items}
        rowKey={rowKey}
        message={message}
        isStale={list.isStale}
        onOpen={(row) => open(row.role_id)}
        actions={actionsOf}
      />
      <Suspense fallback={null}>
        {openedId !== undefined && (
          <RoleDrawer
            key={openedId}
            id={openedId === newRole ? null : openedId}
            from={textAt(search, 'from')}
            others={list.data?.items ?? []}
            onClose={() => open(null)}
            onSaved={list.reload}
          />
        )}
        {doomed && <DeleteRole role={doomed} onClose={() => setDoomed(null)} onDone={list.reload} />}
      </Suspense>
    </ListPage>
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
