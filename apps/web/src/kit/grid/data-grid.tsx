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
import { WholeTimes } from '../instant.tsx';
import { useColumnWidths } from './use-column-widths.ts';
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
  /** What a sort by money means where several currencies stand in the list. */
  readonly sortNote?: string | undefined;
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

const virtualFrom = 60;
const tickWidth = 28;
const actionsWidth = 88;
/** Beside the words of a button in that column: its padding, the air round it, and the weight of its letters. */
const buttonFrame = 20;
const moreWidth = 28;
const actionsKey = '#actions';
const noRows: never[] = [];
const nothing: ReadonlySet<string> = new Set();

/**
 * The product's table: sticky head, the first columns and the actions pinned, one popup for all rows, rows that render only when they change, and only those in view when there are many. Below 768 px rows are cards.
 */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { columns, rows = noRows, rowKey, onSelect, selected = nothing, flashing = nothing } = props;
  const { layout, change } = props.layout;
  const t = useWords('common');
  const isNarrow = useIsNarrow();
  const scroller = useRef<HTMLDivElement>(null);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const [menu, setMenu] = useState<GridMenuPlace | null>(null);

  const pinned = props.layout.shown.filter((key) => layout.pinned.includes(key)).length;
  const shown = useMemo(() => {
    const byKey = new Map(columns.map((column) => [column.key, column]));
    return props.layout.shown.flatMap((key) => byKey.get(key) ?? []);
  }, [columns, props.layout.shown]);

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
  const lastTicked = useRef<string | null>(null);
  const toggle = (key: string, isRange: boolean): void => {
    const next = new Set(selected);
    const isOn = !next.has(key);
    const keys = rows.map(rowKey);
    const [from, to] = [keys.indexOf(lastTicked.current ?? key), keys.indexOf(key)].sort((a, b) => a - b);
    const range = isRange && from !== undefined && from >= 0 ? keys.slice(from, (to ?? from) + 1) : [key];
    for (const one of range) {
      if (isOn) next.add(one);
      else next.delete(one);
    }
    lastTicked.current = key;
    onSelect?.(next);
  };
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
    if (name === 'do') props.actions?.(row)[0]?.run();
    if (name === 'tick') toggle(key, event.shiftKey);
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

  // A row that opens shows that; of another the first action stands in the row, and only the rest behind the menu.
  const openLabel = props.onOpen ? t('buttons.detail') : null;
  const leadOf = (row: Row): GridAction | undefined =>
    props.onOpen ? undefined : props.actions?.(row)[0];
  const furtherOf = (row: Row): readonly GridAction[] => props.actions?.(row).slice(props.onOpen ? 0 : 1) ?? [];
  const moreLabel = (row: Row): string | null => (furtherOf(row).length > 0 ? t('buttons.more') : null);
  const menuRow = menu ? find(menu.rowKey) : undefined;
  const shownMenu = (
    <GridMenu
      place={menu}
      label={t('buttons.more')}
      actions={menuRow ? furtherOf(menuRow) : []}
      onClose={() => openMenu(null)}
    />
  );
  const hasMessage = props.rows !== undefined ? rows.length === 0 : props.message !== null;
  const hasActions = props.onOpen !== undefined || props.actions !== undefined;
  // The column of actions is as wide as the longest of the acts that stand in it.
  const longestLead = rows.reduce((longest, row) => {
    const label = leadOf(row)?.label ?? '';
    return label.length > longest.length ? label : longest;
  }, '');
  const leadFrame = buttonFrame + (rows.some((row) => furtherOf(row).length > 0) ? moreWidth : 0);
  const measured = useMemo(
    (): readonly GridColumn<Row>[] => [
      ...shown,
      {
        key: actionsKey,
        title: '',
        width: hasActions ? actionsWidth : 0,
        least: hasActions ? actionsWidth : 0,
        ...(longestLead !== '' && { holds: () => longestLead, besideText: leadFrame }),
        cell: () => null,
      },
    ],
    [shown, hasActions, longestLead, leadFrame],
  );
  const beside = onSelect ? tickWidth : 0;
  const widths = useColumnWidths(measured, rows, layout.widths, scroller, props.layout.hasWholeTimes, beside);

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
            restLabel={t('buttons.more')}
            leadOf={leadOf}
            moreLabel={moreLabel}
            totals={props.totals ?? []}
          />
        )}
        {shownMenu}
      </div>
    );
  }

  const draw = (row: Row, index: number): ReactNode => {
    const key = rowKey(row);
    const lead = leadOf(row);
    return (
      <GridRow
        key={key}
        row={row}
        rowKey={key}
        index={index}
        columns={shown}
        pinned={pinned}
        isActive={key === activeKey}
        isSelected={selected.has(key)}
        hasFlash={flashing.has(key)}
        tickLabel={onSelect ? t('table.selectRow') : null}
        hasActions={hasActions}
        leadLabel={openLabel ?? lead?.label ?? null}
        leadAct={props.onOpen ? 'open' : 'do'}
        isLeadDangerous={lead?.isDangerous === true}
        leadHindrance={lead?.disabledBecause}
        moreLabel={moreLabel(row)}
      />
    );
  };
  const widthOf = (key: string): number => widths.get(key) ?? 120;
  const lefts: number[] = [];
  let left = onSelect ? tickWidth : 0;
  for (const column of shown.slice(0, pinned)) {
    lefts.push(left);
    left += widthOf(column.key);
  }
  const tableStyle = {
    width: shown.reduce((sum, column) => sum + widthOf(column.key), beside + widthOf(actionsKey)),
    '--row': `${rowHeight}px`,
    ...Object.fromEntries(lefts.map((value, index) => [`--left-${index}`, `${value}px`])),
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
        style={{ scrollPaddingInlineStart: left }}
        onScroll={(event) => markEdges(event.currentTarget)}
      >
        <WholeTimes value={props.layout.hasWholeTimes}>
          <table className={styles.table} style={tableStyle} aria-rowcount={rows.length + 1}>
            <colgroup>
              {onSelect && <col style={{ width: tickWidth }} />}
              {shown.map((column) => (
                <col key={column.key} style={{ width: widthOf(column.key) }} />
              ))}
              {hasActions && <col style={{ width: widthOf(actionsKey) }} />}
            </colgroup>
            <GridHead
              columns={shown}
              pinned={pinned}
              sort={props.sort}
              sortNote={props.sortNote}
              onSort={props.onSort}
              onWidth={(key, width) => change({ widths: { ...layout.widths, [key]: width } })}
              widthOf={widthOf}
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
                    ...shown.map(({ key }) => ({ key, width: widthOf(key) })),
                    ...(hasActions ? [{ key: actionsKey, width: widthOf(actionsKey) }] : []),
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
                pinned={pinned}
                hasTick={onSelect !== undefined}
                hasActions={hasActions}
              />
            )}
          </table>
        </WholeTimes>
        {hasMessage && <div className={styles.message}>{props.message}</div>}
      </div>
      {shownMenu}
    </div>
  );
}

/**
 * Shadows at the pinned columns appear only while something lies beneath them; the column that the actions cut in two
 * is covered whole, so that no figure is read by half.
 */
function markEdges(scroller: HTMLDivElement | null): void {
  if (!scroller) return;
  scroller.toggleAttribute('data-off-start', scroller.scrollLeft > 0);
  const rest = scroller.scrollWidth - scroller.clientWidth - scroller.scrollLeft;
  scroller.toggleAttribute('data-off-end', rest > 1);
  const heads = [...scroller.querySelectorAll<HTMLElement>('thead th')];
  const end = heads.find((head) => head.dataset['pin'] === 'end');
  const edge = end?.getBoundingClientRect().left ?? 0;
  const cut = heads
    .map((head) => head.getBoundingClientRect())
    .find((rect) => rect.left < edge - 1 && rect.right > edge + 1);
  scroller.style.setProperty('--cover', `${cut && rest > 1 ? Math.ceil(edge - cut.left) : 0}px`);
}
