import type { GridColumn } from './grid-column.ts';
import { pinOf } from './pin.ts';
import { widthOfHead } from './use-column-widths.ts';
import styles from './grid.module.css';

interface GridHeadProps<Row> {
  readonly columns: readonly GridColumn<Row>[];
  /** How wide each column is, as the style of a grid says it. */
  readonly tracks: string;
  /** How many of the columns stay in view. */
  readonly pinned: number;
  readonly sort: string | undefined;
  readonly sortNote: string | undefined;
  readonly onSort: ((sort: string) => void) | undefined;
  readonly onWidth: (key: string, width: number) => void;
  readonly widthOf: (key: string) => number;
  readonly font: string;
  readonly tick: { label: string; isAll: boolean; toggle: (isAll: boolean) => void } | null;
  readonly actionsTitle: string | null;
}

const minWidth = 60;

/** Newest or largest first, then the other way round: the two orders that a person asks for. */
function nextSort(column: string, sort: string | undefined): string {
  return sort === `-${column}` ? column : `-${column}`;
}

function ariaSort(
  column: string | undefined,
  sort: string | undefined,
): 'ascending' | 'descending' | undefined {
  if (column === undefined) return undefined;
  if (sort === column) return 'ascending';
  return sort === `-${column}` ? 'descending' : undefined;
}

export function GridHead<Row>(props: GridHeadProps<Row>) {
  const { columns, sort, onSort, tick } = props;
  const said = ({ key, title, shortTitle = title, sort: by }: GridColumn<Row>): string =>
    widthOfHead(title, by !== undefined, props.font) <= props.widthOf(key) ? title : shortTitle;
  const drag = (key: string) => (event: React.PointerEvent<HTMLElement>) => {
    event.preventDefault();
    const grip = event.currentTarget;
    const from = event.clientX;
    const width = props.widthOf(key);
    grip.setPointerCapture(event.pointerId);
    const move = (next: PointerEvent): void =>
      props.onWidth(key, Math.max(minWidth, Math.round(width + next.clientX - from)));
    grip.addEventListener('pointermove', move);
    grip.addEventListener('lostpointercapture', () => grip.removeEventListener('pointermove', move), {
      once: true,
    });
  };
  return (
    <thead role="rowgroup">
      <tr role="row" style={{ gridTemplateColumns: props.tracks }} aria-rowindex={1}>
        {tick && (
          <th role="columnheader" className={styles.tick} scope="col">
            <input
              type="checkbox"
              checked={tick.isAll}
              onChange={(event) => tick.toggle(event.currentTarget.checked)}
              aria-label={tick.label}
            />
          </th>
        )}
        {columns.map((column, index) => (
          <th
            key={column.key}
            role="columnheader"
            scope="col"
            className={column.isFigure ? styles.figure : undefined}
            {...pinOf(index, props.pinned)}
            aria-sort={ariaSort(column.sort, sort)}
          >
            {column.sort !== undefined && onSort ? (
              <button
                type="button"
                className={styles.sort}
                title={
                  column.isFigure && props.sortNote ? `${column.title}: ${props.sortNote}` : column.title
                }
                onClick={() => onSort(nextSort(column.sort ?? '', sort))}
              >
                {said(column)}
                <span aria-hidden>
                  {sort === column.sort ? ' ↑' : sort === `-${column.sort}` ? ' ↓' : ' ↕'}
                </span>
                {column.isFigure && props.sortNote && ariaSort(column.sort, sort) && (
                  <small className={styles.sortNote}>{props.sortNote}</small>
                )}
              </button>
            ) : (
              <span title={column.title}>{said(column)}</span>
            )}
            <span className={styles.grip} onPointerDown={drag(column.key)} aria-hidden />
          </th>
        ))}
        {props.actionsTitle !== null && (
          <th role="columnheader" scope="col" className={styles.actions} data-pin="end">
            {props.actionsTitle}
          </th>
        )}
      </tr>
    </thead>
  );
}
