import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { CallFault } from '../lib/call-fault.ts';
import type { Once } from '../lib/use-once.ts';
import { useWords } from '../lib/use-words.ts';
import type { ConfirmAnswer, ConfirmProps } from './confirm.tsx';
import type { Selection } from './use-selection.ts';
import styles from './bulk-bar.module.css';

// Fetched with the first act that is asked for: a list is shown without.
const Confirm = lazy(async () => ({ default: (await import('./confirm.tsx')).Confirm }));

type Said = Omit<ConfirmAnswer, 'once'>;
const nothingSaid: Said = { reason: '', stepUp: { payment_password: '', one_code: '' } };

/** What can be done with many rows at once; each is asked for by itself, so that one refusal stops no other. */
export interface BulkAct<Row> {
  readonly key: string;
  readonly label: string;
  /** What will be sent or posted for these rows. */
  readonly effect: (count: number) => ReactNode;
  readonly allows: (row: Row) => boolean;
  /** Under a key of its own for each row, so that a retry cannot act twice. */
  readonly run: (row: Row, once: Once, said: Said) => Promise<unknown>;
  /** Where one call takes many: how many, and for whom it was refused, with the reason, by the row's key. */
  readonly together?: {
    readonly most: number;
    readonly run: (rows: readonly Row[], once: Once, said: Said) => Promise<ReadonlyMap<string, string>>;
  };
  /** What has to be typed before it is sent. */
  readonly typed?: (count: number) => string;
  /** What is asked once for all of them; a code, which counts once, is for acts that take many together. */
  readonly asks?: NonNullable<ConfirmProps['asks']>;
}

interface Task<Row> {
  readonly row: Row;
  readonly once: Once;
}
type FailedTask<Row> = Task<Row> & { readonly because: string };

const reasonOf = (fault: unknown): string => (fault instanceof CallFault ? fault.message : String(fault));

/** One call a row, each under its own key. */
async function runSingly<Row>(
  act: BulkAct<Row>,
  tasks: readonly Task<Row>[],
  said: Said,
): Promise<FailedTask<Row>[]> {
  const failed: FailedTask<Row>[] = [];
  for (const task of tasks) {
    try {
      await act.run(task.row, task.once, said);
    } catch (fault) {
      failed.push({ ...task, because: reasonOf(fault) });
    }
  }
  return failed;
}

/** As few calls as it takes; what is tried again are other rows, and so another request. */
async function runTogether<Row>(
  { most, run }: NonNullable<BulkAct<Row>['together']>,
  tasks: readonly Task<Row>[],
  { said, rowKey }: { readonly said: Said; readonly rowKey: (row: Row) => string },
): Promise<FailedTask<Row>[]> {
  const failed: FailedTask<Row>[] = [];
  for (let start = 0; start < tasks.length; start += most) {
    const some = tasks.slice(start, start + most);
    try {
      const refused = await run(
        some.map(({ row }) => row),
        { idempotencyKey: crypto.randomUUID() },
        said,
      );
      for (const task of some) {
        const because = refused.get(rowKey(task.row));
        if (because !== undefined) failed.push({ ...task, because });
      }
    } catch (fault) {
      failed.push(...some.map((task) => ({ ...task, because: reasonOf(fault) })));
    }
  }
  return failed;
}

interface BulkBarProps<Row> {
  readonly selection: Selection<Row>;
  readonly rowKey: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  readonly sum: (rows: readonly Row[]) => ReactNode;
  readonly acts: readonly BulkAct<Row>[];
  /** How many the filter leaves; offered where more than the ticked ones are there. */
  readonly total: number | null;
  readonly readAll: (most: number) => Promise<Row[]>;
}

interface Report<Row> {
  readonly act: BulkAct<Row>;
  readonly said: Said;
  readonly done: number;
  readonly failed: readonly FailedTask<Row>[];
}

const mostSelected = 1_000;

/** Stands in the toolbar's place while rows are ticked: how many, what they come to, and what can be done with them. */
export function BulkBar<Row>(props: BulkBarProps<Row>) {
  const t = useWords('common');
  const { selection, total } = props;
  const [asked, setAsked] = useState<BulkAct<Row> | null>(null);
  const [report, setReport] = useState<Report<Row> | null>(null);
  const [isBusy, setBusy] = useState(false);
  const count = selection.rows.length;
  const allowed = (act: BulkAct<Row>): Row[] => selection.rows.filter(act.allows);

  const run = async (
    act: BulkAct<Row>,
    tasks: readonly Task<Row>[],
    { done = 0, said = nothingSaid }: { readonly done?: number; readonly said?: Said } = {},
  ): Promise<void> => {
    setBusy(true);
    const { together } = act;
    const failed =
      together === undefined
        ? await runSingly(act, tasks, said)
        : await runTogether(together, tasks, { said, rowKey: props.rowKey });
    setReport({ act, said, done: done + tasks.length - failed.length, failed });
    setBusy(false);
  };
  const selectAll = async (): Promise<void> => {
    setBusy(true);
    await props
      .readAll(mostSelected)
      .then(selection.selectAll)
      .finally(() => setBusy(false));
  };

  return (
    <div className={styles.bar} data-bulk role="region" aria-label={t('table.selected', { count })}>
      <b>{t('table.selected', { count })}</b>
      <span>{props.sum(selection.rows)}</span>
      {total !== null && total > count && (
        <Button variant="subtle" size="xs" loading={isBusy} onClick={() => void selectAll()}>
          {total > mostSelected
            ? t('table.selectFirst', { count: mostSelected })
            : t('table.selectAll', { count: total })}
        </Button>
      )}
      <span className={styles.acts}>
        {report && (
          <span
            role="status"
            title={report.failed.map(({ row, because }) => `${props.nameOf(row)}: ${because}`).join('\n')}
          >
            {t('bulk.report', { done: report.done, failed: report.failed.length })}
            {report.failed.length > 0 && report.act.asks?.includes('one_code') !== true && (
              <button
                type="button"
                disabled={isBusy}
                onClick={() => void run(report.act, report.failed, report)}
              >
                {t('bulk.retryFailed')}
              </button>
            )}
          </span>
        )}
        {props.acts.map((act) => {
          const allowed = selection.rows.filter(act.allows).length;
          return (
            <Button
              key={act.key}
              size="xs"
              variant="light"
              disabled={allowed === 0}
              loading={isBusy}
              onClick={() => setAsked(act)}
            >
              {act.label} {allowed < count && `(${allowed})`}
            </Button>
          );
        })}
        <button type="button" onClick={selection.clear} aria-label={t('table.clearSelection')}>
          <IconX size={16} aria-hidden />
        </button>
      </span>
      {report && report.failed.length > 0 && (
        <ul className={styles.failures}>
          {report.failed.map(({ row, because }) => (
            <li key={props.rowKey(row)}>
              <b>{props.nameOf(row)}</b> {because}
            </li>
          ))}
        </ul>
      )}
      {asked && (
        <Suspense fallback={null}>
          <Confirm
            title={asked.label}
            effect={asked.effect(allowed(asked).length)}
            {...(asked.typed && { typed: asked.typed(allowed(asked).length) })}
            confirmLabel={asked.label}
            asks={asked.asks ?? []}
            act={({ once, ...said }) =>
              run(
                asked,
                allowed(asked).map((row) => ({
                  row,
                  once: { idempotencyKey: `${once.idempotencyKey}-${props.rowKey(row)}` },
                })),
                { said },
              )
            }
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </div>
  );
}
