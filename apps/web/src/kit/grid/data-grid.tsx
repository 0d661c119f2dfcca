import {
  columnOrderingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type RowData,
} from '@tanstack/react-table';
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
} from 'react';
import { useIsNarrow } from '../../lib/use-is-narrow.ts';
import { useWords } from '../../lib/use-words.ts';
import { GridCards } from './grid-cards.tsx';
import type { GridAction, GridColumn, GridTotals } from './grid-column.ts';
import { GridFoot } from './grid-foot.tsx';
import { GridHead } from './grid-head.tsx';
import { rowHeightOf, type GridLayoutControl } from './grid-layout.ts';
import { GridMenu, type GridMenuPlace } from './grid-menu.tsx';
import { GridRow, GridSkeleton } from './grid-row.tsx';
import { useGridKeys } from './use-grid-keys.ts';
import type { VirtualRows as VirtualRowsOf } from './virtual-rows.tsx';
import styles from './grid.module.css';

// A page of ordinary length needs no virtual rows and does not fetch them.
const VirtualRows = lazy(async () => ({
  default: (await import('./virtual-rows.tsx')).VirtualRows,
})) as unknown as typeof VirtualRowsOf;

export interface DataGridProps<Row> {
  /** What the table shows, for those who do not see it. */
  readonly label: string;
  readonly columns: readonly GridColumn<Row>[];
  readonly layout: GridLayoutControl;
  /** Undefined until the first answer. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string;
  /** Shown in place of rows: an empty state or a fault. */
  readonly message: ReactNode;
  /** Rows of an older question while the newer one is on its way. */
  readonly isStale?: boolean;
  readonly totals?: readonly GridTotals[];
  readonly sort?: string;
  readonly onSort?: (sort: string) => void;
  readonly onOpen?: (row: Row) => void;
  readonly actions?: (row: Row) => readonly GridAction[];
  /** What `c` copies. */
  readonly copy?: (row: Row) => void;
  readonly selected?: ReadonlySet<string>;
  readonly onSelect?: (selected: ReadonlySet<string>) => void;
  readonly flashing?: ReadonlySet<string>;
  /** Told when the row menu opens and closes, so that nothing is refreshed under it. */
  readonly onMenu?: (isOpen: boolean) => void;
  /** Rows of the skeleton: the page size. */
  readonly skeletonRows?: number;
}

const features = tableFeatures({ columnVisibilityFeature, columnOrderingFeature });
const virtualFrom = 60;
const tickWidth = 36;
/** Room for both buttons of a row, or for the one. */
const actionsWidths = { two: 128, one: 84 } as const;
const noRows: never[] = [];
const nothing: ReadonlySet<string> = new Set();

/**
 * The product's table: sticky head and totals, the first column and the actions pinned, one popup for all rows,
 * rows that render only when they change, and only those in view when there are many. Below 768 px rows are cards.
 */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { columns, rows = noRows, rowKey, onSelect, selected = nothing, flashing = nothing } = props;
  const { layout, change } = props.layout;
  const t = useWords('common');
  const isNarrow = useIsNarrow();
  const scroller = useRef<HTMLDivElement>(null);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const [menu, setMenu] = useState<GridMenuPlace | null>(null);

  const definitions = useMemo<ColumnDef<typeof features, RowData>[]>(
    () => columns.map((column) => ({ id: column.key, header: column.title })),
    [columns],
  );
  const state = useMemo(
    () => ({
      columnVisibility: Object.fromEntries(layout.hidden.map((key) => [key, false])),
      columnOrder: [...layout.order],
    }),
    [layout],
  );
  const table = useTable({ features, columns: definitions, data: noRows, state });
  const visible = table.getVisibleLeafColumns();
  const shown = useMemo(() => {
    const byKey = new Map(columns.map((column) => [column.key, column]));
    return visible.flatMap((column) => byKey.get(column.id) ?? []);
  }, [columns, visible]);

  const rowHeight = rowHeightOf(layout.density);
  const isVirtual = rows.length > virtualFrom && !isNarrow;
  const revealVirtual = useRef<((index: number) => void) | null>(null);

  useEffect(() => {
    const box = scroller.current;
    if (!box) return undefined;
    // Reading where the table is scrolled to costs a layout: only when its width may have changed.
    const watch = new ResizeObserver(() => markEdges(box));
    watch.observe(box);
    if (box.firstElementChild) watch.observe(box.firstElementChild);
    return () => watch.disconnect();
  }, [isNarrow]);
  const find = useCallback((key: string) => rows.find((row) => rowKey(row) === key), [rows, rowKey]);
  const toggle = useCallback(
    (key: string) => {
      const next = new Set(selected);
      if (!next.delete(key)) next.add(key);
      onSelect?.(next);
    },
    [selected, onSelect],
  );
  const openMenu = (place: GridMenuPlace | null): void => {
    setMenu(place);
    props.onMenu?.(place !== null);
  };
  const act = (event: React.MouseEvent): void => {
    const target = event.target as HTMLElement;
    const key = target.closest<HTMLElement>('[data-key]')?.dataset['key'];
    const row = key === undefined ? undefined : find(key);
    if (key === undefined || row === undefined) return;
    setActiveKey(key);
    const button = target.closest<HTMLElement>('[data-act]');
    const name = button?.dataset['act'];
    if (name === 'open') props.onOpen?.(row);
    if (name === 'tick') toggle(key);
    if (name === 'more' && button) openMenu({ rowKey: key, rect: button.getBoundingClientRect() });
  };
  useGridKeys({
    rows,
    rowKey,
    activeKey,
    setActiveKey,
    open: props.onOpen,
    copy: props.copy,
    tick: onSelect ? toggle : undefined,
    reveal: (index) => {
      if (revealVirtual.current) revealVirtual.current(index);
      else
        scroller.current
          ?.querySelector(`tr[aria-rowindex="${index + 2}"]`)
          ?.scrollIntoView({ block: 'nearest' });
    },
  });

  const menuRow = menu ? find(menu.rowKey) : undefined;
  const shownMenu = (
    <GridMenu
      place={menu}
      label={t('buttons.more')}
      actions={menuRow ? (props.actions?.(menuRow) ?? []) : []}
      onClose={() => openMenu(null)}
    />
  );
  const hasMessage = props.rows !== undefined ? rows.length === 0 : props.message !== null;
  const hasActions = props.onOpen !== undefined || props.actions !== undefined;
  const openLabel = props.onOpen ? t('buttons.detail') : null;
  const actionsWidth = actionsWidths[props.onOpen && props.actions ? 'two' : 'one'];

  if (isNarrow) {
    return (
      <div className={styles.box} onClick={act}>
        {hasMessage ? (
          <div className={styles.message}>{props.message}</div>
        ) : (
          <GridCards
            columns={shown}
            rows={rows}
            rowKey={rowKey}
            flashing={flashing}
            openLabel={openLabel}
            moreLabel={(row) => ((props.actions?.(row).length ?? 0) > 0 ? t('buttons.more') : null)}
            totals={props.totals ?? []}
          />
        )}
        {shownMenu}
      </div>
    );
  }

  const draw = (row: Row, index: number): ReactNode => {
    const key = rowKey(row);
    return (
      <GridRow
        key={key}
        row={row}
        rowKey={key}
        index={index}
        columns={shown}
        isActive={key === activeKey}
        isSelected={selected.has(key)}
        hasFlash={flashing.has(key)}
        tickLabel={onSelect ? t('table.selectRow') : null}
        hasActions={hasActions}
        openLabel={openLabel}
        moreLabel={(props.actions?.(row).length ?? 0) > 0 ? t('buttons.more') : null}
      />
    );
  };
  const widthOf = (column: GridColumn<Row>): number => layout.widths[column.key] ?? column.width;
  const total = shown.reduce((sum, column) => sum + widthOf(column), 0);
  const tableStyle = {
    width: total + (onSelect ? tickWidth : 0) + (hasActions ? actionsWidth : 0),
    '--row': `${rowHeight}px`,
    '--pin-left': onSelect ? `${tickWidth}px` : '0px',
  } as CSSProperties;

  return (
    <div className={styles.box}>
      <div
        ref={scroller}
        className={styles.scroll}
        data-stale={props.isStale || undefined}
        tabIndex={0}
        role="group"
        aria-label={props.label}
        onScroll={(event) => markEdges(event.currentTarget)}
      >
        <table className={styles.table} style={tableStyle} aria-rowcount={rows.length + 1}>
          <colgroup>
            {onSelect && <col style={{ width: tickWidth }} />}
            {shown.map((column) => (
              <col key={column.key} style={{ width: widthOf(column) }} />
            ))}
            {hasActions && <col style={{ width: actionsWidth }} />}
          </colgroup>
          <GridHead
            columns={shown}
            sort={props.sort}
            onSort={props.onSort}
            onWidth={(key, width) => change({ widths: { ...layout.widths, [key]: width } })}
            widthOf={(key) =>
              layout.widths[key] ?? columns.find((column) => column.key === key)?.width ?? 120
            }
            tick={
              onSelect
                ? {
                    label: t('table.selectPage'),
                    isAll: rows.length > 0 && rows.every((row) => selected.has(rowKey(row))),
                    toggle: (isAll) => {
                      const next = new Set(selected);
                      for (const row of rows) {
                        if (isAll) next.add(rowKey(row));
                        else next.delete(rowKey(row));
                      }
                      onSelect(next);
                    },
                  }
                : null
            }
            actionsTitle={hasActions ? t('table.actions') : null}
          />
          <tbody onClick={act}>
            {props.rows === undefined && !hasMessage && (
              <GridSkeleton
                columns={[
                  ...(onSelect ? [{ key: '#tick', width: tickWidth }] : []),
                  ...shown,
                  ...(hasActions ? [{ key: '#actions', width: actionsWidth }] : []),
                ]}
                rows={Math.min(props.skeletonRows ?? 20, 20)}
              />
            )}
            {isVirtual ? (
              <Suspense fallback={rows.slice(0, virtualFrom).map(draw)}>
                <VirtualRows
                  rows={rows}
                  rowHeight={rowHeight}
                  scroller={scroller}
                  draw={draw}
                  reveal={revealVirtual}
                />
              </Suspense>
            ) : (
              rows.map(draw)
            )}
          </tbody>
          {rows.length > 0 && props.totals && props.totals.length > 0 && (
            <GridFoot
              totals={props.totals}
              columns={shown}
              hasTick={onSelect !== undefined}
              hasActions={hasActions}
            />
          )}
        </table>
        {hasMessage && <div className={styles.message}>{props.message}</div>}
      </div>
      {shownMenu}
    </div>
  );
}

/** Shadows at the pinned columns appear only while something lies beneath them. */
function markEdges(scroller: HTMLDivElement | null): void {
  if (!scroller) return;
  scroller.toggleAttribute('data-off-start', scroller.scrollLeft > 0);
  const rest = scroller.scrollWidth - scroller.clientWidth - scroller.scrollLeft;
  scroller.toggleAttribute('data-off-end', rest > 1);
}
