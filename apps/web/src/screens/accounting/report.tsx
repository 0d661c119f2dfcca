import { dailyReports, type ReportRow } from '@suanpan/contract/endpoints/reports';
import { lazy, Suspense, useMemo, useState } from 'react';
import { fields as fieldsOf, inputOf } from '../../kit/filter/field-factory.ts';
import { useWorkAndAll } from '../../kit/grid/use-work-and-all.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import type { CurrencySums } from '../../kit/list-sums.tsx';
import { agentNames, collectionChannelNames, merchantNames } from '../../lib/names.ts';
import { useWords } from '../../lib/use-words.ts';
import { currencySums } from '../../parts/currency-sums.tsx';
import { counted, reportFigures } from '../../parts/report/report-sums.ts';
import { ReportFiles } from '../../parts/report/report-files.tsx';
import { reportColumns } from './report/columns.tsx';

// Fetched when it is opened: most come to look.
const VersionsDrawer = lazy(async () => ({
  default: (await import('./report/versions-drawer.tsx')).VersionsDrawer,
}));

type E = typeof dailyReports;
const work = [
  'day',
  'customer',
  'channel',
  'currency',
  'count',
  'success_rate',
  'actual',
  'fee',
  'accounted',
  'refunds',
  'payout_amount',
  'version',
] as const;
const all = [
  'day',
  'customer',
  'channel',
  'currency',
  'count',
  'success_count',
  'failed_count',
  'success_rate',
  'amount',
  'settled_count',
  'actual',
  'fee',
  'accounted',
  'refunds',
  'payouts',
  'payout_amount',
  'payout_fee',
  'version',
  'agent',
  'made_at',
  'hash',
] as const;
const figuresOf = reportFigures([
  'amount',
  'actual',
  'fee',
  'accounted',
  'refunds',
  'payout_amount',
  'payout_fee',
]);
const rowKey = (row: ReportRow): string =>
  [row.day, row.customer.id, row.agent?.id ?? '', row.channel?.id ?? '', row.currency].join(' ');

/** The statistics of each day as they were made at 00:01, and what corrections changed of them since. */
export function DailyReport() {
  const t = useWords('reports');
  const common = useWords('common');
  const [opened, setOpened] = useState<ReportRow | null>(null);
  const columns = useMemo(() => reportColumns(t, common), [t, common]);
  const presets = useWorkAndAll<ReportRow>(
    { columns: [...work], pinned: ['day', 'customer'], leaving: ['fee', 'refunds'] },
    { columns: [...all], pinned: ['day', 'customer'] },
  );
  const fields = useMemo(() => {
    const f = fieldsOf<E>();
    return [
      f.days(t('filters.range'), { fallback: 'yesterday' }),
      f.pick('customer_id', t('filters.customer'), merchantNames),
      f.pick('channel', t('filters.channel'), collectionChannelNames),
      f.currency(t('columns.currency')),
      f.pick('agent_id', t('filters.agent'), agentNames),
    ];
  }, [t]);
  const toInput = useMemo(() => inputOf(dailyReports, fields), [fields]);
  return (
    <ListScreen<E>
      endpoint={dailyReports}
      name="accounting.report"
      columns={columns}
      presets={presets}
      fields={fields}
      toInput={toInput}
      rowKey={rowKey}
      emptyText={t('states.empty')}
      headActions={<ReportFiles kind="accounting.report" endpoint={dailyReports} toInput={toInput} />}
      onOpen={setOpened}
      sums={({ items, summary }) =>
        currencySums({ items, summary: { by_currency: summary.by_currency.map(counted) } }, figuresOf(t)).map(
          (sums, place): CurrencySums => {
            const rate = summary.by_currency[place]?.success_rate ?? null;
            if (rate === null) return sums;
            const value = (
              <span className="num" title={common('successRateFormula')}>
                {rate} %
              </span>
            );
            const figures = [...sums.filter.figures, { label: t('columns.rate'), value }];
            return { ...sums, filter: { ...sums.filter, figures } };
          },
        )
      }
    >
      <Suspense fallback={null}>
        {opened && <VersionsDrawer row={opened} onClose={() => setOpened(null)} />}
      </Suspense>
    </ListScreen>
  );
}
