import { memo, type CSSProperties } from 'react';
import { cellOf } from './cell-of.ts';
import type { GridColumn } from './grid-column.ts';
import { pinOf } from './pin.ts';
import styles from './grid.module.css';

export interface GridRowProps<Row> {
  readonly row: Row;
  readonly rowKey: string;
  readonly index: number;
  readonly columns: readonly GridColumn<Row>[];
  /** How wide each column is, as the style of a grid says it. */
  readonly tracks: string;
  /** How many of the columns stay in view. */
  readonly pinned: number;
  /** Of the others those from `first` to before `end` are drawn. */
  readonly first: number;
  readonly end: number;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly hasFlash: boolean;
  /** Present where rows can be ticked. */
  readonly tickLabel: string | null;
  /** The grid has a column of actions, even if this row offers none. */
  readonly hasActions: boolean;
  /** The act that stands in the row itself; null where it offers none. */
  readonly leadLabel: string | null;
  /** Whether that act opens the row, or does the first of its actions. */
  readonly leadAct: 'open' | 'do';
  readonly isLeadDangerous: boolean;
  /** Why it cannot be done now. */
  readonly leadHindrance: string | undefined;
  /** Label of the menu button; null where there is no further action. */
  readonly moreLabel: string | null;
}

function GridRowBody<Row>(props: GridRowProps<Row>) {
  const { columns, row, pinned, first, end } = props;
  // Where columns are left out, those that are there say which they are.
  const isWindowed = first > pinned || end < columns.length;
  const offset = props.tickLabel === null ? 1 : 2;
  const cell = (column: GridColumn<Row>, index: number) => (
    <td
      key={column.key}
      role="cell"
      aria-colindex={isWindowed ? index + offset : undefined}
      className={column.isFigure ? styles.figure : undefined}
      {...pinOf(index, pinned)}
    >
      {cellOf(column, row)}
    </td>
  );
  return (
    <tr
      role="row"
      style={{ gridTemplateColumns: props.tracks }}
      data-key={props.rowKey}
      data-active={props.isActive || undefined}
      data-selected={props.isSelected || undefined}
      data-flash={props.hasFlash || undefined}
      aria-rowindex={props.index + 2}
      aria-selected={props.tickLabel === null ? undefined : props.isSelected}
    >
      {props.tickLabel !== null && (
        <td role="cell" className={styles.tick}>
          <input
            type="checkbox"
            data-act="tick"
            checked={props.isSelected}
            readOnly
            aria-label={props.tickLabel}
          />
        </td>
      )}
      {columns.slice(0, pinned).map(cell)}
      {first > pinned && <td role="presentation" style={{ gridColumn: `span ${first - pinned}` }} />}
      {columns.slice(first, end).map((column, place) => cell(column, first + place))}
      {end < columns.length && (
        <td role="presentation" style={{ gridColumn: `span ${columns.length - end}` }} />
      )}
      {props.hasActions && (
        <td role="cell" className={styles.actions} data-pin="end">
          {props.leadLabel !== null && (
            <button
              type="button"
              data-act={props.leadAct}
              data-dangerous={props.isLeadDangerous || undefined}
              className={styles.link}
              disabled={props.leadHindrance !== undefined}
              title={props.leadHindrance}
            >
              {props.leadLabel}
            </button>
          )}
          {props.moreLabel === null ? (
            props.leadAct === 'open' && <span className={styles.noMore} />
          ) : (
            <button
              type="button"
              data-act="more"
              className={styles.more}
              aria-haspopup="menu"
              aria-label={props.moreLabel}
              title={props.moreLabel}
            />
          )}
        </td>
      )}
    </tr>
  );
}

/** A row renders only when its own data, its columns or its marks change. */
export const GridRow = memo(GridRowBody) as typeof GridRowBody;

/** Grey bars in the shape of the page. */
export function GridSkeleton({
  columns,
  tracks,
  rows,
}: {
  columns: readonly { key: string; width: number }[];
  tracks: string;
  rows: number;
}) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} className={styles.skeleton} style={{ gridTemplateColumns: tracks }} aria-hidden>
      {columns.map((column, index) => (
        <td key={column.key}>
          <span style={{ '--bar': `${55 + ((row * 7 + index * 13) % 35)}%` } as CSSProperties} />
        </td>
      ))}
    </tr>
  ));
}
