import { Button, Checkbox, TextInput } from '@mantine/core';
import { batchColumns, editBatch } from '@suanpan/contract/endpoints/payout-batches';
import type { BatchColumn, BatchRow, BatchView } from '@suanpan/contract/endpoints/payout-batches';
import { display4 } from '@suanpan/money/display';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../../lib/api.ts';
import { useSending } from '../../../../lib/use-sending.ts';
import { useWords } from '../../../../lib/use-words.ts';
import styles from './batch.module.css';

interface BatchRowsProps {
  readonly batch: BatchView;
  readonly mayEdit: boolean;
  readonly onChanged: () => void;
}

/** The rows of a batch with what is wrong with each; one at a time is corrected in its place. */
export function BatchRows({ batch, mayEdit, onChanged }: BatchRowsProps) {
  const t = useWords('payment');
  const [edited, setEdited] = useState<number | null>(null);
  // The row that was corrected last, until its button has the focus again.
  const [left, setLeft] = useState<number | null>(null);
  const leave = (n: number): void => {
    setEdited(null);
    setLeft(n);
  };
  const { fault, isBusy, send } = useSending();
  const save = async (n: number, cells: Correction): Promise<void> => {
    const refusal = await send(() =>
      call(editBatch, { id: batch.id, version: batch.version, rows: [{ n, ...cells }] }),
    );
    if (refusal === null && edited === n) leave(n);
    onChanged();
  };
  return (
    <div className={styles.box}>
      {fault !== null && (
        <p role="alert" className={styles.fault}>
          {fault.message}
        </p>
      )}
      <table className={styles.rows}>
        <thead>
          <tr>
            <th className="num">{t('batch.line')}</th>
            {batchColumns.map((column) => (
              <th key={column} className={column === 'amount' ? 'num' : undefined}>
                {t(`batch.columns.${column}`)}
              </th>
            ))}
            <th className="num">{t('batch.fee')}</th>
            <th>{t('batch.says')}</th>
          </tr>
        </thead>
        <tbody>
          {batch.rows.map((row) =>
            row.n === edited ? (
              <EditRow
                key={row.n}
                row={row}
                isBusy={isBusy}
                onSave={(cells) => void save(row.n, cells)}
                onClose={() => leave(row.n)}
              />
            ) : (
              <ShownRow
                key={row.n}
                row={row}
                hadFocus={left === row.n}
                onFocused={() => setLeft(null)}
                {...(mayEdit &&
                  row.payout_id === null && {
                    onEdit: () => setEdited(row.n),
                    onKnown: (isKnown: boolean) => void save(row.n, { duplicate_known: isKnown }),
                  })}
              />
            ),
          )}
          {batch.rows.length === 0 && (
            <tr>
              <td colSpan={batchColumns.length + 3}>{t('batch.empty')}</td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

type Correction = Partial<Record<BatchColumn, string>> & { readonly duplicate_known?: boolean };

interface ShownRowProps {
  readonly row: BatchRow;
  /** It was being corrected: whoever works by keyboard goes on from here. */
  readonly hadFocus: boolean;
  readonly onFocused: () => void;
  readonly onEdit?: () => void;
  readonly onKnown?: (isKnown: boolean) => void;
}

function ShownRow({ hadFocus, onEdit, onFocused, onKnown, row }: ShownRowProps) {
  const t = useWords('payment');
  // What it came to when it was sent, and what stands against it now, may be one sentence.
  const said = Object.values(row.errors)
    .flat()
    .filter((says) => says !== row.outcome);
  const edit = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!hadFocus) return;
    edit.current?.focus();
    onFocused();
  });
  return (
    <tr data-bad={Object.keys(row.errors).length > 0 || undefined}>
      <td className="num">{row.n}</td>
      {batchColumns.map((column) => (
        <td
          key={column}
          className={column === 'amount' ? 'num' : undefined}
          data-bad={row.errors[column] !== undefined || undefined}
        >
          {column === 'bank_code' && row.bank_name !== row.bank_code
            ? `${row.bank_code} ${row.bank_name}`
            : row[column]}
        </td>
      ))}
      <td className="num">{row.fee === null ? '–' : display4(row.fee)}</td>
      <td>
        <div className={styles.says}>
          {row.payout_id === null ? (
            row.outcome
          ) : (
            <a href={`#/wrap/payment.transactions?open=${row.payout_id}`}>{row.outcome}</a>
          )}
          {said.map((says) => (
            <span key={says} className={styles.fault}>
              {says}
            </span>
          ))}
          {row.is_duplicate && onKnown !== undefined && (
            <Checkbox
              size="xs"
              label={t('batch.known')}
              checked={row.duplicate_known}
              onChange={(event) => onKnown(event.currentTarget.checked)}
            />
          )}
          {onEdit !== undefined && (
            <Button ref={edit} size="compact-xs" variant="default" onClick={onEdit}>
              {t('batch.edit')}
            </Button>
          )}
        </div>
      </td>
    </tr>
  );
}

interface EditRowProps {
  readonly row: BatchRow;
  readonly isBusy: boolean;
  readonly onSave: (cells: Correction) => void;
  readonly onClose: () => void;
}

function EditRow({ isBusy, onClose, onSave, row }: EditRowProps) {
  const t = useWords('payment');
  // The card is shown masked, so that it is written anew or stays.
  const [cells, setCells] = useState<Record<BatchColumn, string>>({ ...row, card_no: '' });
  const save = (): void => {
    const changed = batchColumns.filter((column) =>
      column === 'card_no' ? cells.card_no.trim() !== '' : cells[column] !== row[column],
    );
    onSave(Object.fromEntries(changed.map((column) => [column, cells[column].trim()])));
  };
  const [wrong = 'bank_code'] = batchColumns.filter((column) => row.errors[column] !== undefined);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <tr>
      <td className="num">{row.n}</td>
      {batchColumns.map((column) => (
        <td key={column}>
          <TextInput
            ref={column === wrong ? first : null}
            size="xs"
            aria-label={t(`batch.columns.${column}`)}
            value={cells[column]}
            placeholder={column === 'card_no' ? row.card_no : ''}
            title={column === 'card_no' ? t('batch.cardHint') : undefined}
            onChange={(event) => setCells({ ...cells, [column]: event.currentTarget.value })}
            error={row.errors[column] !== undefined}
            maxLength={512}
            autoComplete="off"
          />
        </td>
      ))}
      <td />
      <td>
        <div className={styles.says}>
          <Button size="compact-xs" loading={isBusy} onClick={save}>
            {t('batch.save')}
          </Button>
          <Button size="compact-xs" variant="default" disabled={isBusy} onClick={onClose}>
            {t('batch.cancel')}
          </Button>
        </div>
      </td>
    </tr>
  );
}
