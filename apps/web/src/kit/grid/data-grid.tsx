import { useCallback, useMemo, useRef, useState } from 'react';
import { useIsNarrow } from '../../lib/use-is-narrow.ts';
import { useWords } from '../../lib/use-words.ts';
import { GridCards } from './grid-cards.tsx';
import { GridMenu, type GridMenuPlace } from './grid-menu.tsx';
import type { DataGridProps } from './grid-props.ts';
import { GridTable } from './grid-table.tsx';
import { rowActs } from './row-acts.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useTicks } from './use-ticks.ts';
import styles from './grid.module.css';

const noRows: never[] = [];
const nothing: ReadonlySet<string> = new Set();

/**
 * The product's table: sticky head, the first columns and the actions pinned, one popup for all rows, rows and cells
 * that render only when they change, and only those in sight when there are many. Below 768 px rows are cards.
 */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { columns, rows = noRows, rowKey, onOpen, onSelect, selected = nothing, flashing = nothing } = props;
  const t = useWords('common');
  const isNarrow = useIsNarrow();
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const [menu, setMenu] = useState<GridMenuPlace | null>(null);
  const reveal = useRef<((index: number) => void) | null>(null);

  const shown = useMemo(() => {
    const byKey = new Map(columns.map((column) => [column.key, column]));
    return props.layout.shown.flatMap((key) => byKey.get(key) ?? []);
  }, [columns, props.layout.shown]);
  const keys = useMemo(() => rows.map(rowKey), [rows, rowKey]);
  const ticks = useTicks(keys, selected, onSelect);
  const find = (key: string | undefined): Row | undefined =>
    key === undefined ? undefined : rows[keys.indexOf(key)];
  const { actions } = props;
  const opens = onOpen !== undefined;
  const actsOf = useMemo(() => rowActs(opens, actions), [opens, actions]);

  const openMenu = (place: GridMenuPlace | null): void => {
    setMenu(place);
    props.onMenu?.(place !== null);
  };
  // One listener for all rows and all that stands in them.
  const act = (event: React.MouseEvent): void => {
    const target = event.target as HTMLElement;
    const key = target.closest<HTMLElement>('[data-key]')?.dataset['key'];
    const row = find(key);
    if (key === undefined || row === undefined) return;
    setActiveKey(key);
    const button = target.closest<HTMLElement>('[data-act]');
    const name = button?.dataset['act'];
    if (name === 'open') onOpen?.(row);
    if (name === 'do') actsOf(row).lead?.run();
    if (name === 'tick') ticks.toggle(key, event.shiftKey);
    if (name === 'more' && button) openMenu({ rowKey: key, rect: button.getBoundingClientRect() });
  };
  useGridKeys({
    rows,
    rowKey,
    activeKey,
    setActiveKey,
    open: onOpen,
    copy: props.copy,
    tick: onSelect ? ticks.toggle : undefined,
    reveal: useCallback((index) => reveal.current?.(index), []),
  });

  const menuRow = find(menu?.rowKey);
  const hasMessage = props.rows !== undefined ? rows.length === 0 : props.message !== null;
  const openLabel = onOpen ? t('buttons.detail') : null;
  const moreLabel = t('buttons.more');
  return (
    <div className={styles.box} onClick={act}>
      {!isNarrow ? (
        <GridTable
          {...props}
          rows={rows}
          shown={shown}
          isWaiting={props.rows === undefined && !hasMessage}
          hasMessage={hasMessage}
          activeKey={activeKey}
          selected={selected}
          flashing={flashing}
          ticks={onSelect ? ticks : null}
          actsOf={actsOf}
          openLabel={openLabel}
          moreLabel={moreLabel}
          reveal={reveal}
        />
      ) : hasMessage ? (
        <div className={styles.message}>{props.message}</div>
      ) : (
        <GridCards
          columns={shown}
          rows={rows}
          rowKey={rowKey}
          flashing={flashing}
          openLabel={openLabel}
          restLabel={moreLabel}
          leadOf={(row) => actsOf(row).lead}
          moreLabel={(row) => (actsOf(row).further.length > 0 ? moreLabel : null)}
        />
      )}
      <GridMenu
        place={menu}
        label={moreLabel}
        actions={menuRow ? actsOf(menuRow).further : []}
        onClose={() => openMenu(null)}
      />
    </div>
  );
}
