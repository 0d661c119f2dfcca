import type { Endpoint, InputOf } from '@suanpan/contract/endpoint';
import type { WatchKind } from '@suanpan/domain/exports/watch-kinds';
import { Suspense, type ReactNode } from 'react';
import { AutoRefreshControl } from '../kit/auto-refresh-control.tsx';
import { ListFrame, type ListFrameProps, type ListLook } from '../kit/list-frame.tsx';
import type { AutoRefresh } from '../lib/auto-refresh.ts';
import type { FlatSearch } from '../lib/flat-search.ts';
import type { RowOf } from '../lib/use-list.ts';
import { ExportButton } from './export/export-button.tsx';
import { NewRowsPill } from './new-rows-pill.tsx';
import { UnmatchedNumbers } from './unmatched-numbers.tsx';
import { useWatchOffer } from './watch/use-watch-offer.tsx';

/** What `useOrderList` knows of the orders on a screen. */
interface Orders<E extends Endpoint> {
  readonly frame: Pick<ListFrameProps<E>, 'list' | 'defaultSort' | 'sortNote' | 'noMatch' | 'grid'>;
  readonly toInput: (search: FlatSearch, nowMs: number) => InputOf<E>;
  readonly open: (row: RowOf<E> | null) => void;
  readonly refresh: AutoRefresh;
  readonly reload: () => void;
  readonly newCount: number;
  readonly unmatched: readonly string[] | undefined;
}

interface OrderListFrameProps<E extends Endpoint> extends Omit<
  ListLook<E>,
  'name' | 'headActions' | 'children' | 'onOpen'
> {
  /** The screen whose list it is, which is also the kind of its export. */
  readonly name: WatchKind;
  readonly endpoint: E;
  readonly orders: Orders<E>;
  /** Before what every list of orders says of itself. */
  readonly head?: ReactNode;
  /** The act that was chosen. */
  readonly dialog: ReactNode;
  /** The order that is open; it may still be on its way. */
  readonly drawer: ReactNode;
}

/** A list of orders of either direction: taken away as a file, kept fresh, with one of them open. */
export function OrderListFrame<E extends Endpoint>(props: OrderListFrameProps<E>) {
  const { endpoint, orders, head, dialog, drawer, ...look } = props;
  const watch = useWatchOffer(look.name, look.fields, orders.toInput);
  return (
    <ListFrame<E>
      {...look}
      {...orders.frame}
      moreOfViews={watch.offer}
      headActions={<ExportButton kind={look.name} endpoint={endpoint} toInput={orders.toInput} />}
      toolbar={
        <>
          {head}
          <UnmatchedNumbers numbers={orders.unmatched} />
          <NewRowsPill count={orders.newCount} onMerge={orders.reload} />
          <AutoRefreshControl engine={orders.refresh} />
        </>
      }
      onOpen={orders.open}
    >
      {dialog}
      {watch.dialog}
      <Suspense fallback={null}>{drawer}</Suspense>
    </ListFrame>
  );
}
