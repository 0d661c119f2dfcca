import {
  liveCollections,
  searchCollections,
  type CollectionRow,
} from '@suanpan/contract/endpoints/collections';
import { orderSorts, outsideMost } from '@suanpan/contract/order-fields';
import { lazy, Suspense, useMemo, useRef } from 'react';
import { AutoRefreshControl } from '../../kit/auto-refresh-control.tsx';
import { inputOf } from '../../kit/filter/field-factory.ts';
import { ListFrame } from '../../kit/list-frame.tsx';
import { call } from '../../lib/api.ts';
import { now } from '../../lib/clock.ts';
import { isDialogOpen } from '../../lib/keys.ts';
import { filtersOf, textAt, withFilters, withOpen } from '../../lib/list-paging.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useAutoRefresh } from '../../lib/use-auto-refresh.ts';
import { useScreenList } from '../../lib/use-screen-list.ts';
import { useWords } from '../../lib/use-words.ts';
import { collectionColumns, collectionPresets } from '../../parts/collection/columns.tsx';
import { collectionFields } from '../../parts/collection/fields.ts';
import { SuccessRate } from '../../parts/collection/success-rate.tsx';
import { collectionSums, orderedSum } from '../../parts/collection/sums.tsx';
import { useCollectionActions } from '../../parts/collection/use-collection-actions.tsx';
import { ExportButton } from '../../parts/export/export-button.tsx';
import { NewRowsPill } from '../../parts/new-rows-pill.tsx';
import { UnmatchedNumbers } from '../../parts/unmatched-numbers.tsx';
import { useLiveOrders } from '../../parts/use-live-orders.ts';

// Fetched with the first order that is opened: the list itself is shown without it.
const CollectionDrawer = lazy(async () => ({
  default: (await import('../../parts/collection/drawer.tsx')).CollectionDrawer,
}));

const rowKey = (row: CollectionRow): string => row.id;
/** In the address, in place of whatever range stood there. */
const allTime = { range: 'all', from: '', to: '' };
const nameOf = (row: CollectionRow): string => row.order_no;

/** Collection orders: found by their address, kept fresh by the socket and every 30 seconds. */
export function CollectionTransactions() {
  const t = useWords('orders');
  const common = useWords('common');
  const statuses = useWords('statuses');
  const { search, setSearch } = useScreenPlace();

  const fields = useMemo(() => collectionFields({ t, statuses }), [t, statuses]);
  const toInput = useMemo(() => inputOf(searchCollections, fields, orderSorts), [fields]);
  const list = useScreenList(searchCollections, toInput);
  const { data } = list;
  const currencies = data?.summary.by_currency.map((sum) => sum.currency) ?? [];
  const currency = currencies.length === 1 ? currencies[0] : undefined;
  const columns = useMemo(() => collectionColumns({ t, statuses, currency }), [t, statuses, currency]);
  const presets = useMemo(() => collectionPresets(common), [common]);

  const opened = textAt(search, 'open');
  const open = (row: CollectionRow | null): void => setSearch(withOpen(search, row && row.id));
  const { actionsOf, bulk, dialog } = useCollectionActions();
  const isMenuOpen = useRef(false);
  const live = useLiveOrders<CollectionRow>('collection', list.key, (ids) => {
    const {
      page: _page,
      paginate: _paginate,
      cursor: _cursor,
      sort: _sort,
      ...filter
    } = toInput(search, now());
    return call(liveCollections, { ...filter, ids }, { background: true });
  });
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

  const outsideOf = (count: number | undefined) =>
    count
      ? {
          offer: {
            label: t('filters.outside', { count: count < outsideMost ? String(count) : `${outsideMost}+` }),
            run: () => setSearch(withFilters(search, { ...filtersOf(search), ...allTime }), true),
          },
        }
      : undefined;

  return (
    <ListFrame<typeof searchCollections>
      list={{ ...list, reload }}
      name="collections.transactions"
      columns={columns}
      presets={presets}
      fields={fields}
      rowKey={rowKey}
      headActions={
        <ExportButton kind="collections.transactions" endpoint={searchCollections} toInput={toInput} />
      }
      toolbar={
        <>
          <SuccessRate summary={data?.summary} />
          <UnmatchedNumbers numbers={data?.unmatched} />
          <NewRowsPill count={live.newCount} onMerge={reload} />
          <AutoRefreshControl engine={refresh} />
        </>
      }
      sums={(shown) => collectionSums(t, shown)}
      noMatch={outsideOf(data?.outside)}
      defaultSort="-created_at"
      sortNote={currencies.length > 1 ? t('summary.byCurrency') : undefined}
      onOpen={open}
      actions={actionsOf}
      bulk={{ nameOf, sum: orderedSum, acts: bulk }}
      grid={{
        copy: (row) => void navigator.clipboard.writeText(row.order_no),
        flashing: live.flashing,
        onMenu: (isOpen) => (isMenuOpen.current = isOpen),
      }}
    >
      {dialog}
      {opened !== undefined && (
        <Suspense fallback={null}>
          <CollectionDrawer id={opened} rows={data?.items ?? []} onMove={open} onClose={() => open(null)} />
        </Suspense>
      )}
    </ListFrame>
  );
}
