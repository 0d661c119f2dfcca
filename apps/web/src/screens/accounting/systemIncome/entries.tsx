import { incomeEntries } from '@suanpan/contract/endpoints/income';
import type { IncomeEntry } from '@suanpan/contract/endpoints/income';
import type { JournalEvent } from '@suanpan/domain/journals/journal-events';
import type { TFunction } from 'i18next';
import { useMemo, type ReactNode } from 'react';
import { Copy } from '../../../kit/copy.tsx';
import { columns as columnsOf } from '../../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../../kit/grid/grid-column.ts';
import { useWorkAndAll } from '../../../kit/grid/use-work-and-all.ts';
import { ListScreen } from '../../../kit/list-screen.tsx';
import type { CurrencySums } from '../../../kit/list-sums.tsx';
import { Money } from '../../../kit/money.tsx';
import { useSelf } from '../../../lib/own-user.ts';
import { useWords } from '../../../lib/use-words.ts';
import { pageSum } from '../../../parts/page-sum.ts';
import { incomeFields } from './fields.ts';

type E = typeof incomeEntries;
const summed = ['accrued', 'reversed', 'collected'] as const;
const work = ['at', 'event', 'order_no', 'agent', ...summed] as const;
const rowKey = (row: IncomeEntry): string => `${row.id} ${row.currency}`;

/** The journals that the figures of the same question are made of. */
export function IncomeEntries({ choice }: { readonly choice: ReactNode }) {
  const t = useWords('income');
  const s = useWords('statuses');
  const isPlatform = useSelf().agent_id === undefined;
  const columns = useMemo(() => entryColumns(t, s), [t, s]);
  const presets = useWorkAndAll<IncomeEntry>(
    { columns: [...work], pinned: ['at'], leaving: ['reversed'] },
    { columns: [...work, 'currency', 'operator', 'note', 'id'], pinned: ['at'] },
  );
  const fields = useMemo(() => incomeFields(t, isPlatform), [t, isPlatform]);
  return (
    <ListScreen<E>
      endpoint={incomeEntries}
      name="accounting.systemIncome.entries"
      columns={columns}
      presets={presets}
      fields={fields}
      rowKey={rowKey}
      emptyText={t('states.empty')}
      headActions={choice}
      sums={({ items, summary }) =>
        summary.by_currency.map((sum): CurrencySums => {
          const rows = items.filter((row) => row.currency === sum.currency);
          const line = (count: number, of: (name: (typeof summed)[number]) => string) => ({
            count,
            figures: summed.map((name) => ({
              label: t(`columns.${name}`),
              value: <Money value={of(name)} isExact />,
            })),
          });
          return {
            currency: sum.currency,
            filter: line(sum.count, (name) => sum[name]),
            page: line(rows.length, (name) => pageSum(rows, name, sum.currency)),
          };
        })
      }
    />
  );
}

function entryColumns(t: TFunction<'income'>, s: TFunction<'statuses'>): readonly GridColumn<IncomeEntry>[] {
  const c = columnsOf<IncomeEntry>();
  const exact = { isExact: true, unit: (row: IncomeEntry) => row.currency } as const;
  return [
    c.time('at', t('columns.time'), { card: 1 }),
    c.said('event', t('columns.event'), (row) => s(`journal.${row.event as JournalEvent}`), {
      width: 128,
      card: 1,
    }),
    c.own('order_no', t('columns.order'), {
      width: 136,
      least: 104,
      card: 2,
      cell: (row) => (row.order_no === null ? '–' : <Copy text={row.order_no} />),
    }),
    c.said(
      'agent',
      t('columns.agent'),
      ({ agent }) => (agent === null ? t('states.house') : `${agent.name} · ${agent.id}`),
      { width: 152, card: 2 },
    ),
    c.money('accrued', t('columns.accrued'), { ...exact, width: 124, card: 3 }),
    c.money('reversed', t('columns.reversed'), { ...exact, width: 124 }),
    c.money('collected', t('columns.collected'), { ...exact, width: 124, card: 3 }),
    c.text('currency', t('columns.currency'), { width: 64 }),
    c.text('operator', t('columns.operator'), { width: 104 }),
    c.text('note', t('columns.note'), { width: 160 }),
    c.text('id', t('columns.journal'), { width: 90 }),
  ];
}
