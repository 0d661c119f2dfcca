import { useImperativeHandle, useMemo, useRef, type CSSProperties, type Ref } from 'react';
import { useWords } from '../../lib/use-words.ts';
import { WholeTimes } from '../instant.tsx';
import type { GridColumn } from './grid-column.ts';
import { GridHead } from './grid-head.tsx';
import { rowHeightOf } from './grid-layout.ts';
import type { DataGridProps } from './grid-props.ts';
import { GridSkeleton } from './grid-row.tsx';
import { GridRows, LateRows } from './grid-rows.tsx';
import { inSight, rowsInSight } from './in-sight.ts';
import { widestLead, type RowActs } from './row-acts.ts';
import { useColumnWidths } from './use-column-widths.ts';
import { useEdges } from './use-edges.ts';
import { useIsLate } from './use-is-late.ts';
import { scrollStep, useGridView } from './use-grid-view.ts';
import type { Ticks } from './use-ticks.ts';
import styles from './grid.module.css';

interface GridTableProps<Row> extends DataGridProps<Row> {
  readonly rows: readonly Row[];
  /** The columns that are shown, the pinned ones first. */
  readonly shown: readonly GridColumn<Row>[];
  /** For its first rows. */
  readonly isWaiting: boolean;
  readonly hasMessage: boolean;
  readonly activeKey: string | null;
  readonly selected: ReadonlySet<string>;
  readonly flashing: ReadonlySet<string>;
  /** Null where rows cannot be ticked. */
  readonly ticks: Ticks | null;
  readonly actsOf: (row: Row) => RowActs;
  /** Null where rows do not open. */
  readonly openLabel: string | null;
  readonly moreLabel: string;
  /** Where the way to a row is put that may not be in sight. */
  readonly reveal: Ref<(index: number) => void>;
}

/** A page of so many rows is drawn whole, so that the browser's own search finds what stands on it. */
const wholePage = 60;
const rowMargin = 360;
const columnMargin = 160;
const headHeight = 30;
const skeletonMost = 20;
const tickWidth = 28;
const actionsWidth = 88;
const actionsKey = '#actions';
const noRows: never[] = [];

/** The rows as a table that scrolls by itself. */
export function GridTable<Row>(props: GridTableProps<Row>) {
  const { rowKey, shown, selected, flashing, ticks, actsOf, openLabel, onSort } = props;
  const { layout, change, hasWholeTimes } = props.layout;
  const t = useWords('common');
  const scroller = useRef<HTMLDivElement>(null);
  const view = useGridView(scroller);
  // Drawn once, with the widths that its place allows: how wide that is is known before the first paint.
  const rows = view.width === 0 ? noRows : props.rows;
  const isLate = useIsLate(props.isWaiting);
  const opens = openLabel !== null;
  const hasActions = opens || props.actions !== undefined;

  // The column of actions is as wide as the longest of the acts that stand in it.
  const lead = opens || !hasActions ? null : widestLead(rows, actsOf);
  const leadLabel = lead?.label ?? '';
  const besideLead = lead?.beside ?? 0;
  const { sort, sortNote } = props;
  const measured = useMemo(
    (): readonly GridColumn<Row>[] => [
      // By what it is sorted stands in the header too.
      ...shown.map((column) =>
        sortNote !== undefined &&
        column.isFigure &&
        sort !== undefined &&
        column.sort === sort.replace(/^-/, '')
          ? { ...column, shortTitle: `${column.shortTitle ?? column.title} ${sortNote}` }
          : column,
      ),
      {
        key: actionsKey,
        title: '',
        width: hasActions ? actionsWidth : 0,
        least: hasActions ? actionsWidth : 0,
        ...(leadLabel !== '' && { holds: () => leadLabel, besideText: besideLead }),
        cell: () => null,
      },
    ],
    [shown, hasActions, leadLabel, besideLead, sort, sortNote],
  );
  const before = ticks ? tickWidth : 0;
  const widthBy = useColumnWidths(measured, rows, layout.widths, view, hasWholeTimes, before);
  const place = useMemo(() => {
    const widths = shown.map((column) => widthBy.get(column.key) ?? column.width);
    return { widths, start: before, end: widthBy.get(actionsKey) ?? 0 };
  }, [shown, widthBy, before]);
  useEdges(scroller, place);
  const { widths, end } = place;
  const total = widths.reduce((sum, width) => sum + width, before + end);
  const isWide = total > view.width;

  const pinned = shown.filter((column) => layout.pinned.includes(column.key)).length;
  const lefts = widths
    .slice(0, pinned)
    .reduce((ends, width) => [...ends, (ends.at(-1) ?? 0) + width], [before]);
  const pinnedEnd = lefts[pinned] ?? before;
  const sight = isWide
    ? inSight(
        widths.slice(pinned),
        pinnedEnd,
        view.left + pinnedEnd,
        view.left + view.width + scrollStep.left,
        columnMargin,
      )
    : { first: 0, end: shown.length - pinned };

  const rowHeight = rowHeightOf(layout.density);
  const isWhole = rows.length <= wholePage;
  const inView = isWhole
    ? { first: 0, end: rows.length }
    : rowsInSight(rows.length, rowHeight, view.top, view.top + view.height + scrollStep.top, rowMargin);
  useImperativeHandle(
    props.reveal,
    () => (index: number) => {
      const box = scroller.current;
      if (!box) return;
      const top = index * rowHeight;
      const lowest = top + rowHeight + headHeight - box.clientHeight;
      box.scrollTop = Math.min(top, Math.max(lowest, box.scrollTop));
    },
    [rowHeight],
  );

  const cols = [
    ...(ticks ? [{ key: '#tick', width: tickWidth }] : []),
    ...shown.map(({ key }, index) => ({ key, width: widths[index] ?? 0 })),
    ...(hasActions ? [{ key: actionsKey, width: end }] : []),
  ];
  // On each row and not on the table: what a table hands down, the browser works out anew for every cell.
  const tracks = cols
    .map(({ width }, index) => (index < cols.length - 1 ? `${width}px` : `minmax(${width}px, 1fr)`))
    .join(' ');
  const drawing = {
    rows,
    rowKey,
    columns: shown,
    tracks,
    pinned,
    first: pinned + sight.first,
    end: pinned + sight.end,
    activeKey: props.activeKey,
    selected,
    flashing,
    tickLabel: ticks ? t('table.selectRow') : null,
    hasActions,
    actsOf,
    openLabel,
    moreLabel: props.moreLabel,
  };
  const fold = isWhole ? Math.max(1, Math.ceil(view.fold / rowHeight)) : inView.end;
  const tableStyle = {
    width: Math.max(total, view.width),
    '--row': `${rowHeight}px`,
    ...(isWide &&
      Object.fromEntries(lefts.slice(0, pinned).map((left, index) => [`--left-${index}`, `${left}px`]))),
  } as CSSProperties;

  return (
    <div
      ref={scroller}
      className={styles.scroll}
      data-stale={props.isStale || undefined}
      data-wide={isWide || undefined}
      tabIndex={0}
      role="group"
      aria-label={props.label}
      style={{ scrollPaddingInlineStart: pinnedEnd }}
    >
      <WholeTimes value={hasWholeTimes}>
        <table
          className={styles.table}
          style={tableStyle}
          role="table"
          aria-rowcount={props.rows.length + 1}
          aria-colcount={cols.length}
        >
          <GridHead
            columns={shown}
            tracks={tracks}
            pinned={pinned}
            sort={props.sort}
            sortNote={props.sortNote}
            onSort={onSort}
            onWidth={(key, width) => change({ widths: { ...layout.widths, [key]: width } })}
            widthOf={(key) => widthBy.get(key) ?? 0}
            font={view.font}
            tick={ticks && { label: t('table.selectPage'), isAll: ticks.isAll, toggle: ticks.toggleAll }}
            actionsTitle={hasActions ? t('table.actions') : null}
          />
          <tbody role="rowgroup">
            {props.isWaiting && isLate && (
              <GridSkeleton
                columns={cols}
                tracks={tracks}
                rows={Math.min(props.skeletonRows ?? skeletonMost, skeletonMost)}
              />
            )}
            {inView.first > 0 && (
              <tr className={styles.gap} style={{ height: inView.first * rowHeight }} aria-hidden />
            )}
            <GridRows {...drawing} from={inView.first} to={fold} />
            {isWhole && <LateRows {...drawing} from={fold} to={wholePage} />}
            {inView.end < rows.length && (
              <tr
                className={styles.gap}
                style={{ height: (rows.length - inView.end) * rowHeight }}
                aria-hidden
              />
            )}
          </tbody>
        </table>
      </WholeTimes>
      {props.hasMessage && <div className={styles.message}>{props.message}</div>}
    </div>
  );
}
