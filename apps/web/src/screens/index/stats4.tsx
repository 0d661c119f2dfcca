import { monthlyReport, type MonthRow } from '@suanpan/contract/endpoints/reports';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { fields as fieldsOf, inputOf } from '../../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { useWorkAndAll } from '../../kit/grid/use-work-and-all.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import { businessNow } from '../../lib/clock.ts';
import { agentNames, collectionChannelNames, merchantNames } from '../../lib/names.ts';
import { addDays, dayOf } from '../../lib/platform-time.ts';
import { useWords } from '../../lib/use-words.ts';
import { currencySums } from '../../parts/currency-sums.tsx';
import { counted, reportFigures } from '../../parts/report/report-sums.ts';
import { ReportFiles } from '../../parts/report/report-files.tsx';
import { figureColumns } from '../../parts/report/figure-columns.tsx';

type E = typeof monthlyReport;
const monthsOffered = 24;
const work = [
  'customer',
  'channel',
  'currency',
  'count',
  'success_count',
  'actual',
  'fee',
  'accounted',
  'refunds',
  'payout_amount',
  'payout_fee',
] as const;
const all = [
  'customer',
  'channel',
  'agent',
  'currency',
  'count',
  'success_count',
  'failed_count',
  'amount',
  'settled_count',
  'actual',
  'fee',
  'accounted',
  'refunds',
  'payouts',
  'payout_amount',
  'payout_fee',
] as const;
const figuresOf = reportFigures(['actual', 'fee', 'accounted', 'refunds', 'payout_amount', 'payout_fee']);
const rowKey = (row: MonthRow): string => row.key;

/** This month and those before it, the latest first. */
function monthsUntil(nowMs: number): readonly string[] {
  const months = [dayOf(nowMs).slice(0, 7)];
  while (months.length < monthsOffered) {
    const [last = ''] = months.slice(-1);
    months.push(addDays(`${last}-01`, -1).slice(0, 7));
  }
  return months;
}

/** A month by channel and fee: what its days say together, as a file and as a sealed statement. */
export function MonthlyReport() {
  const t = useWords('reports');
  const columns = useMemo(() => monthColumns(t), [t]);
  const presets = useWorkAndAll<MonthRow>(
    { columns: [...work], pinned: ['customer', 'channel'], leaving: ['success_count', 'refunds'] },
    { columns: [...all], pinned: ['customer', 'channel'] },
  );
  const fields = useMemo(() => {
    const f = fieldsOf<E>();
    const months = monthsUntil(businessNow());
    return [
      f.choice(
        'month',
        t('columns.month'),
        Object.fromEntries(months.map((month) => [month, month])),
        months[0],
      ),
      f.pick('customer_id', t('filters.customer'), merchantNames),
      f.pick('channel', t('filters.channel'), collectionChannelNames),
      f.currency(t('columns.currency')),
      f.pick('agent_id', t('filters.agent'), agentNames),
    ];
  }, [t]);
  const toInput = useMemo(() => inputOf(monthlyReport, fields), [fields]);
  return (
    <ListScreen<E>
      endpoint={monthlyReport}
      name="index.stats4"
      columns={columns}
      presets={presets}
      fields={fields}
      toInput={toInput}
      rowKey={rowKey}
      emptyText={t('states.empty')}
      headActions={<ReportFiles kind="index.stats4" endpoint={monthlyReport} toInput={toInput} />}
      toolbar={({ data }) => {
        const day = data?.summary.last_day;
        if (data === undefined || day === undefined) return null;
        return (
          <small>
            {day === null ? t('states.noDays') : t('states.daysMade', { days: data.summary.days, day })}
          </small>
        );
      }}
      sums={({ items, summary }) =>
        currencySums({ items, summary: { by_currency: summary.by_currency.map(counted) } }, figuresOf(t))
      }
    />
  );
}

function monthColumns(t: TFunction<'reports'>): readonly GridColumn<MonthRow>[] {
  const c = columnsOf<MonthRow>();
  return [
    c.said('customer', t('columns.customer'), ({ customer }) => customer.name, { card: 1 }),
    c.said('channel', t('columns.channel'), ({ channel }) => channel?.name ?? t('states.noChannel'), {
      card: 1,
    }),
    c.said('agent', t('columns.agent'), ({ agent }) => agent?.name ?? '–'),
    c.kind('currency', t('columns.currency'), { width: 64 }),
    ...figureColumns<MonthRow>(t),
  ];
}
