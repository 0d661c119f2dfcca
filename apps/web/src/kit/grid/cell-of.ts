import type { ReactNode } from 'react';
import type { GridColumn } from './grid-column.ts';

const made = new WeakMap<object, WeakMap<object, ReactNode>>();

/**
 * What a column shows of a row. It hangs on these two alone, so it is made once: React passes over a cell that it is
 * given again, whichever columns have come or gone beside it.
 */
export function cellOf<Row>(column: GridColumn<Row>, row: Row): ReactNode {
  let ofRow = made.get(row as object);
  if (ofRow === undefined) {
    ofRow = new WeakMap();
    made.set(row as object, ofRow);
  }
  let cell = ofRow.get(column);
  if (cell === undefined) {
    cell = column.cell(row);
    ofRow.set(column, cell);
  }
  return cell;
}
