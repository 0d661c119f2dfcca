import { systemIncome } from '@suanpan/contract/endpoints/income';
import type { IncomeRow } from '@suanpan/contract/endpoints/income';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { inputOf } from '../../../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../../kit/grid/grid-column.ts';
import { useWorkAndAll } from '../../../kit/grid/use-work-and-all.ts';
import { ListScreen } from '../../../kit/list-screen.tsx';
import type { CurrencySums } from '../../../kit/list-sums.tsx';
import { Money } from '../../../kit/money.tsx';
import { textAt } from '../../../lib/list-paging.ts';
import { useSelf } from '../../../lib/own-user.ts';
import { useScreenPlace } from '../../../lib/screen-search.ts';
import { useWords } from '../../../lib/use-words.ts';
import { ExportButton } from '../../../parts/export/export-button.tsx';
import { pageSum } from '../../../parts/page-sum.ts';
import { incomeFields } from './fields.ts';

// Fetched when it is opened: most come to look.
const CollectDialog = lazy(async () => ({
  default: (await import('./collect-dialog.tsx')).CollectDialog,
}));

type E = typeof systemIncome;
const all = ['day', 'agent', 'currency', 'accrued', 'reversed', 'collected', 'outstanding', 'mode'] as const;
const summed = ['accrued', 'reversed', 'collected'] as const;
const rowKey = (row: IncomeRow): string => `${row.day} ${row.agent?.id ?? ''} ${row.currency}`;

/** What each day brought of each senior agent; a row opens the journals that it is made of. */
export function IncomeDays({ choice }: { readonly choice: ReactNode }) {
  const t = useWords('income');
  const client = useQueryClient();
  const { search, setSearch } = useScreenPlace();
  const isPlatform = useSelf().agent_id === undefined;
  const [collecting, setCollecting] = useState<IncomeRow | null>(null);
  const columns = useMemo(() => incomeColumns(t), [t]);
  const presets = useWorkAndAll<IncomeRow>(
    { columns: [...all], pinned: ['day'], leaving: ['mode', 'reversed'] },
    { columns: [...all], pinned: ['day'] },
  );
  const fields = useMemo(() => incomeFields(t, isPlatform), [t, isPlatform]);
  const toInput = useMemo(() => inputOf(systemIncome, fields), [fields]);
  const open = (row: IncomeRow): void => {
    const kind = textAt(search, 'kind');
    setSearch(
      {
        part: 'entries',
        ...(kind !== undefined && { kind }),
        ...(row.agent !== null && isPlatform && { agent_id: row.agent.id }),
        currency: row.currency,
        from: row.day,
        to: row.day,
      },
      true,
    );
  };
  return (
    <ListScreen<E>
      endpoint={systemIncome}
      name="accounting.systemIncome"
      columns={columns}
      presets={presets}
      fields={fields}
      toInput={toInput}
      rowKey={rowKey}
      emptyText={t('states.empty')}
      headActions={
        <>
          {choice}
          <ExportButton kind="accounting.systemIncome" endpoint={systemIncome} toInput={toInput} />
        </>
      }
      onOpen={open}
      sums={({ items, summary }) =>
        summary.by_currency.map((sum): CurrencySums => {
          const { currency } = sum;
          const rows = items.filter((row) => row.currency === currency);
          const figure = (name: (typeof summed)[number] | 'outstanding', value: string) => ({
            label: t(`columns.${name}`),
            value: <Money value={value} isExact />,
          });
          return {
            currency,
            filter: {
              count: sum.count,
              figures: [
                ...summed.map((name) => figure(name, sum[name])),
                figure('outstanding', sum.outstanding),
              ],
            },
            page: {
              count: rows.length,
              figures: summed.map((name) => figure(name, pageSum(rows, name, currency))),
            },
          };
        })
      }
      actions={(row) =>
        row.actions.map((act) => ({ key: act, label: t(`acts.${act}`), run: () => setCollecting(row) }))
      }
    >
      <Suspense fallback={null}>
        {collecting && (
          <CollectDialog
            row={collecting}
            onDone={() => client.invalidateQueries({ queryKey: [systemIncome.path] })}
            onClose={() => setCollecting(null)}
          />
        )}
      </Suspense>
    </ListScreen>
  );
}

function incomeColumns(t: TFunction<'income'>): readonly GridColumn<IncomeRow>[] {
  const c = columnsOf<IncomeRow>();
  const exact = { isExact: true } as const;
  return [
    c.text('day', t('columns.day'), { width: 104, card: 1 }),
    c.said(
      'agent',
      t('columns.agent'),
      ({ agent }) => (agent === null ? t('states.house') : `${agent.name} · ${agent.id}`),
      { width: 168, card: 1 },
    ),
    c.text('currency', t('columns.currency'), { width: 64, card: 2 }),
    c.money('accrued', t('columns.accrued'), { ...exact, card: 2 }),
    c.money('reversed', t('columns.reversed'), exact),
    c.money('collected', t('columns.collected'), { ...exact, card: 3 }),
    c.money('outstanding', t('columns.outstanding'), { ...exact, card: 3 }),
    c.said('mode', t('columns.mode'), ({ mode }) => (mode === null ? '–' : t(`modes.${mode}`)), {
      width: 96,
    }),
  ];
}
