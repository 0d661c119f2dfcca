import type { InputOf } from '@suanpan/contract/endpoint';
import type { searchCollections } from '@suanpan/contract/endpoints/collections';
import type { searchPayouts } from '@suanpan/contract/endpoints/payouts';
import { outsideMost } from '@suanpan/contract/order-fields';
import type { OrderEvent } from '@suanpan/contract/realtime/events';
import { useMemo, useRef } from 'react';
import { inputOf, type FieldOf, type SortsOf } from '../kit/filter/field-factory.ts';
import { businessNow } from '../lib/clock.ts';
import { isDialogOpen } from '../lib/keys.ts';
import { filtersOf, textAt, withFilters } from '../lib/list-paging.ts';
import { useScreenPlace } from '../lib/screen-search.ts';
import { useAutoRefresh } from '../lib/use-auto-refresh.ts';
import type { RowOf } from '../lib/use-list.ts';
import { useScreenList } from '../lib/use-screen-list.ts';
import { useWords } from '../lib/use-words.ts';
import { useLiveOrders, type LiveAnswer } from './use-live-orders.ts';

type Searched = typeof searchCollections | typeof searchPayouts;
/** What is asked, without the place in the list. */
type Filter<E extends Searched> = Omit<InputOf<E>, 'page' | 'paginate' | 'cursor' | 'sort'>;

interface OrderRow {
  readonly id: string;
  readonly order_no: string;
}
/** What every search for orders answers besides its rows. */
interface Found {
  readonly items: readonly OrderRow[];
  readonly summary: { readonly by_currency: readonly { readonly currency: string }[] };
  readonly unmatched?: readonly string[];
  readonly outside?: number;
}

interface OrderListOptions<E extends Searched> {
  readonly kind: OrderEvent['kind'];
  readonly endpoint: E;
  readonly fields: readonly FieldOf<E>[];
  readonly sorts: SortsOf<E>;
  /** Whole rows of these orders, and which of them the filter shows; asked by no person. */
  readonly askLive: (filter: Filter<E>, ids: string[]) => Promise<LiveAnswer<RowOf<E> & OrderRow>>;
}

/** In the address, in place of whatever range stood there. */
const allTime = { range: 'all', from: '', to: '' };

/** A list of orders as its address asks for it, kept fresh by the socket and every 30 seconds, with one of them open. */
export function useOrderList<E extends Searched>({
  kind,
  endpoint,
  fields,
  sorts,
  askLive,
}: OrderListOptions<E>) {
  const o = useWords('orders');
  const { open, search, setSearch } = useScreenPlace();
  const toInput = useMemo(() => inputOf(endpoint, fields, sorts), [endpoint, fields, sorts]);
  const list = useScreenList(endpoint, toInput);
  const found = list.data as Found | undefined;
  const opened = textAt(search, 'open');
  const isMenuOpen = useRef(false);
  const live = useLiveOrders(kind, list.key, (ids) => {
    const {
      page: _page,
      paginate: _paginate,
      cursor: _cursor,
      sort: _sort,
      ...filter
    } = toInput(search, businessNow());
    return askLive(filter, ids);
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
  const currencies = found?.summary.by_currency.map((sum) => sum.currency) ?? [];
  const outside = found?.outside;
  return {
    toInput,
    opened,
    open: (row: OrderRow | null): void => open(row && row.id),
    refresh,
    reload,
    newCount: live.newCount,
    unmatched: found?.unmatched,
    /** The one currency of all that was found. */
    currency: currencies.length === 1 ? currencies[0] : undefined,
    /** What the frame is handed as it is. */
    frame: {
      list: { ...list, reload },
      defaultSort: '-created_at',
      sortNote: currencies.length > 1 ? o('summary.byCurrency') : undefined,
      noMatch: outside
        ? {
            offer: {
              label: o('filters.outside', {
                count: outside < outsideMost ? String(outside) : `${outsideMost}+`,
              }),
              run: () => setSearch(withFilters(search, { ...filtersOf(search), ...allTime }), true),
            },
          }
        : undefined,
      grid: {
        copy: (row: OrderRow) => void navigator.clipboard.writeText(row.order_no),
        flashing: live.flashing,
        onMenu: (isOpen: boolean) => void (isMenuOpen.current = isOpen),
      },
    },
  };
}
