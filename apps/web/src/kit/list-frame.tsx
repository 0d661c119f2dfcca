import { Button } from '@mantine/core';
import type { Endpoint, OutputOf } from '@suanpan/contract/endpoint';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { filtersOf, pagerOf, textAt, withFilters, withOpen } from '../lib/list-paging.ts';
import { useScreenPlace } from '../lib/screen-search.ts';
import type { List } from '../lib/use-list.ts';
import { useReloadKey } from '../lib/use-reload-key.ts';
import { useWords } from '../lib/use-words.ts';
import { EmptyState } from './empty-state.tsx';
import { Fault } from './fault.tsx';
import { FilterBar } from './filter/filter-bar.tsx';
import { fallbacksOf, type FilterField } from './filter/filter-field.ts';
import { DataGrid, type DataGridProps } from './grid/data-grid.tsx';
import type { GridAction, GridColumn, GridTotals } from './grid/grid-column.ts';
import { useGridLayout } from './grid/grid-layout.ts';
import { GridSettings } from './grid/grid-settings.tsx';
import { ListPage } from './list-page.tsx';

/** An endpoint that answers a list, and what one of its rows is. */
export type RowOf<E extends Endpoint> = OutputOf<E> extends { items: (infer Row)[] } ? Row : never;

/** What every list says of itself, whoever asks for its rows. */
export interface ListLook<E extends Endpoint> {
  /** Under which the columns are remembered: the route's name. */
  readonly name: string;
  readonly columns: readonly GridColumn<RowOf<E>>[];
  readonly fields: readonly FilterField[];
  readonly rowKey: (row: RowOf<E>) => string;
  /** What an empty list without filters says. */
  readonly emptyText?: string;
  readonly headActions?: ReactNode;
  readonly totals?: (data: OutputOf<E>) => readonly GridTotals[];
  /** The order of the server's own choice; given, columns can be sorted. */
  readonly defaultSort?: string;
  readonly onOpen?: (row: RowOf<E>) => void;
  readonly actions?: (row: RowOf<E>) => readonly GridAction[];
  /** Dialogs and drawers. */
  readonly children?: ReactNode;
}

interface ListFrameProps<E extends Endpoint> extends ListLook<E> {
  readonly list: List<E>;
  readonly toolbar?: ReactNode;
  /** Makes a new row: a button beside the title, and the one thing to do where there is none yet. */
  readonly create?: { readonly label: string; readonly run: () => void } | undefined;
  /** What a list that changes under the reader tells its table. */
  readonly grid?: Pick<DataGridProps<RowOf<E>>, 'copy' | 'flashing' | 'onMenu'>;
}

interface Rows<Row> {
  readonly items: Row[];
  readonly page: number;
  readonly paginate: number;
  readonly total: number | null;
  readonly next_cursor: string | null;
}

/** Stands in the address where a fallback was taken away. */
const noFilter = 'all';

/** Filters in the address, columns that are remembered, empty and failed states, pages: around rows that are given. */
export function ListFrame<E extends Endpoint>(props: ListFrameProps<E>) {
  const { list, fields, columns, create } = props;
  const common = useWords('common');
  const place = useScreenPlace();
  const { search, setSearch } = place;
  const data = list.data as Rows<RowOf<E>> | undefined;
  const layout = useGridLayout(props.name, columns);
  useReloadKey(list.reload);
  const fallbacks = fallbacksOf(fields);
  const filters = Object.fromEntries(
    Object.entries({ ...fallbacks, ...filtersOf(search) }).filter(
      ([key, value]) => !(key in fallbacks && value === noFilter),
    ),
  );
  const isFiltered = Object.entries(filters).some(([key, value]) => value !== fallbacks[key]);
  const message = list.fault ? (
    <Fault fault={list.fault} onRetry={list.reload} />
  ) : isFiltered ? (
    <EmptyState
      kind="noMatch"
      action={{
        label: common('buttons.clearFilters'),
        run: () => setSearch(withFilters(search, {}), true),
      }}
    />
  ) : (
    <EmptyState
      kind="none"
      {...(props.emptyText !== undefined && { text: props.emptyText })}
      {...(create && { action: create })}
    />
  );
  const total = data?.total ?? null;
  return (
    <ListPage
      title={place.title}
      actions={
        <>
          {props.headActions}
          {create && (
            <Button leftSection={<IconPlus size={15} />} onClick={create.run}>
              {create.label}
            </Button>
          )}
        </>
      }
      filters={
        fields.length > 0 && (
          <FilterBar
            fields={fields}
            firstRow={4}
            value={filters}
            onSubmit={(next) => {
              const gone = Object.fromEntries(Object.keys(fallbacks).map((key) => [key, noFilter]));
              setSearch(withFilters(search, { ...gone, ...next }), true);
              if (JSON.stringify(next) === JSON.stringify(filters)) list.reload();
            }}
            isBusy={list.isBusy && list.isStale}
            result={total === null ? null : common('table.total', { total })}
          />
        )
      }
      toolbar={props.toolbar}
      settings={<GridSettings columns={columns} control={layout} />}
      pager={pagerOf(place, data)}
    >
      <DataGrid
        label={place.title}
        columns={columns}
        layout={layout}
        rows={list.fault && !data ? [] : data?.items}
        rowKey={props.rowKey}
        message={list.fault || data ? message : null}
        isStale={list.isStale}
        skeletonRows={data?.paginate ?? 20}
        {...(props.totals && list.data ? { totals: props.totals(list.data) } : {})}
        {...(props.defaultSort
          ? {
              sort: textAt(search, 'sort') ?? props.defaultSort,
              onSort: (sort: string) => setSearch({ ...withOpen(search, null), sort, page: '' }, true),
            }
          : {})}
        {...(props.onOpen ? { onOpen: props.onOpen } : {})}
        {...(props.actions ? { actions: props.actions } : {})}
        {...props.grid}
      />
      {props.children}
    </ListPage>
  );
}
