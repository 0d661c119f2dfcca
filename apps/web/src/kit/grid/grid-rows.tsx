import { memo, useDeferredValue, type ReactNode } from 'react';
import type { GridColumn } from './grid-column.ts';
import { GridRow } from './grid-row.tsx';
import type { RowActs } from './row-acts.ts';

/** All that some rows of a table are drawn by. */
interface GridRowsProps<Row> {
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly columns: readonly GridColumn<Row>[];
  /** How wide each column is, as the style of a grid says it. */
  readonly tracks: string;
  /** How many of the columns stay in view. */
  readonly pinned: number;
  /** Of the others those from `first` to before `end` are drawn. */
  readonly first: number;
  readonly end: number;
  readonly activeKey: string | null;
  readonly selected: ReadonlySet<string>;
  readonly flashing: ReadonlySet<string>;
  /** Present where rows can be ticked. */
  readonly tickLabel: string | null;
  readonly hasActions: boolean;
  readonly actsOf: (row: Row) => RowActs;
  /** Null where rows do not open. */
  readonly openLabel: string | null;
  readonly moreLabel: string;
  /** The place of the first row that is drawn, and of the one behind the last. */
  readonly from: number;
  readonly to: number;
}

function GridRowsBody<Row>({ rows, from, to, ...drawing }: GridRowsProps<Row>): ReactNode {
  const { rowKey, openLabel, actsOf, activeKey, selected, flashing } = drawing;
  return rows.slice(from, to).map((row, index) => {
    const key = rowKey(row);
    const acts = actsOf(row);
    return (
      <GridRow
        key={key}
        row={row}
        rowKey={key}
        index={from + index}
        columns={drawing.columns}
        tracks={drawing.tracks}
        pinned={drawing.pinned}
        first={drawing.first}
        end={drawing.end}
        isActive={key === activeKey}
        isSelected={selected.has(key)}
        hasFlash={flashing.has(key)}
        tickLabel={drawing.tickLabel}
        hasActions={drawing.hasActions}
        leadLabel={openLabel ?? acts.lead?.label ?? null}
        leadAct={openLabel === null ? 'do' : 'open'}
        isLeadDangerous={acts.lead?.isDangerous === true}
        leadHindrance={acts.lead?.disabledBecause}
        moreLabel={acts.further.length > 0 ? drawing.moreLabel : null}
      />
    );
  });
}

/** Some of a table's rows; they are looked at again only when something of what they are drawn by changes. */
export const GridRows = memo(GridRowsBody) as typeof GridRowsBody;

function LateRowsBody<Row>(props: GridRowsProps<Row>): ReactNode {
  const drawn = useDeferredValue(props);
  return <GridRows {...drawn} />;
}

/** The same a moment later: rows that nobody sees at first do not keep those waiting that are read. */
export const LateRows = memo(LateRowsBody) as typeof LateRowsBody;
