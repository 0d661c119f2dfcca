import type {
  CollectionRow,
  getCollection,
  liveCollections,
  searchCollections,
} from '@suanpan/contract/endpoints/collections';
import { orderSorts } from '@suanpan/contract/order-fields';
import { lazy, useMemo } from 'react';
import { call } from '../../lib/api.ts';
import { useMay } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import { collectionColumns, collectionPresets } from './columns.tsx';
import { collectionFields } from './fields.ts';
import { SuccessRate } from './success-rate.tsx';
import { collectionSums } from './sums.tsx';
import { useCollectionActions } from './use-collection-actions.tsx';
import { sumsOfRows } from '../currency-sums.tsx';
import { OrderListFrame } from '../order-list-frame.tsx';
import { withSplit } from '../order/split-sums.tsx';
import { useOrderList } from '../use-order-list.ts';

// Fetched with the first order that is opened: the list itself is shown without it.
const CollectionDrawer = lazy(async () => ({
  default: (await import('./drawer.tsx')).CollectionDrawer,
}));

const rowKey = (row: CollectionRow): string => row.id;
const nameOf = (row: CollectionRow): string => row.order_no;

interface CollectionOrdersProps {
  /** The screen whose list it is, which is also the kind of its export. */
  readonly name: 'collections.transactions' | 'admin.collections';
  /** Its calls: the same questions and answers, each screen under a right of its own. */
  readonly calls: {
    readonly search: typeof searchCollections;
    readonly live: typeof liveCollections;
    readonly read: typeof getCollection;
  };
  /** What an opened order shows first. */
  readonly firstTab?: 'story' | 'provider';
  /** Whose orders they are is said in every row. */
  readonly isAcrossTenants?: boolean;
}

/** Collection orders: found by their address, kept fresh by the socket and every 30 seconds. */
export function CollectionOrders({
  name,
  calls,
  firstTab = 'story',
  isAcrossTenants = false,
}: CollectionOrdersProps) {
  const t = useWords('orders');
  const common = useWords('common');
  const statuses = useWords('statuses');
  const isInside = useMay()('index.general.get');
  const fields = useMemo(() => collectionFields({ t, statuses, isInside }), [t, statuses, isInside]);
  const orders = useOrderList({
    kind: 'collection',
    endpoint: calls.search,
    fields,
    sorts: orderSorts,
    askLive: (filter, ids) => call(calls.live, { ...filter, ids }, { background: true }),
  });
  const { currency, open, opened } = orders;
  const { data } = orders.frame.list;
  const columns = useMemo(() => collectionColumns({ t, statuses, currency }), [t, statuses, currency]);
  const presets = useMemo(() => collectionPresets(common, { isAcrossTenants }), [common, isAcrossTenants]);

  const { actionsOf, bulk, dialog } = useCollectionActions();
  return (
    <OrderListFrame<typeof searchCollections>
      name={name}
      endpoint={calls.search}
      orders={orders}
      columns={columns}
      presets={presets}
      fields={fields}
      rowKey={rowKey}
      head={<SuccessRate summary={data?.summary} />}
      sums={(shown) => withSplit(t, collectionSums(t, shown), shown.summary.by_currency)}
      actions={actionsOf}
      bulk={{ nameOf, sum: (rows) => sumsOfRows(rows, 'order_amount'), acts: bulk }}
      dialog={dialog}
      drawer={
        opened !== undefined && (
          <CollectionDrawer
            id={opened}
            rows={data?.items ?? []}
            read={calls.read}
            firstTab={firstTab}
            onMove={open}
            onClose={() => open(null)}
          />
        )
      }
    />
  );
}
