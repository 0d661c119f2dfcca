import { differences, type DifferenceRow } from '@suanpan/contract/endpoints/reconciliation';
import { differenceTypes } from '@suanpan/domain/reconciliation';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { fields as fieldsOf, inputOf, wordsOf } from '../../../kit/filter/field-factory.ts';
import { ListFrame } from '../../../kit/list-frame.tsx';
import { textAt } from '../../../lib/list-paging.ts';
import { channelAccountNames } from '../../../lib/names.ts';
import { useMay } from '../../../lib/own-user.ts';
import { isDay } from '../../../lib/platform-time.ts';
import { useScreenPlace } from '../../../lib/screen-search.ts';
import { useScreenList } from '../../../lib/use-screen-list.ts';
import { useWords } from '../../../lib/use-words.ts';
import { currencySums } from '../../../parts/currency-sums.tsx';
import { ExportButton } from '../../../parts/export/export-button.tsx';
import { differenceColumns, differencePresets } from './difference-columns.tsx';
import { useDifferenceActs } from './use-difference-acts.tsx';

const DifferenceDrawer = lazy(async () => ({
  default: (await import('./difference-drawer.tsx')).DifferenceDrawer,
}));
const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }));

type E = typeof differences;
const rowKey = (row: DifferenceRow): string => row.id;
/** A fee that differs is no money that moved: it stands in a sum of its own. */
const isFee = ({ type }: DifferenceRow): boolean => type === 'fee';
const isMoved = (row: DifferenceRow): boolean => !isFee(row);

/** All that differs and is open, whatever its age, and what was resolved today. */
export function Differences({ choice }: { readonly choice: ReactNode }) {
  const t = useWords('reconciliation');
  const common = useWords('common');
  const may = useMay();
  const { open, search } = useScreenPlace();
  const [isImporting, setImporting] = useState(false);
  const columns = useMemo(() => differenceColumns(t), [t]);
  const presets = useMemo(() => differencePresets(common), [common]);
  const fields = useMemo(() => {
    const f = fieldsOf<E>();
    return [
      f.number('search', t('filters.search')),
      f.choice('state', t('columns.state'), {
        open: t('states.open'),
        resolved: t('states.resolved'),
      }),
      f.choice(
        'type',
        t('columns.type'),
        wordsOf(differenceTypes, (type) => t(`types.${type}`)),
      ),
      f.pick('channel_account_id', t('columns.account'), channelAccountNames),
      f.text('day', t('columns.day'), { placeholder: 'YYYY-MM-DD' }),
      f.currency(t('columns.currency')),
    ];
  }, [t]);
  const toInput = useMemo(() => {
    const ask = inputOf(differences, fields);
    return (...asked: Parameters<typeof ask>) => {
      const { day, ...input } = ask(...asked);
      return day !== undefined && isDay(day) ? { ...input, day } : input;
    };
  }, [fields]);
  const list = useScreenList(differences, toInput);
  const { actionsOf, dialog } = useDifferenceActs();
  const opened = list.data?.items.find(({ id }) => id === textAt(search, 'open'));
  return (
    <ListFrame<E>
      list={list}
      name="admin.reconciliation"
      columns={columns}
      presets={presets}
      fields={fields}
      rowKey={rowKey}
      emptyText={t('empty')}
      create={
        may('admin.reconciliation.create')
          ? { label: t('acts.import'), run: () => setImporting(true) }
          : undefined
      }
      headActions={
        <>
          {choice}
          <ExportButton kind="admin.reconciliation" endpoint={differences} toInput={toInput} />
        </>
      }
      sums={(data) =>
        currencySums(data, [
          { label: t('columns.ours'), sum: 'ours', row: 'ours', among: isMoved },
          { label: t('columns.theirs'), sum: 'theirs', row: 'theirs', among: isMoved },
          { label: t('columns.difference'), sum: 'difference', row: 'difference', among: isMoved },
          ...(data.items.some(isFee)
            ? [
                {
                  label: t('columns.feeDifference'),
                  sum: 'fee_difference',
                  row: 'difference',
                  among: isFee,
                } as const,
              ]
            : []),
        ])
      }
      onOpen={(row) => open(row.id)}
      actions={actionsOf}
    >
      {dialog}
      <Suspense fallback={null}>
        {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
      </Suspense>
      {opened !== undefined && (
        <Suspense fallback={null}>
          <DifferenceDrawer row={opened} actions={actionsOf(opened)} onClose={() => open(null)} />
        </Suspense>
      )}
    </ListFrame>
  );
}
