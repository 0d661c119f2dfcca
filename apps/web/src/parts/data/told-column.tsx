import type { DataRow } from '@suanpan/contract/endpoints/data-screens';
import { columns as columnsOf, type PartOf } from '../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';

interface Told {
  readonly key: PartOf<DataRow>;
  readonly title: string;
  readonly width: number;
  /** Null where the row has none. */
  readonly tell: (row: DataRow) => string | null | undefined;
  readonly hint?: (row: DataRow) => string | undefined;
}

/** A column of what a row says besides its figures. */
export function toldColumn({ key, title, width, tell, hint }: Told): GridColumn<DataRow> {
  const told = (row: DataRow): string => tell(row) ?? '–';
  return columnsOf<DataRow>().own(key, title, {
    width,
    isFigure: true,
    holds: told,
    cell: (row) => (
      <span className="num" title={hint?.(row)}>
        {told(row)}
      </span>
    ),
    // A bare figure says nothing where no header stands above it.
    cardCell: (row) => (
      <>
        {title} <span className="num">{told(row)}</span>
      </>
    ),
  });
}
