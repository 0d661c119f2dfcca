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

/** The same rows on a phone: the pinned column is the head of a card, the next ones its lines. */
export function GridCards<Row>(props: GridCardsProps<Row>) {
  const [head, ...rest] = props.columns;
  const beside = rest.filter((column) => column.card === 'head');
  const chosen = rest.filter((column) => column.card === 'line');
  const lines =
    chosen.length > 0 ? chosen : rest.filter((column) => column.card !== 'head').slice(0, linesOfCard);
  return (
    <div className={styles.cards}>
      {props.rows.map((row) => {
        const key = props.rowKey(row);
        const more = props.moreLabel(row);
        return (
          <article
            key={key}
            className={styles.card}
            data-key={key}
            data-flash={props.flashing.has(key) || undefined}
          >
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
            {(props.openLabel !== null || more !== null) && (
              <div className={styles.cardFoot}>
                {more !== null && (
                  <button type="button" data-act="more" className={styles.link} aria-haspopup="menu">
                    {more}
                  </button>
                )}
                {props.openLabel !== null && (
                  <button type="button" data-act="open" className={styles.link}>
                    {props.openLabel}
                  </button>
                )}
              </div>
            )}
          </article>
        );
      })}
      {props.rows.length > 0 &&
        props.totals.map((line) => (
          <article key={line.key} className={styles.card}>
            <div className={styles.cardHead}>{line.label}</div>
            <dl>
              {rest
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

function CardLine({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </>
  );
}
