import type { AccessUser } from '@suanpan/contract/endpoints/access';
import { isRoleName, roleNames } from '@suanpan/domain/access/roles';
import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Fault } from '../../kit/fault.tsx';
import { FilterBar } from '../../kit/filter/filter-bar.tsx';
import type { FilterField } from '../../kit/filter/filter-field.ts';
import { DataGrid } from '../../kit/grid/data-grid.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { useGridLayout } from '../../kit/grid/grid-layout.ts';
import { GridSettings } from '../../kit/grid/grid-settings.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { StatusTag, type Tone } from '../../kit/status-tag.tsx';
import { filtersOf, pagerOf, pagingOf, textAt, withFilters } from '../../lib/list-paging.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useList } from '../../lib/use-list.ts';
import { useReloadKey } from '../../lib/use-reload-key.ts';
import { useWords } from '../../lib/use-words.ts';
import { accessCalls, type AccessReach } from './access-calls.ts';

const AccessDrawer = lazy(async () => ({
  default: (await import('./access-drawer.tsx')).AccessDrawer,
}));

const tones: Readonly<Record<AccessUser['status'], Tone>> = {
  pending: 'attention',
  active: 'ok',
  disabled: 'fail',
  archived: 'idle',
};
const rowKey = (row: AccessUser): string => row.id;
/** What the address keeps for other purposes than a filter. */
const notFilters = ['open', 'self', 'tab'];

interface AccessListProps {
  readonly reach: AccessReach;
  /** Stands at the right of the title. */
  readonly actions?: ReactNode;
}

/** Users with where their rights come from; opening one shows and changes them. */
export function AccessList({ reach, actions }: AccessListProps) {
  const t = useWords('roles');
  const common = useWords('common');
  const statuses = useWords('statuses');
  const place = useScreenPlace();
  const { search, setSearch } = place;
  const listSearch = useMemo(
    () => Object.fromEntries(Object.entries(search).filter(([key]) => !notFilters.includes(key))),
    [search],
  );
  const kept = useMemo(
    () => Object.fromEntries(Object.entries(search).filter(([key]) => key === 'self' || key === 'tab')),
    [search],
  );
  const list = useList(accessCalls[reach].list, listSearch, (flat) => {
    const role = textAt(flat, 'role_name');
    return {
      ...pagingOf(flat),
      search: textAt(flat, 'search'),
      ...(isRoleName(role) && { role_name: role }),
    };
  });
  useReloadKey(list.reload);
  const columns = useColumns();
  const layout = useGridLayout(reach === 'subs' ? 'subAuthority' : 'authority', columns);
  const fields = useMemo<readonly FilterField[]>(
    () => [
      { kind: 'text', key: 'search', label: t('access.search') },
      {
        kind: 'choice',
        key: 'role_name',
        label: t('manager.kind'),
        options: roleNames.map((role) => ({ value: role, label: statuses(`role.${role}`) })),
      },
    ],
    [t, statuses],
  );
  const open = (id: string | null): void =>
    setSearch({ ...kept, ...listSearch, ...(id !== null && { open: id }) });
  const filters = filtersOf(listSearch);
  const message = list.fault ? (
    <Fault fault={list.fault} onRetry={list.reload} />
  ) : Object.keys(filters).length > 0 ? (
    <EmptyState
      kind="noMatch"
      action={{ label: common('buttons.clearFilters'), run: () => setSearch(kept, true) }}
    />
  ) : (
    <EmptyState kind="none" {...(reach === 'subs' && { text: t('access.noSubs') })} />
  );
  const openedId = textAt(search, 'open');
  return (
    <ListPage
      title={place.title}
      actions={actions}
      filters={
        <FilterBar
          fields={reach === 'subs' ? fields.slice(0, 1) : fields}
          firstRow={2}
          value={filters}
          onSubmit={(next) => {
            setSearch({ ...kept, ...withFilters(listSearch, next) }, true);
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
        onOpen={(row) => open(row.id)}
      />
      {openedId !== undefined && (
        <Suspense fallback={null}>
          <AccessDrawer
            key={openedId}
            reach={reach}
            id={openedId}
            onClose={() => open(null)}
            onSaved={list.reload}
          />
        </Suspense>
      )}
    </ListPage>
  );
}

function useColumns(): readonly GridColumn<AccessUser>[] {
  const t = useWords('roles');
  const statuses = useWords('statuses');
  return useMemo(
    () => [
      { key: 'name', title: t('manager.name'), width: 170, card: 'head', cell: (row) => row.name },
      {
        key: 'status',
        title: t('manager.status'),
        width: 120,
        card: 'head',
        cell: (row) => <StatusTag tone={tones[row.status]} label={statuses(`user.${row.status}`)} />,
      },
      {
        key: 'username',
        title: t('manager.username'),
        width: 176,
        card: 'line',
        cell: (row) => <span className="mono">{row.username}</span>,
      },
      {
        key: 'role_name',
        title: t('manager.kind'),
        width: 160,
        card: 'line',
        cell: (row) => statuses(`role.${row.role_name}`),
      },
      {
        key: 'source',
        title: t('access.source'),
        width: 180,
        card: 'line',
        cell: (row) => row.role?.name ?? t(`access.sources.${row.source}`),
      },
      {
        key: 'owner',
        title: t('role.owner'),
        width: 180,
        card: 'line',
        cell: (row) => row.owner?.name ?? '–',
      },
      {
        key: 'id',
        title: 'ID',
        width: 100,
        isFigure: true,
        cell: (row) => <span className="num">{row.id}</span>,
      },
    ],
    [t, statuses],
  );
}
