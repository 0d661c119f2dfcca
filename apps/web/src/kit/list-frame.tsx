import { Button } from '@mantine/core';
import type { Endpoint, OutputOf } from '@suanpan/contract/endpoint';
import type { ReadFrom } from '@suanpan/contract/read-from';
import { IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import type { FlatSearch } from '../lib/flat-search.ts';
import { filtersOf, pagerOf, textAt, withFilters, withOpen } from '../lib/list-paging.ts';
import type { NameSource } from '../lib/names.ts';
import { useToldApart, type Whose } from '../lib/own-user.ts';
import { useScreenPlace } from '../lib/screen-search.ts';
import type { List, RowOf } from '../lib/use-list.ts';
import { useReloadKey } from '../lib/use-reload-key.ts';
import { useWords } from '../lib/use-words.ts';
import { BulkBar, type BulkAct } from './bulk-bar.tsx';
import { EmptyState } from './empty-state.tsx';
import { Fault } from './fault.tsx';
import { FilterBar } from './filter/filter-bar.tsx';
import { fallbacksOf, type FilterField } from './filter/filter-field.ts';
import { lastSevenDays } from './filter/last-seven-days.ts';
import { DataGrid } from './grid/data-grid.tsx';
import type { GridAction, GridColumn, GridPreset } from './grid/grid-column.ts';
import { useGridLayout } from './grid/grid-layout.ts';
import type { DataGridProps } from './grid/grid-props.ts';
import { GridSettings } from './grid/grid-settings.tsx';
import { ListAge } from './list-age.tsx';
import { ListPage } from './list-page.tsx';
import { ListSums, type CurrencySums, type SumsRange } from './list-sums.tsx';
import { ShownColumns } from './shown-columns.ts';
import { useSelection } from './use-selection.ts';
import { ViewsMenu } from './views-menu.tsx';

/** What every list says of itself, whoever asks for its rows. */
export interface ListLook<E extends Endpoint> {
  /** Under which the columns are remembered: the route's name. */
  readonly name: string;
  readonly columns: readonly GridColumn<RowOf<E>>[];
  /** Columns offered together, the first to begin with. With them come own presets and saved views. */
  readonly presets?: readonly GridPreset[];
  /** At the end of the menu of saved views. */
  readonly moreOfViews?: (close: () => void) => ReactNode;
  readonly fields: readonly FilterField[];
  readonly rowKey: (row: RowOf<E>) => string;
  /** What an empty list without filters says; one of today alone offers the last seven days. */
  readonly emptyText?: string;
  /** Where nothing matches: a sentence of its own, and what could be looked at besides more days, or all of it without filters. */
  readonly noMatch?:
    | { readonly text?: string; readonly offer?: { readonly label: string; readonly run: () => void } }
    | undefined;
  /** At the end of the filter row: export. */
  readonly headActions?: ReactNode;
  /** Makes a new row: a button at the end of the filter row, and the one thing to do where there is none yet. */
  readonly create?: { readonly label: string; readonly run: () => void } | undefined;
  /** One line a currency, of the whole filter and of the page. */
  readonly sums?: (data: OutputOf<E>) => readonly CurrencySums[];
  /** The order of the server's own choice; given, columns can be sorted. */
  readonly defaultSort?: string;
  /** What a sort by money means where the result holds several currencies. */
  readonly sortNote?: string | undefined;
  readonly onOpen?: (row: RowOf<E>) => void;
  readonly actions?: (row: RowOf<E>) => readonly GridAction[];
  /** Given, rows can be ticked. */
  readonly bulk?: ListBulk<RowOf<E>>;
  /** Dialogs and drawers. */
  readonly children?: ReactNode;
}

interface ListBulk<Row> {
  readonly nameOf: (row: Row) => string;
  readonly sum: (rows: readonly Row[]) => ReactNode;
  readonly acts: readonly BulkAct<Row>[];
}

export interface ListFrameProps<E extends Endpoint> extends ListLook<E> {
  readonly list: List<E>;
  readonly toolbar?: ReactNode;
  /** Above the table: what its figures look like. */
  readonly picture?: ReactNode;
  /** What a list that changes under the reader tells its table. */
  readonly grid?: Pick<DataGridProps<RowOf<E>>, 'copy' | 'flashing' | 'onMenu'>;
}

interface Rows<Row> {
  readonly items: Row[];
}
/** What a list with pages says besides; a short one answers all of its rows. */
interface Paged {
  readonly paginate: number;
  readonly total: number | null;
  readonly page: number;
  readonly next_cursor: string | null;
}

/** What lists of figures say besides, where a replica is set. */
interface Sourced {
  readonly read_from?: ReadFrom;
}

/** Stands in the address where a fallback was taken away. */
const noFilter = 'all';

const isToldBy = ({ whose }: NameSource, told: readonly Whose[]): boolean =>
  whose === undefined || told.includes(whose);

/** Filters in the address, columns that are remembered, empty and failed states, pages: around rows that are given. */
export function ListFrame<E extends Endpoint>(props: ListFrameProps<E>) {
  const { list, create, presets, bulk } = props;
  const told = useToldApart();
  const columns = useMemo(
    () => props.columns.filter(({ whose }) => whose === undefined || told.includes(whose)),
    [props.columns, told],
  );
  const fields = useMemo(
    () => props.fields.filter((field) => field.kind !== 'pick' || isToldBy(field.source, told)),
    [props.fields, told],
  );
  const common = useWords('common');
  const place = useScreenPlace();
  const { search, setSearch } = place;
  const data = list.data as (Rows<RowOf<E>> & Partial<Paged> & Sourced) | undefined;
  const paged = data && 'page' in data ? (data as Rows<RowOf<E>> & Paged) : undefined;
  const layout = useGridLayout(props.name, columns, presets);
  const selection = useSelection(data?.items, props.rowKey);
  const [range, setRange] = useState<SumsRange>('filter');
  useReloadKey(list.reload);
  const fallbacks = useMemo(() => fallbacksOf(fields), [fields]);
  const filters = useMemo(
    () =>
      Object.fromEntries(
        Object.entries({ ...fallbacks, ...filtersOf(search) }).filter(
          ([key, value]) => !(key in fallbacks && value === noFilter),
        ),
      ),
    [fallbacks, search],
  );
  const { reload } = list;
  const filter = useCallback(
    (next: FlatSearch): void => {
      const gone = Object.fromEntries(Object.keys(fallbacks).map((key) => [key, noFilter]));
      setSearch(withFilters(search, { ...gone, ...next }), true);
      if (JSON.stringify(next) === JSON.stringify(filters)) reload();
    },
    [fallbacks, filters, search, setSearch, reload],
  );
  const isFiltered = Object.entries(filters).some(([key, value]) => value !== fallbacks[key]);
  const week = lastSevenDays(fields, search);
  const wider = week && {
    label: common('dates.last7Days'),
    run: () => setSearch(withFilters(search, week), true),
  };
  const message = list.fault ? (
    <Fault fault={list.fault} onRetry={list.reload} />
  ) : isFiltered ? (
    <EmptyState
      kind="noMatch"
      {...(props.noMatch?.text !== undefined && { text: props.noMatch.text })}
      action={
        props.noMatch?.offer ??
        wider ?? {
          label: common('buttons.clearFilters'),
          run: () => setSearch(withFilters(search, {}), true),
        }
      }
    />
  ) : (
    <EmptyState
      kind="none"
      {...(props.emptyText !== undefined && { text: props.emptyText })}
      {...((wider ?? create) && { action: wider ?? create })}
    />
  );
  const sums = props.sums && list.data && data?.items.length ? props.sums(list.data) : [];
  const hasAge = data !== undefined;
  const isTicked = bulk !== undefined && selection.rows.length > 0;
  const toolbar = isTicked ? (
    <BulkBar
      {...bulk}
      selection={selection}
      rowKey={props.rowKey}
      total={data?.total ?? null}
      readAll={list.readAll}
    />
  ) : (
    (props.toolbar || (hasAge && list.fault) || data?.read_from) && (
      <>
        {hasAge && (
          <ListAge
            updatedAt={list.updatedAt}
            hasFailed={list.fault !== null}
            onRetry={list.reload}
            readFrom={data.read_from}
          />
        )}
        {props.toolbar}
      </>
    )
  );
  return (
    <ListPage
      title={place.title}
      actions={
        (props.headActions || create) && (
          <>
            <ShownColumns value={layout.shown}>{props.headActions}</ShownColumns>
            {create && (
              <Button leftSection={<IconPlus size={15} />} onClick={create.run}>
                {create.label}
              </Button>
            )}
          </>
        )
      }
      filters={
        fields.length > 0 && (
          <FilterBar fields={fields} value={filters} onSubmit={filter} isBusy={list.isBusy && list.isStale} />
        )
      }
      toolbar={toolbar}
      settings={
        <>
          {presets && <ViewsMenu name={props.name} layout={layout} more={props.moreOfViews} />}
          <GridSettings columns={columns} control={layout} />
        </>
      }
      sums={sums.length > 0 && <ListSums sums={sums} range={range} onRange={setRange} />}
      isCounted={range === 'filter' && sums.length === 1 && sums[0]?.filter.count === data?.total}
      pager={pagerOf(place, paged)}
    >
      {props.picture}
      <DataGrid
        label={place.title}
        columns={columns}
        layout={layout}
        rows={list.fault && !data ? [] : data?.items}
        rowKey={props.rowKey}
        message={list.fault || data ? message : null}
        isStale={list.isStale}
        skeletonRows={data?.paginate ?? 20}
        {...(props.defaultSort
          ? {
              sort: textAt(search, 'sort') ?? props.defaultSort,
              sortNote: props.sortNote,
              onSort: (sort: string) => setSearch({ ...withOpen(search, null), sort, page: '' }, true),
            }
          : {})}
        {...(props.onOpen ? { onOpen: props.onOpen } : {})}
        {...(props.actions ? { actions: props.actions } : {})}
        {...(bulk ? { selected: selection.keys, onSelect: selection.select } : {})}
        {...props.grid}
      />
      {props.children}
    </ListPage>
  );
}
