import type {
  getPayout,
  livePayouts,
  PayoutListRow,
  searchPayouts,
} from '@suanpan/contract/endpoints/payouts';
import { orderSorts } from '@suanpan/contract/order-fields';
import { lazy, useMemo } from 'react';
import { call } from '../../lib/api.ts';
import { useMay } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import { sumsOfRows } from '../currency-sums.tsx';
import { withSplit } from '../order/split-sums.tsx';
import { payoutColumns, payoutPresets } from './columns.tsx';
import { payoutFields } from './fields.ts';
import { payoutSums } from './sums.tsx';
import { usePayoutActions } from './use-payout-actions.tsx';
import { OrderListFrame } from '../order-list-frame.tsx';
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
  const orders = useOrderList({
    kind: 'payout',
    endpoint: calls.search,
    fields,
    sorts: orderSorts,
    askLive: (filter, ids) => call(calls.live, { ...filter, ids }, { background: true }),
  });
  const { currency, open, opened } = orders;
  const { data } = orders.frame.list;
  const columns = useMemo(() => payoutColumns({ t, statuses, currency }), [t, statuses, currency]);
  const presets = useMemo(() => payoutPresets(common, { isAcrossTenants }), [common, isAcrossTenants]);

  const { actionsOf, bulk, dialog } = usePayoutActions();
  return (
    <OrderListFrame<typeof searchPayouts>
      name={name}
      endpoint={calls.search}
      orders={orders}
      columns={columns}
      presets={presets}
      fields={fields}
      rowKey={rowKey}
      sums={(shown) => withSplit(o, payoutSums(t, shown), shown.summary.by_currency)}
      actions={actionsOf}
      bulk={{ nameOf, sum: (rows) => sumsOfRows(rows, 'amount'), acts: bulk }}
      dialog={dialog}
      drawer={
        opened !== undefined && (
          <PayoutDrawer
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
