import { livePayouts, searchPayouts, type PayoutListRow } from '@suanpan/contract/endpoints/payouts';
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
import { ExportButton } from '../../parts/export/export-button.tsx';
import { NewRowsPill } from '../../parts/new-rows-pill.tsx';
import { payoutColumns, payoutPresets } from '../../parts/payout/columns.tsx';
import { payoutFields } from '../../parts/payout/fields.ts';
import { payoutSum, payoutSums } from '../../parts/payout/sums.tsx';
import { usePayoutActions } from '../../parts/payout/use-payout-actions.tsx';
import { UnmatchedNumbers } from '../../parts/unmatched-numbers.tsx';
import { useLiveOrders } from '../../parts/use-live-orders.ts';

// Fetched with the first payout that is opened: the list itself is shown without it.
const PayoutDrawer = lazy(async () => ({
  default: (await import('../../parts/payout/drawer.tsx')).PayoutDrawer,
}));

const rowKey = (row: PayoutListRow): string => row.id;
const nameOf = (row: PayoutListRow): string => row.order_no;
/** In the address, in place of whatever range stood there. */
const allTime = { range: 'all', from: '', to: '' };

/** Payouts: found by their address, kept fresh by the socket and every 30 seconds. */
export function PaymentTransactions() {
  const t = useWords('payouts');
  const o = useWords('orders');
  const common = useWords('common');
  const statuses = useWords('statuses');
  const { search, setSearch } = useScreenPlace();

  const fields = useMemo(() => payoutFields({ t, o, statuses }), [t, o, statuses]);
  const toInput = useMemo(() => inputOf(searchPayouts, fields, orderSorts), [fields]);
  const list = useScreenList(searchPayouts, toInput);
  const { data } = list;
  const currencies = data?.summary.by_currency.map((sum) => sum.currency) ?? [];
  const currency = currencies.length === 1 ? currencies[0] : undefined;
  const columns = useMemo(() => payoutColumns({ t, statuses, currency }), [t, statuses, currency]);
  const presets = useMemo(() => payoutPresets(common), [common]);

  const opened = textAt(search, 'open');
  const open = (row: PayoutListRow | null): void => setSearch(withOpen(search, row && row.id));
  const { actionsOf, bulk, dialog } = usePayoutActions();
  const isMenuOpen = useRef(false);
  const live = useLiveOrders<PayoutListRow>('payout', list.key, (ids) => {
    const {
      page: _page,
      paginate: _paginate,
      cursor: _cursor,
      sort: _sort,
      ...filter
    } = toInput(search, now());
    return call(livePayouts, { ...filter, ids }, { background: true });
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
            label: o('filters.outside', { count: count < outsideMost ? String(count) : `${outsideMost}+` }),
            run: () => setSearch(withFilters(search, { ...filtersOf(search), ...allTime }), true),
          },
        }
      : undefined;

  return (
    <ListFrame<typeof searchPayouts>
      list={{ ...list, reload }}
      name="payment.transactions"
      columns={columns}
      presets={presets}
      fields={fields}
      rowKey={rowKey}
      headActions={<ExportButton kind="payment.transactions" endpoint={searchPayouts} toInput={toInput} />}
      toolbar={
        <>
          <UnmatchedNumbers numbers={data?.unmatched} />
          <NewRowsPill count={live.newCount} onMerge={reload} />
          <AutoRefreshControl engine={refresh} />
        </>
      }
      sums={(shown) => payoutSums(t, shown)}
      noMatch={outsideOf(data?.outside)}
      defaultSort="-created_at"
      sortNote={currencies.length > 1 ? o('summary.byCurrency') : undefined}
      onOpen={open}
      actions={actionsOf}
      bulk={{ nameOf, sum: payoutSum, acts: bulk }}
      grid={{
        copy: (row) => void navigator.clipboard.writeText(row.order_no),
        flashing: live.flashing,
        onMenu: (isOpen) => (isMenuOpen.current = isOpen),
      }}
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
