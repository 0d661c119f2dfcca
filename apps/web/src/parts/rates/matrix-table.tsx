import { Checkbox } from '@mantine/core';
import { display2 } from '@suanpan/money/display';
import { formatLedger } from '@suanpan/money/amount';
import type { MatrixRow } from '@suanpan/contract/endpoints/price-matrix';
import { showInstant } from '../../lib/platform-time.ts';
import { useWords } from '../../lib/use-words.ts';
import { moveInCells } from './move-in-cells.ts';
import { blockOf, cellNames, pasteBlock, typeCell } from './price-draft.ts';
import type { CellName, Direction, Draft, ReadRow } from './price-draft.ts';
import styles from './matrix.module.css';

interface MatrixTableProps {
  readonly rows: readonly ReadRow[];
  readonly draft: Draft;
  readonly direction: Direction;
  readonly isReadOnly: boolean;
  /** Merchants stand in a column of their own. */
  readonly isOfMany: boolean;
  readonly onChange: (draft: Draft) => void;
  readonly onUndo: () => void;
}

const ends = ['min', 'mean', 'max'] as const;
const feeText = ({ pct, per_item: item }: MatrixRow['endpoint_fee']): string =>
  /^-?[0.]*$/.test(item) ? `${pct}%` : `${pct}% + ${display2(item)}`;

/** The prices of channels as cells that a keyboard and a sheet fill, with what they bring beside them. */
export function MatrixTable(props: MatrixTableProps) {
  const { direction, draft, isOfMany, isReadOnly, onChange, onUndo, rows } = props;
  const t = useWords('prices');
  const keys = rows.map(({ key }) => key);
  return (
    <div className={styles.box}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th rowSpan={2} scope="col" className={styles.name}>
              {isOfMany ? t('columns.merchantChannel') : t('columns.channel')}
            </th>
            {(['merchant', 'subAgent', 'middleman'] as const).map((party) => (
              <th key={party} colSpan={2} scope="colgroup">
                {t(`columns.${party}`)}
              </th>
            ))}
            <th rowSpan={2} scope="col">
              {t('columns.endpoint')}
            </th>
            <th rowSpan={2} scope="col">
              {t('columns.system')}
            </th>
            <th rowSpan={2} scope="col">
              {t('columns.left')}
            </th>
            <th colSpan={3} scope="colgroup">
              {t('columns.margin')}
            </th>
            {direction === 'collection' && (
              <th rowSpan={2} scope="col">
                {t('columns.allowLoss')}
              </th>
            )}
          </tr>
          <tr>
            {cellNames.map((name) => (
              <th key={name} scope="col">
                {name.endsWith('pct') ? '%' : t('columns.perItem')}
              </th>
            ))}
            {ends.map((end) => (
              <th key={end} scope="col">
                {t(`columns.${end}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((read, line) => (
            <tr
              key={read.key}
              data-changed={read.isChanged || undefined}
              data-off={!read.row.enabled || undefined}
            >
              <th scope="row" className={styles.name}>
                {isOfMany && <span>{read.row.customer.name}</span>}
                <span title={read.row.code}>
                  {read.row.channel} <small>{read.row.alias}</small>
                </span>
                {read.row.scheduled.map((next) => (
                  <small key={next.id} className={styles.next}>
                    {t('states.next', { time: showInstant(next.valid_from) })}
                  </small>
                ))}
              </th>
              {cellNames.map((name, place) => (
                <td key={name}>
                  <input
                    className={styles.cell}
                    data-cell={`${line}:${place}`}
                    value={draft.cells[read.key]?.[place] ?? ''}
                    readOnly={isReadOnly}
                    inputMode="decimal"
                    autoComplete="off"
                    aria-label={`${isOfMany ? `${read.row.customer.name} ` : ''}${read.row.channel} ${read.row.alias} ${t(`cells.${name}`)}`}
                    aria-invalid={isWrong(read, name) || undefined}
                    data-nobody={isNobody(read.row, name) || undefined}
                    title={isNobody(read.row, name) ? t('hints.nobody') : undefined}
                    onFocus={(event) => event.currentTarget.select()}
                    onChange={(event) =>
                      onChange(typeCell(draft, read.key, place, event.currentTarget.value))
                    }
                    onPaste={(event) => {
                      const block = blockOf(event.clipboardData.getData('text/plain'));
                      if (block === null || isReadOnly) return;
                      event.preventDefault();
                      onChange(pasteBlock(draft, keys, [line, place], block));
                    }}
                    onKeyDown={(event) => {
                      if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)) {
                        event.preventDefault();
                        onUndo();
                        // What is typed next takes the place of what came back.
                        const cell = event.currentTarget;
                        requestAnimationFrame(() => cell.select());
                      } else moveInCells(event, [line, place]);
                    }}
                  />
                </td>
              ))}
              <td className={styles.figure}>{feeText(read.row.endpoint_fee)}</td>
              <td className={styles.figure}>{feeText(read.row.system_fee)}</td>
              <td className={styles.figure}>
                {read.left === null ? '–' : feeText({ pct: read.left.pct, per_item: read.left.perItem })}
              </td>
              {ends.map((end) => {
                const margin = read.judged?.[end] ?? null;
                const net = margin && formatLedger(margin.net, read.row.currency);
                return (
                  <td
                    key={end}
                    className={styles.figure}
                    data-end={end}
                    data-loss={(margin !== null && margin.net < 0n) || undefined}
                    title={
                      margin === null
                        ? undefined
                        : t('hints.at', { amount: display2(formatLedger(margin.amount, read.row.currency)) })
                    }
                  >
                    {net === null ? '–' : display2(net)}
                  </td>
                );
              })}
              {direction === 'collection' && (
                <td className={styles.tick}>
                  <Checkbox
                    aria-label={`${read.row.channel} ${read.row.alias} ${t('columns.allowLoss')}`}
                    checked={read.allowsLoss}
                    disabled={isReadOnly}
                    onChange={(event) =>
                      onChange({
                        ...draft,
                        losses: { ...draft.losses, [read.key]: event.currentTarget.checked },
                      })
                    }
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const isNobody = (row: MatrixRow, name: CellName): boolean =>
  (name.startsWith('sub_agent') && !row.has_sub_agent) ||
  (name.startsWith('middleman') && !row.has_middleman);

/** A cell that holds no price, and the merchant's where the whole row loses. */
const isWrong = ({ faults, isChanged, isSavable, judged }: ReadRow, name: CellName): boolean =>
  faults.includes(name) || (isChanged && judged !== null && !isSavable && name.startsWith('merchant'));
