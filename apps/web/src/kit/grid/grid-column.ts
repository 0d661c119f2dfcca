import type { ReactNode } from 'react';
import type { Whose } from '../../lib/own-user.ts';

/** One column: what it shows of a row. Columns depend on neither the data nor the totals. */
export interface GridColumn<Row> {
  readonly key: string;
  readonly title: string;
  /** What the header says where it has no room for the title, which then stands in the tooltip alone. */
  readonly shortTitle?: string;
  /** Pixels until the user drags another width. */
  readonly width: number;
  /** It only says whose the row is: not shown where all rows are of one. */
  readonly whose?: Whose;
  /** Figures stand at the end, in tabular digits. */
  readonly isFigure?: true;
  /** Not shown until chosen in the column chooser. */
  readonly isHidden?: true;
  /** The text whose whole width the column keeps: figures, times, tags. A column without it gives way. */
  readonly holds?: (row: Row, hasWholeTimes: boolean) => string;
  /** The words of a column that gives way: it is as wide as they are where there is room. */
  readonly words?: (row: Row) => string;
  /** Pixels beside that text, for an icon or a frame; what they are where only some rows have one. */
  readonly besideText?: number | ((rows: readonly Row[]) => number);
  /** How narrow a column that gives way may become. */
  readonly least?: number;
  /**
   * Its place on a phone: the line of a three-line card; or, on a long card, beside the head or a line of it.
   * Without any the first columns are taken.
   */
  readonly card?: 1 | 2 | 3 | 'head' | 'line';
  /** What a card shows instead. */
  readonly cardCell?: (row: Row) => ReactNode;
  /** The server's name of this column for sorting; a column without one cannot be sorted. */
  readonly sort?: string;
  readonly cell: (row: Row) => ReactNode;
}

/** Columns that a screen offers under a name: in their order, the others hidden. */
export interface GridPreset {
  readonly key: string;
  readonly label: string;
  readonly columns: readonly string[];
  /** They stay in view when the rest is scrolled; they stand first. */
  readonly pinned: readonly string[];
  /** They leave where the window is narrower than 1300 px. */
  readonly leaving?: readonly string[];
  /** Times are shown with their day and year. */
  readonly hasWholeTimes?: true;
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
