import type { ReactNode } from 'react';
import type { GridAction, GridColumn } from './grid-column.ts';
import type { GridLayoutControl } from './grid-layout.ts';

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
