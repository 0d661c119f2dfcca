import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { GridAction, GridColumn } from './grid-column.ts';
import styles from './grid.module.css';

interface GridCardsProps<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly flashing: ReadonlySet<string>;
  readonly openLabel: string | null;
  /** What unfolds a short card that opens nothing. */
  readonly restLabel: string;
  /** The act that stands on a card that opens nothing. */
  readonly leadOf: (row: Row) => GridAction | undefined;
  readonly moreLabel: (row: Row) => string | null;
}

const linesOfCard = 8;
const shortLines = [1, 2, 3] as const;

/** The same rows on a phone: three lines and the rest on a tap, or, where columns name no line, a long card. */
export function GridCards<Row>(props: GridCardsProps<Row>) {
  const isShort = props.columns.some((column) => typeof column.card === 'number');
  return (
    <div className={styles.cards} data-short={isShort || undefined}>
      {props.rows.map((row) => {
        const key = props.rowKey(row);
        const Card = isShort ? ShortCard : LongCard;
        return (
          <article
            key={key}
            className={isShort ? styles.shortCard : styles.card}
            data-key={key}
            data-flash={props.flashing.has(key) || undefined}
          >
            <Card {...props} row={row} more={props.moreLabel(row)} />
          </article>
        );
      })}
    </div>
  );
}

interface CardProps<Row> extends GridCardsProps<Row> {
  readonly row: Row;
  readonly more: string | null;
}

/** Of nothing only a header tells what is not there; an icon may say something without words. */
function saysNothing<Row>({ holds, words, besideText }: GridColumn<Row>, row: Row): boolean {
  const said = holds === undefined ? words?.(row) : besideText === undefined ? holds(row, true) : undefined;
  return said === '' || said === '–';
}

const isBareFigure = ({
  card,
  cardCell,
  isFigure,
}: Pick<GridColumn<never>, 'card' | 'cardCell' | 'isFigure'>) =>
  isFigure === true && typeof card === 'number' && cardCell === undefined;

/** What of it was asked for, in three lines; the rest opens beside it or, where nothing opens, unfolds below. */
function ShortCard<Row>(props: CardProps<Row>) {
  const { columns, row, openLabel, restLabel, leadOf, more } = props;
  const [isUnfolded, setUnfolded] = useState(false);
  const rest = columns.filter((column) => typeof column.card !== 'number');
  // One figure is what the row is about; of several none says which it is where no header stands above it.
  const isNamed = columns.filter(isBareFigure).length > 1;
  const hasRest = openLabel === null && (rest.length > 0 || leadOf(row) !== undefined || more !== null);
  return (
    <>
      <div className={styles.shortLines}>
        {shortLines.map((line) => {
          // The first line looks alike on every card; below it what is not there takes no room.
          const isEmpty = (column: GridColumn<Row>): boolean =>
            line !== 1 && !(isNamed && isBareFigure(column)) && saysNothing(column, row);
          const cells = columns
            .filter((column) => column.card === line && !(column.isFigure === true && isEmpty(column)))
            // The first line names the row; below it an amount comes first.
            .sort((one, other) =>
              line === 1 ? 0 : Number(other.isFigure ?? false) - Number(one.isFigure ?? false),
            );
          // Words that are not there keep the place of what follows them.
          const last = cells.findLastIndex((column) => !isEmpty(column));
          if (last === -1) return null;
          return (
            <div key={line} data-line={line} data-named={isNamed || undefined}>
              {cells.slice(0, last + 1).map((column) => (
                <span key={column.key}>
                  {isNamed && isBareFigure(column) && (
                    <small className={styles.figureName}>{column.shortTitle ?? column.title}</small>
                  )}
                  {(column.cardCell ?? column.cell)(row)}
                </span>
              ))}
            </div>
          );
        })}
        {isUnfolded && (
          <div className={styles.unfolded}>
            <dl>
              {rest.map((column) => (
                <CardLine key={column.key} title={column.title}>
                  {column.cell(row)}
                </CardLine>
              ))}
            </dl>
            <CardFoot {...props} />
          </div>
        )}
      </div>
      {hasRest && (
        <button
          type="button"
          className={styles.openCard}
          aria-label={restLabel}
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          <IconChevronDown size={18} aria-hidden />
        </button>
      )}
      {openLabel !== null && (
        <button type="button" data-act="open" className={styles.openCard} aria-label={openLabel}>
          <IconChevronRight size={18} aria-hidden />
        </button>
      )}
    </>
  );
}

function LongCard<Row>(props: CardProps<Row>) {
  const { columns, row } = props;
  const [head, ...rest] = columns;
  const beside = rest.filter((column) => column.card === 'head');
  const chosen = rest.filter((column) => column.card === 'line');
  const lines =
    chosen.length > 0 ? chosen : rest.filter((column) => column.card !== 'head').slice(0, linesOfCard);
  return (
    <>
      <div className={styles.cardHead}>
        <span className={styles.cardTitle}>{head?.cell(row)}</span>
        {beside.map((column) => (
          <span key={column.key}>{column.cell(row)}</span>
        ))}
      </div>
      <dl>
        {lines.map((column) => (
          <CardLine key={column.key} title={column.title}>
            {column.cell(row)}
          </CardLine>
        ))}
      </dl>
      <CardFoot {...props} />
    </>
  );
}

/** What can be done with it, within a thumb's reach. */
function CardFoot<Row>({ row, more, openLabel, leadOf }: CardProps<Row>) {
  const lead = leadOf(row);
  if (openLabel === null && lead === undefined && more === null) return null;
  return (
    <div className={styles.cardFoot}>
      {more !== null && (
        <button type="button" data-act="more" className={styles.link} aria-haspopup="menu">
          {more}
        </button>
      )}
      {(openLabel ?? lead?.label) !== undefined && (
        <button
          type="button"
          data-act={openLabel === null ? 'do' : 'open'}
          data-dangerous={lead?.isDangerous || undefined}
          className={styles.link}
          disabled={lead?.disabledBecause !== undefined}
          title={lead?.disabledBecause}
        >
          {openLabel ?? lead?.label}
        </button>
      )}
    </div>
  );
}

function CardLine({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </>
  );
}
