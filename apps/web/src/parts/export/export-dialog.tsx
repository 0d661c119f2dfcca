import { SegmentedControl } from '@mantine/core';
import type { Endpoint } from '@suanpan/contract/endpoint';
import { exportsList, requestExport } from '@suanpan/contract/endpoints/exports';
import {
  columnsAsShown,
  exportedList,
  exportFormats,
  type ExportFormat,
  type ExportKind,
} from '@suanpan/domain/exports/kinds';
import { exportFileDays } from '@suanpan/domain/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { call } from '../../lib/api.ts';
import { businessNow } from '../../lib/clock.ts';
import { keepPreference, keptPreference } from '../../lib/preferences.ts';
import { exportChanged } from '../../lib/socket.ts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';
import { ColumnChoice } from './column-choice.tsx';
import { RowEstimate } from './row-estimate.tsx';
import { SpanChoice } from './span-choice.tsx';
import { mistakeOf, spanOf, withSpan } from './span.ts';
import styles from './export.module.css';

interface ExportDialogProps {
  readonly kind: ExportKind;
  readonly endpoint: Endpoint;
  readonly question: (nowMs: number) => Readonly<Record<string, unknown>>;
  /** What the grid shows, in its order; null where there is no grid. */
  readonly shown: readonly string[] | null;
  readonly onClose: () => void;
}

const formatKey = 'export.format';

/** What is taken away, as what, and what it will not hold: asked before the file is ordered. */
export function ExportDialog({ kind, endpoint, question, shown, onClose }: ExportDialogProps) {
  const t = useWords('exports');
  const titles = useWords('screens');
  const client = useQueryClient();
  const list = exportedList(kind);
  const [all, asShown] = useMemo(() => {
    const every = Object.keys(list.columns);
    const first = shown === null ? every : columnsAsShown(list, shown);
    return [[...first, ...every.filter((name) => !first.includes(name))], first];
  }, [list, shown]);
  const [[asked, place]] = useState(() => apart(endpoint, question(businessNow())));
  const [span, setSpan] = useState(() => spanOf(list, asked, businessNow()));
  const [columns, setColumns] = useState<readonly string[]>(asShown);
  const [format, setFormat] = useState<ExportFormat>(
    () => exportFormats.find((one) => one === keptPreference(formatKey)) ?? 'xlsx',
  );
  const isWrong = span !== null && mistakeOf(span) !== null;
  const filter = withSpan(asked, span);

  return (
    <FormDialog
      title={t('dialog.title', { list: titles(`titles.${kind}`) })}
      submitLabel={t('dialog.submit')}
      isReady={!isWrong && columns.length > 0}
      act={async (_form, once) => {
        const made = await call(
          requestExport,
          { kind, format, filter: filter as Record<string, never>, columns: [...columns] },
          once,
        );
        keepPreference(formatKey, format);
        // As if the server had told it: the corner shows it from now on.
        exportChanged.emit({ id: made.id, status: made.status, progress: made.progress });
        void client.invalidateQueries({ queryKey: [exportsList.path] });
        toasts.emit({ tone: 'ok', title: t('dialog.started'), href: '#/wrap/downloadPage' });
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          {span === null ? (
            <p className={styles.note}>{t('dialog.register')}</p>
          ) : (
            <SpanChoice span={span} error={errorOf('filter')} onChange={setSpan} />
          )}
          <RowEstimate endpoint={endpoint} question={isWrong ? null : { ...filter, ...place }} />
          <ColumnChoice list={list} all={all} asShown={asShown} chosen={columns} onChange={setColumns} />
          <div className={styles.field}>
            <span className={styles.label}>{t('dialog.format')}</span>
            <SegmentedControl
              aria-label={t('dialog.format')}
              value={format}
              onChange={(value) => setFormat(value)}
              data={exportFormats.map((value) => ({ value, label: t(`dialog.${value}`) }))}
            />
          </div>
          <p className={styles.note}>
            {t('dialog.masking')} {t('dialog.keep', { days: exportFileDays })}
          </p>
        </>
      )}
    </FormDialog>
  );
}

type Question = Readonly<Record<string, unknown>>;

const paging: readonly string[] = ['page', 'paginate', 'cursor', 'sort'];

/**
 * The filters of a question, and what of it only names the list and the page: the address of its call, and of pages
 * the smallest, since only the number of rows is wanted of it.
 */
function apart(endpoint: Endpoint, question: Question): readonly [filter: Question, place: Question] {
  const isPlace = (name: string): boolean => endpoint.path.includes(`{${name}}`);
  const part = (isWanted: (name: string) => boolean): Question =>
    Object.fromEntries(Object.entries(question).filter(([name]) => isWanted(name)));
  const onePage = 'page' in question ? { page: 1, paginate: 1 } : {};
  return [part((name) => !isPlace(name) && !paging.includes(name)), { ...part(isPlace), ...onePage }];
}
