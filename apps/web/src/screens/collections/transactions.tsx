import { searchCollections, type CollectionRow } from '@suanpan/contract/endpoints/collections';
import { lazy, Suspense, useMemo, useRef } from 'react';
import { AutoRefreshControl } from '../../kit/auto-refresh-control.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Fault } from '../../kit/fault.tsx';
import { FilterBar } from '../../kit/filter/filter-bar.tsx';
import { DataGrid } from '../../kit/grid/data-grid.tsx';
import { useGridLayout } from '../../kit/grid/grid-layout.ts';
import { GridSettings } from '../../kit/grid/grid-settings.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { filtersOf, pagerOf, textAt, withFilters } from '../../lib/list-paging.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useAutoRefresh } from '../../lib/use-auto-refresh.ts';
import { isDialogOpen } from '../../lib/keys.ts';
import { useReloadKey } from '../../lib/use-reload-key.ts';
import { useList } from '../../lib/use-list.ts';
import { useWords } from '../../lib/use-words.ts';
import { collectionColumns } from '../../parts/collection/columns.tsx';
import { collectionFilterFields, collectionSearchInput } from '../../parts/collection/filters.ts';
import { collectionTotals } from '../../parts/collection/totals.tsx';
import { useCollectionActions } from '../../parts/collection/use-collection-actions.ts';
import { ExportButton } from '../../parts/export/export-button.tsx';
import { useLiveOrders } from '../../parts/use-live-orders.ts';
import { NewRowsPill } from '../../parts/new-rows-pill.tsx';
import { SuccessRate } from '../../parts/collection/success-rate.tsx';

// Fetched with the first order that is opened: the list itself is shown without it.
const CollectionDrawer = lazy(async () => ({
  default: (await import('../../parts/collection/drawer.tsx')).CollectionDrawer,
}));

const rowKey = (row: CollectionRow): string => row.id;

/** Collection orders: found by their address, kept fresh by the socket and every 30 seconds. */
export function CollectionTransactions() {
  const t = useWords('orders');
  const statuses = useWords('statuses');
  const common = useWords('common');
  const place = useScreenPlace();
  const { search, setSearch } = place;
  const listSearch = useMemo(() => {
    const { open: _open, ...rest } = search;
    return rest;
  }, [search]);
  const list = useList(searchCollections, listSearch, collectionSearchInput);
  const { data } = list;
  const opened = textAt(search, 'open');
  const open = (row: CollectionRow | null): void =>
    setSearch({ ...listSearch, ...(row ? { open: row.id } : {}) });

  const columns = useMemo(() => collectionColumns(t), [t]);
  const fields = useMemo(() => collectionFilterFields(t, statuses), [t, statuses]);
  const layout = useGridLayout('collections.transactions', columns);
  const totals = useMemo(() => (data ? collectionTotals(t, data) : []), [t, data]);

  const isMenuOpen = useRef(false);
  const live = useLiveOrders<CollectionRow>('collection', list.key, (row, event) => ({
    ...row,
    status: event.status,
    callback_status: event.callback_status,
  }));
  const actionsOf = useCollectionActions();
  const refresh = useAutoRefresh(
    () => {
      live.clear();
      list.refresh();
    },
    () => isMenuOpen.current || opened !== undefined || isDialogOpen(),
  );
  const reload = (): void => {
    live.clear();
    refresh.restart();
    list.reload();
  };
  useReloadKey(reload);

  const filters = filtersOf(search);
  const isFiltered = Object.keys(filters).length > 0;
  const message = list.fault ? (
    <Fault fault={list.fault} onRetry={reload} />
  ) : isFiltered ? (
    <EmptyState
      kind="noMatch"
      action={{ label: common('buttons.clearFilters'), run: () => setSearch(withFilters(search, {}), true) }}
    />
  ) : (
    <EmptyState kind="none" />
  );

  return (
    <ListPage
      title={place.title}
      actions={
        <ExportButton
          kind="collections.transactions"
          endpoint={searchCollections}
          toInput={collectionSearchInput}
        />
      }
      filters={
        <FilterBar
          fields={fields}
          firstRow={4}
          value={filters}
          onSubmit={(next) => {
            setSearch(withFilters(search, next), true);
            if (JSON.stringify(next) === JSON.stringify(filters)) reload();
          }}
          isBusy={list.isBusy && list.isStale}
          result={
            data?.total === undefined || data.total === null
              ? null
              : common('table.total', { total: data.total })
          }
        />
      }
      toolbar={
        <>
          <SuccessRate summary={data?.summary} />
          {data?.unmatched && data.unmatched.length > 0 && (
            <span title={data.unmatched.join('\n')}>
              {t('filters.unmatched', { count: data.unmatched.length })}
            </span>
          )}
          <NewRowsPill count={live.newCount} onMerge={reload} />
          <AutoRefreshControl engine={refresh} />
        </>
      }
      settings={<GridSettings columns={columns} control={layout} />}
      pager={pagerOf(place, data)}
    >
      <DataGrid
        label={place.title}
        columns={columns}
        layout={layout}
        rows={list.fault && !data ? [] : data?.items}
        rowKey={rowKey}
        message={list.fault && !data ? message : data ? message : null}
        isStale={list.isStale}
        totals={totals}
        sort={textAt(search, 'sort') ?? '-created_at'}
        onSort={(sort) => setSearch({ ...listSearch, sort, page: '' }, true)}
        onOpen={open}
        actions={actionsOf}
        copy={(row) => void navigator.clipboard.writeText(row.order_no)}
        flashing={live.flashing}
        onMenu={(isOpen) => (isMenuOpen.current = isOpen)}
        skeletonRows={data?.paginate ?? 20}
      />
      {opened !== undefined && (
        <Suspense fallback={null}>
          <CollectionDrawer id={opened} rows={data?.items ?? []} onMove={open} onClose={() => open(null)} />
        </Suspense>
      )}
    </ListPage>
  );
}
