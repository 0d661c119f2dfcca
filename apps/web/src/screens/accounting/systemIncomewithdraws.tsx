import { incomeDrawings } from '@suanpan/contract/endpoints/income';
import type { DrawingRow } from '@suanpan/contract/endpoints/income';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useMemo, useState } from 'react';
import { fields as fieldsOf, inputOf, wordsOf } from '../../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { useWorkAndAll } from '../../kit/grid/use-work-and-all.ts';
import { ListFrame } from '../../kit/list-frame.tsx';
import type { CurrencySums } from '../../kit/list-sums.tsx';
import { Money } from '../../kit/money.tsx';
import { useMay } from '../../lib/own-user.ts';
import { useScreenList } from '../../lib/use-screen-list.ts';
import { useWords } from '../../lib/use-words.ts';
import { ExportButton } from '../../parts/export/export-button.tsx';
import { pageSum } from '../../parts/page-sum.ts';

// Fetched when it is opened: most come to look.
const DrawDialog = lazy(async () => ({
  default: (await import('./systemIncomewithdraws/draw-dialog.tsx')).DrawDialog,
}));

type E = typeof incomeDrawings;
const currencies = ['TWD', 'CNY', 'USD', 'USDT'] as const;
const all = [
  'at',
  'amount',
  'to',
  'operator',
  'checker',
  'drawable_before',
  'drawable_after',
  'reason',
] as const;
const rowKey = (row: DrawingRow): string => row.id;

/** What the owners drew of the platform's income, and what is left to draw. */
export function IncomeDrawings() {
  const t = useWords('income');
  const may = useMay();
  const client = useQueryClient();
  const [isDrawing, setDrawing] = useState(false);
  const columns = useMemo(() => drawingColumns(t), [t]);
  const presets = useWorkAndAll<DrawingRow>(
    { columns: [...all], pinned: ['at'], leaving: ['reason', 'drawable_before'] },
    { columns: [...all, 'currency', 'journal_id'], pinned: ['at'] },
  );
  const fields = useMemo(() => {
    const f = fieldsOf<E>();
    return [
      f.dates('created', t('filters.range'), { fallback: 'all' }),
      f.text('to', t('filters.to')),
      f.choice(
        'currency',
        t('columns.currency'),
        wordsOf(currencies, (one) => one),
      ),
    ];
  }, [t]);
  const toInput = useMemo(() => inputOf(incomeDrawings, fields), [fields]);
  const list = useScreenList(incomeDrawings, toInput);
  const drawable = list.data?.summary.drawable ?? [];
  return (
    <ListFrame<E>
      list={list}
      name="accounting.systemIncomewithdraws"
      columns={columns}
      presets={presets}
      fields={fields}
      rowKey={rowKey}
      emptyText={t('states.noDrawings')}
      headActions={
        <ExportButton kind="accounting.systemIncomewithdraws" endpoint={incomeDrawings} toInput={toInput} />
      }
      toolbar={drawable.map(({ amount, currency }) => (
        <span key={currency}>
          {t('states.drawable')} <Money value={amount} currency={currency} isExact />
        </span>
      ))}
      create={
        may('accounting.systemIncomewithdraws.create') && drawable.length > 0
          ? { label: t('acts.draw'), run: () => setDrawing(true) }
          : undefined
      }
      sums={({ items, summary }) =>
        summary.by_currency.map(({ amount, count, currency }): CurrencySums => {
          const rows = items.filter((row) => row.currency === currency);
          const line = (many: number, value: string) => ({
            count: many,
            figures: [{ label: t('columns.amount'), value: <Money value={value} isExact /> }],
          });
          return {
            currency,
            filter: line(count, amount),
            page: line(rows.length, pageSum(rows, 'amount', currency)),
          };
        })
      }
    >
      <Suspense fallback={null}>
        {isDrawing && (
          <DrawDialog
            drawable={drawable}
            onDone={() => client.invalidateQueries({ queryKey: [incomeDrawings.path] })}
            onClose={() => setDrawing(false)}
          />
        )}
      </Suspense>
    </ListFrame>
  );
}

function drawingColumns(t: TFunction<'income'>): readonly GridColumn<DrawingRow>[] {
  const c = columnsOf<DrawingRow>();
  const exact = { isExact: true, unit: (row: DrawingRow) => row.currency } as const;
  return [
    c.time('at', t('columns.at'), { card: 1 }),
    c.money('amount', t('columns.amount'), { ...exact, width: 124, card: 1 }),
    c.text('to', t('columns.to'), { width: 168, card: 2 }),
    c.text('operator', t('columns.operator'), { width: 104, card: 3 }),
    c.text('checker', t('columns.checker'), { width: 104, card: 3 }),
    c.money('drawable_before', t('columns.drawableBefore'), { ...exact, width: 132 }),
    c.money('drawable_after', t('columns.drawableAfter'), { ...exact, width: 132, card: 2 }),
    c.text('reason', t('columns.reason'), { width: 160 }),
    c.text('currency', t('columns.currency'), { width: 64 }),
    c.text('journal_id', t('columns.journal'), { width: 90 }),
  ];
}
