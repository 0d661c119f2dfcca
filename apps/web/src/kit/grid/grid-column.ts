import type { ReactNode } from 'react';

/** One column: what it shows of a row. Columns depend on neither the data nor the totals. */
export interface GridColumn<Row> {
  readonly key: string;
  readonly title: string;
  /** Pixels until the user drags another width. */
  readonly width: number;
  /** Figures stand at the end, in tabular digits. */
  readonly isFigure?: true;
  /** Not shown until chosen in the column chooser. */
  readonly isHidden?: true;
  /** Its place on a phone's card: beside the head, or a line; without any the first columns are taken. */
  readonly card?: 'head' | 'line';
  /** The server's name of this column for sorting; a column without one cannot be sorted. */
  readonly sort?: string;
  readonly cell: (row: Row) => ReactNode;
}

/** What can be done with one row, in the row's menu and as the first button. */
export interface GridAction {
  readonly key: string;
  readonly label: string;
  readonly isDangerous?: boolean;
  /** Why it cannot be done now; shown on hover, and the item is disabled. */
  readonly disabledBecause?: string;
  readonly run: () => void;
}

/** One line at the foot: a label and figures under their columns. */
export interface GridTotals {
  readonly key: string;
  readonly label: string;
  readonly cells: Readonly<Record<string, ReactNode>>;
}
