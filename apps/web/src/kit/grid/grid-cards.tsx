import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { GridColumn, GridTotals } from './grid-column.ts';
import styles from './grid.module.css';

interface GridCardsProps<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly flashing: ReadonlySet<string>;
  readonly openLabel: string | null;
  readonly moreLabel: (row: Row) => string | null;
  readonly totals: readonly GridTotals[];
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
      {props.rows.length > 0 &&
        props.totals.map((line) => (
          <article key={line.key} className={styles.card}>
            <div className={styles.cardHead}>{line.label}</div>
            <dl>
              {props.columns
                .slice(1)
                .filter((column) => line.cells[column.key] !== undefined)
                .map((column) => (
                  <CardLine key={column.key} title={column.title}>
                    {line.cells[column.key]}
                  </CardLine>
                ))}
            </dl>
          </article>
        ))}
    </div>
  );
}

interface CardProps<Row> extends GridCardsProps<Row> {
  readonly row: Row;
  readonly more: string | null;
}

/** What of it was asked for, in three lines; the whole card opens it. */
function ShortCard<Row>({ columns, row, openLabel }: CardProps<Row>) {
  return (
    <>
      <div className={styles.shortLines}>
        {shortLines.map((line) => (
          <div key={line}>
            {columns
              .filter((column) => column.card === line)
              .sort((one, other) => Number(other.isFigure ?? false) - Number(one.isFigure ?? false))
              .map((column) => (
                <span key={column.key}>{(column.cardCell ?? column.cell)(row)}</span>
              ))}
          </div>
        ))}
      </div>
      {openLabel !== null && (
        <button type="button" data-act="open" className={styles.openCard} aria-label={openLabel}>
          <IconChevronRight size={18} aria-hidden />
        </button>
      )}
    </>
  );
}

function LongCard<Row>({ columns, row, more, openLabel }: CardProps<Row>) {
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
      {(openLabel !== null || more !== null) && (
        <div className={styles.cardFoot}>
          {more !== null && (
            <button type="button" data-act="more" className={styles.link} aria-haspopup="menu">
              {more}
            </button>
          )}
          {openLabel !== null && (
            <button type="button" data-act="open" className={styles.link}>
              {openLabel}
            </button>
          )}
        </div>
      )}
    </>
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
