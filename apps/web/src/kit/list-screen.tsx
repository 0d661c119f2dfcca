import type { Endpoint, InputOf, OutputOf } from '@suanpan/contract/endpoint';
import type { ReactNode } from 'react';
import { filtersOf, pagerOf, textAt, withFilters } from '../lib/list-paging.ts';
import type { FlatSearch } from '../lib/flat-search.ts';
import { useScreenPlace } from '../lib/screen-search.ts';
import { useList, type List } from '../lib/use-list.ts';
import { useReloadKey } from '../lib/use-reload-key.ts';
import { useWords } from '../lib/use-words.ts';
import { EmptyState } from './empty-state.tsx';
import { Fault } from './fault.tsx';
import { FilterBar } from './filter/filter-bar.tsx';
import type { FilterField } from './filter/filter-field.ts';
import { DataGrid } from './grid/data-grid.tsx';
import type { GridAction, GridColumn, GridTotals } from './grid/grid-column.ts';
import { useGridLayout } from './grid/grid-layout.ts';
import { GridSettings } from './grid/grid-settings.tsx';
import { ListPage } from './list-page.tsx';

/** An endpoint that answers a list, and what one of its rows is. */
type RowOf<E extends Endpoint> = OutputOf<E> extends { items: (infer Row)[] } ? Row : never;

interface ListScreenProps<E extends Endpoint> {
  readonly endpoint: E;
  /** Under which the columns are remembered: the route's name. */
  readonly name: string;
  readonly columns: readonly GridColumn<RowOf<E>>[];
  readonly fields: readonly FilterField[];
  readonly toInput: (search: FlatSearch, nowMs: number) => InputOf<E>;
  readonly rowKey: (row: RowOf<E>) => string;
  /** What an empty list without filters says. */
  readonly emptyText?: string;
  readonly headActions?: ReactNode;
  readonly toolbar?: (list: List<E>) => ReactNode;
  readonly totals?: (data: OutputOf<E>) => readonly GridTotals[];
  /** The order of the server's own choice; given, columns can be sorted. */
  readonly defaultSort?: string;
  readonly onOpen?: (row: RowOf<E>) => void;
  readonly actions?: (row: RowOf<E>) => readonly GridAction[];
  /** Dialogs and drawers. */
  readonly children?: ReactNode;
}

interface Rows<Row> {
  readonly items: Row[];
  readonly page: number;
  readonly paginate: number;
  readonly total: number | null;
  readonly next_cursor: string | null;
}

/** A plain list of the contract: filters in the address, columns that are remembered, empty and failed states. */
export function ListScreen<E extends Endpoint>(props: ListScreenProps<E>) {
  const common = useWords('common');
  const place = useScreenPlace();
  const { search, setSearch } = place;
  const list = useList(props.endpoint, search, props.toInput);
  const data = list.data as Rows<RowOf<E>> | undefined;
  const layout = useGridLayout(props.name, props.columns);
  useReloadKey(list.reload);
  const filters = filtersOf(search);
  const isFiltered = Object.keys(filters).length > 0;
  const clear = {
    label: common('buttons.clearFilters'),
    run: () => setSearch(withFilters(search, {}), true),
  };
  const empty = isFiltered ? (
    <EmptyState kind="noMatch" action={clear} />
  ) : (
    <EmptyState kind="none" {...(props.emptyText === undefined ? {} : { text: props.emptyText })} />
  );
  const failed = list.fault !== null && data === undefined;
  return (
    <ListPage
      title={place.title}
      actions={props.headActions}
      filters={
        props.fields.length > 0 && (
          <FilterBar
            fields={props.fields}
            firstRow={4}
            value={filters}
            onSubmit={(next) => {
              setSearch(withFilters(search, next), true);
              if (JSON.stringify(next) === JSON.stringify(filters)) list.reload();
            }}
            isBusy={list.isBusy && list.isStale}
          />
        )
      }
      toolbar={props.toolbar && <>{props.toolbar(list)}</>}
      settings={<GridSettings columns={props.columns} control={layout} />}
      pager={pagerOf(place, data)}
    >
      <DataGrid
        label={place.title}
        columns={props.columns}
        layout={layout}
        rows={failed ? [] : data?.items}
        rowKey={props.rowKey}
        message={
          failed && list.fault ? <Fault fault={list.fault} onRetry={list.reload} /> : data ? empty : null
        }
        isStale={list.isStale}
        skeletonRows={data?.paginate ?? 20}
        {...(props.totals && list.data ? { totals: props.totals(list.data) } : {})}
        {...(props.defaultSort
          ? {
              sort: textAt(search, 'sort') ?? props.defaultSort,
              onSort: (sort: string) => setSearch({ ...search, sort, page: '' }, true),
            }
          : {})}
        {...(props.onOpen ? { onOpen: props.onOpen } : {})}
        {...(props.actions ? { actions: props.actions } : {})}
      />
      {props.children}
    </ListPage>
  );
}
