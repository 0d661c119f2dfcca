import { searchCollections, type CollectionRow } from '@suanpan/contract/endpoints/collections';
import { lazy, Suspense, useMemo, useRef } from 'react';
import { AutoRefreshControl } from '../../kit/auto-refresh-control.tsx';
import { ListFrame } from '../../kit/list-frame.tsx';
import { textAt, withOpen } from '../../lib/list-paging.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useAutoRefresh } from '../../lib/use-auto-refresh.ts';
import { isDialogOpen } from '../../lib/keys.ts';
import { useScreenList } from '../../lib/use-screen-list.ts';
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
  const { search, setSearch } = useScreenPlace();
  const list = useScreenList(searchCollections, collectionSearchInput);
  const { data } = list;
  const opened = textAt(search, 'open');
  const open = (row: CollectionRow | null): void => setSearch(withOpen(search, row && row.id));

  const columns = useMemo(() => collectionColumns(t), [t]);
  const fields = useMemo(() => collectionFilterFields(t, statuses), [t, statuses]);

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

  return (
    <ListFrame<typeof searchCollections>
      list={{ ...list, reload }}
      name="collections.transactions"
      columns={columns}
      fields={fields}
      rowKey={rowKey}
      headActions={
        <ExportButton
          kind="collections.transactions"
          endpoint={searchCollections}
          toInput={collectionSearchInput}
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
      totals={(shown) => collectionTotals(t, shown)}
      defaultSort="-created_at"
      onOpen={open}
      actions={actionsOf}
      grid={{
        copy: (row) => void navigator.clipboard.writeText(row.order_no),
        flashing: live.flashing,
        onMenu: (isOpen) => (isMenuOpen.current = isOpen),
      }}
    >
      {opened !== undefined && (
        <Suspense fallback={null}>
          <CollectionDrawer id={opened} rows={data?.items ?? []} onMove={open} onClose={() => open(null)} />
        </Suspense>
      )}
    </ListFrame>
  );
}
