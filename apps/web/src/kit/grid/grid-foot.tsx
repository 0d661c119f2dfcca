import type { GridColumn, GridTotals } from './grid-column.ts';
import { pinOf } from './pin.ts';
import styles from './grid.module.css';

interface GridFootProps<Row> {
  readonly totals: readonly GridTotals[];
  readonly columns: readonly GridColumn<Row>[];
  /** How wide each column is, as the style of a grid says it. */
  readonly tracks: string;
  readonly pinned: number;
  readonly hasTick: boolean;
  readonly hasActions: boolean;
}

/** The lines of sums, which stay in view below the rows. */
export function GridFoot<Row>({ totals, columns, tracks, pinned, hasTick, hasActions }: GridFootProps<Row>) {
  return (
    <tfoot role="rowgroup">
      {totals.map((line) => (
        <tr key={line.key} role="row" style={{ gridTemplateColumns: tracks }}>
          {hasTick && <td role="cell" className={styles.tick} />}
          {columns.map((column, place) => (
            <td
              key={column.key}
              role="cell"
              className={column.isFigure ? styles.figure : undefined}
              {...pinOf(place, pinned)}
            >
              {place === 0 ? line.label : line.cells[column.key]}
            </td>
          ))}
          {hasActions && <td role="cell" data-pin="end" />}
        </tr>
      ))}
    </tfoot>
  );
}
