import { livePayouts, searchPayouts, type PayoutListRow } from '@suanpan/contract/endpoints/payouts';
import { orderSorts } from '@suanpan/contract/order-fields';
import { lazy, Suspense, useMemo } from 'react';
import { AutoRefreshControl } from '../../kit/auto-refresh-control.tsx';
import { ListFrame } from '../../kit/list-frame.tsx';
import { call } from '../../lib/api.ts';
import { useMay } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import { sumsOfRows } from '../../parts/currency-sums.tsx';
import { ExportButton } from '../../parts/export/export-button.tsx';
import { NewRowsPill } from '../../parts/new-rows-pill.tsx';
import { payoutColumns, payoutPresets } from '../../parts/payout/columns.tsx';
import { payoutFields } from '../../parts/payout/fields.ts';
import { payoutSums } from '../../parts/payout/sums.tsx';
import { usePayoutActions } from '../../parts/payout/use-payout-actions.tsx';
import { UnmatchedNumbers } from '../../parts/unmatched-numbers.tsx';
import { useOrderList } from '../../parts/use-order-list.ts';

// Fetched with the first payout that is opened: the list itself is shown without it.
const PayoutDrawer = lazy(async () => ({
  default: (await import('../../parts/payout/drawer.tsx')).PayoutDrawer,
}));

const rowKey = (row: PayoutListRow): string => row.id;
const nameOf = (row: PayoutListRow): string => row.order_no;

/** Payouts: found by their address, kept fresh by the socket and every 30 seconds. */
export function PaymentTransactions() {
  const t = useWords('payouts');
  const o = useWords('orders');
  const common = useWords('common');
  const statuses = useWords('statuses');
  const isInside = useMay()('index.general.get');
  const fields = useMemo(() => payoutFields({ t, o, statuses, isInside }), [t, o, statuses, isInside]);
  const { frame, open, opened, currency, ...orders } = useOrderList({
    kind: 'payout',
    endpoint: searchPayouts,
    fields,
    sorts: orderSorts,
    askLive: (filter, ids) => call(livePayouts, { ...filter, ids }, { background: true }),
  });
  const { data } = frame.list;
  const columns = useMemo(() => payoutColumns({ t, statuses, currency }), [t, statuses, currency]);
  const presets = useMemo(() => payoutPresets(common), [common]);

  const { actionsOf, bulk, dialog } = usePayoutActions();
  return (
    <ListFrame<typeof searchPayouts>
      {...frame}
      name="payment.transactions"
      columns={columns}
      presets={presets}
      fields={fields}
      rowKey={rowKey}
      headActions={
        <ExportButton kind="payment.transactions" endpoint={searchPayouts} toInput={orders.toInput} />
      }
      toolbar={
        <>
          <UnmatchedNumbers numbers={orders.unmatched} />
          <NewRowsPill count={orders.newCount} onMerge={orders.reload} />
          <AutoRefreshControl engine={orders.refresh} />
        </>
      }
      sums={(shown) => payoutSums(t, shown)}
      onOpen={open}
      actions={actionsOf}
      bulk={{ nameOf, sum: (rows) => sumsOfRows(rows, 'amount'), acts: bulk }}
    >
      {dialog}
      {opened !== undefined && (
        <Suspense fallback={null}>
          <PayoutDrawer id={opened} rows={data?.items ?? []} onMove={open} onClose={() => open(null)} />
        </Suspense>
      )}
    </ListFrame>
  );
}
