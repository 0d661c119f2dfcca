import type {
  getPayout,
  livePayouts,
  PayoutListRow,
  searchPayouts,
} from '@suanpan/contract/endpoints/payouts';
import { orderSorts } from '@suanpan/contract/order-fields';
import { lazy, Suspense, useMemo } from 'react';
import { AutoRefreshControl } from '../../kit/auto-refresh-control.tsx';
import { ListFrame } from '../../kit/list-frame.tsx';
import { call } from '../../lib/api.ts';
import { useMay } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import { sumsOfRows } from '../currency-sums.tsx';
import { ExportButton } from '../export/export-button.tsx';
import { withSplit } from '../order/split-sums.tsx';
import { NewRowsPill } from '../new-rows-pill.tsx';
import { payoutColumns, payoutPresets } from './columns.tsx';
import { payoutFields } from './fields.ts';
import { payoutSums } from './sums.tsx';
import { usePayoutActions } from './use-payout-actions.tsx';
import { UnmatchedNumbers } from '../unmatched-numbers.tsx';
import { useOrderList } from '../use-order-list.ts';

// Fetched with the first payout that is opened: the list itself is shown without it.
const PayoutDrawer = lazy(async () => ({
  default: (await import('./drawer.tsx')).PayoutDrawer,
}));

const rowKey = (row: PayoutListRow): string => row.id;
const nameOf = (row: PayoutListRow): string => row.order_no;

interface PayoutOrdersProps {
  /** The screen whose list it is, which is also the kind of its export. */
  readonly name: 'payment.transactions' | 'admin.payment';
  /** Its calls: the same questions and answers, each screen under a right of its own. */
  readonly calls: {
    readonly search: typeof searchPayouts;
    readonly live: typeof livePayouts;
    readonly read: typeof getPayout;
  };
  /** What an opened payout shows first. */
  readonly firstTab?: 'story' | 'provider';
  /** Whose payouts they are is said in every row. */
  readonly isAcrossTenants?: boolean;
}

/** Payouts: found by their address, kept fresh by the socket and every 30 seconds. */
export function PayoutOrders({
  name,
  calls,
  firstTab = 'story',
  isAcrossTenants = false,
}: PayoutOrdersProps) {
  const t = useWords('payouts');
  const o = useWords('orders');
  const common = useWords('common');
  const statuses = useWords('statuses');
  const isInside = useMay()('index.general.get');
  const fields = useMemo(() => payoutFields({ t, o, statuses, isInside }), [t, o, statuses, isInside]);
  const { frame, open, opened, currency, ...orders } = useOrderList({
    kind: 'payout',
    endpoint: calls.search,
    fields,
    sorts: orderSorts,
    askLive: (filter, ids) => call(calls.live, { ...filter, ids }, { background: true }),
  });
  const { data } = frame.list;
  const columns = useMemo(() => payoutColumns({ t, statuses, currency }), [t, statuses, currency]);
  const presets = useMemo(() => payoutPresets(common, { isAcrossTenants }), [common, isAcrossTenants]);

  const { actionsOf, bulk, dialog } = usePayoutActions();
  return (
    <ListFrame<typeof searchPayouts>
      {...frame}
      name={name}
      columns={columns}
      presets={presets}
      fields={fields}
      rowKey={rowKey}
      headActions={<ExportButton kind={name} endpoint={calls.search} toInput={orders.toInput} />}
      toolbar={
        <>
          <UnmatchedNumbers numbers={orders.unmatched} />
          <NewRowsPill count={orders.newCount} onMerge={orders.reload} />
          <AutoRefreshControl engine={orders.refresh} />
        </>
      }
      sums={(shown) => withSplit(o, payoutSums(t, shown), shown.summary.by_currency)}
      onOpen={open}
      actions={actionsOf}
      bulk={{ nameOf, sum: (rows) => sumsOfRows(rows, 'amount'), acts: bulk }}
    >
      {dialog}
      {opened !== undefined && (
        <Suspense fallback={null}>
          <PayoutDrawer
            id={opened}
            rows={data?.items ?? []}
            read={calls.read}
            firstTab={firstTab}
            onMove={open}
            onClose={() => open(null)}
          />
        </Suspense>
      )}
    </ListFrame>
  );
}
