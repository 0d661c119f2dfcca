import {
  liveCollections,
  searchCollections,
  type CollectionRow,
} from '@suanpan/contract/endpoints/collections';
import { orderSorts } from '@suanpan/contract/order-fields';
import { lazy, Suspense, useMemo } from 'react';
import { AutoRefreshControl } from '../../kit/auto-refresh-control.tsx';
import { ListFrame } from '../../kit/list-frame.tsx';
import { call } from '../../lib/api.ts';
import { useMay } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import { collectionColumns, collectionPresets } from '../../parts/collection/columns.tsx';
import { collectionFields } from '../../parts/collection/fields.ts';
import { SuccessRate } from '../../parts/collection/success-rate.tsx';
import { collectionSums } from '../../parts/collection/sums.tsx';
import { useCollectionActions } from '../../parts/collection/use-collection-actions.tsx';
import { sumsOfRows } from '../../parts/currency-sums.tsx';
import { ExportButton } from '../../parts/export/export-button.tsx';
import { NewRowsPill } from '../../parts/new-rows-pill.tsx';
import { UnmatchedNumbers } from '../../parts/unmatched-numbers.tsx';
import { useOrderList } from '../../parts/use-order-list.ts';

// Fetched with the first order that is opened: the list itself is shown without it.
const CollectionDrawer = lazy(async () => ({
  default: (await import('../../parts/collection/drawer.tsx')).CollectionDrawer,
}));

const rowKey = (row: CollectionRow): string => row.id;
const nameOf = (row: CollectionRow): string => row.order_no;

/** Collection orders: found by their address, kept fresh by the socket and every 30 seconds. */
export function CollectionTransactions() {
  const t = useWords('orders');
  const common = useWords('common');
  const statuses = useWords('statuses');
  const isInside = useMay()('index.general.get');
  const fields = useMemo(() => collectionFields({ t, statuses, isInside }), [t, statuses, isInside]);
  const { frame, open, opened, currency, ...orders } = useOrderList({
    kind: 'collection',
    endpoint: searchCollections,
    fields,
    sorts: orderSorts,
    askLive: (filter, ids) => call(liveCollections, { ...filter, ids }, { background: true }),
  });
  const { data } = frame.list;
  const columns = useMemo(() => collectionColumns({ t, statuses, currency }), [t, statuses, currency]);
  const presets = useMemo(() => collectionPresets(common), [common]);

  const { actionsOf, bulk, dialog } = useCollectionActions();
  return (
    <ListFrame<typeof searchCollections>
      {...frame}
      name="collections.transactions"
      columns={columns}
      presets={presets}
      fields={fields}
      rowKey={rowKey}
      headActions={
        <ExportButton kind="collections.transactions" endpoint={searchCollections} toInput={orders.toInput} />
      }
      toolbar={
        <>
          <SuccessRate summary={data?.summary} />
          <UnmatchedNumbers numbers={orders.unmatched} />
          <NewRowsPill count={orders.newCount} onMerge={orders.reload} />
          <AutoRefreshControl engine={orders.refresh} />
        </>
      }
      sums={(shown) => collectionSums(t, shown)}
      onOpen={open}
      actions={actionsOf}
      bulk={{ nameOf, sum: (rows) => sumsOfRows(rows, 'order_amount'), acts: bulk }}
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
