import { Button } from '@mantine/core';
import { dailyReports, type ReportRow } from '@suanpan/contract/endpoints/reports';
import { lazy, Suspense, useMemo, useState } from 'react';
import { fields as fieldsOf, inputOf } from '../../kit/filter/field-factory.ts';
import { useWorkAndAll } from '../../kit/grid/use-work-and-all.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import type { CurrencySums } from '../../kit/list-sums.tsx';
import { Money } from '../../kit/money.tsx';
import { agentNames, collectionChannelNames, merchantNames } from '../../lib/names.ts';
import { useMay } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import { ExportButton } from '../../parts/export/export-button.tsx';
import { pageSum } from '../../parts/page-sum.ts';
import { reportColumns } from './report/columns.tsx';

// Fetched when it is opened: most come to look.
const VersionsDrawer = lazy(async () => ({
  default: (await import('./report/versions-drawer.tsx')).VersionsDrawer,
}));

const StatementsDrawer = lazy(async () => ({
  default: (await import('../../parts/report/statements-drawer.tsx')).StatementsDrawer,
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
const summed = [
  ['amount', 'amount'],
  ['actual', 'actual'],
  ['fee', 'fee'],
  ['accounted', 'accounted'],
  ['refunds', 'refunds'],
  ['payout_amount', 'payoutAmount'],
  ['payout_fee', 'payoutFee'],
] as const;
const rowKey = (row: ReportRow): string =>
  [row.day, row.customer.id, row.agent?.id ?? '', row.channel?.id ?? '', row.currency].join(' ');

/** The statistics of each day as they were made at 00:01, and what corrections changed of them since. */
export function DailyReport() {
  const t = useWords('reports');
  const common = useWords('common');
  const may = useMay();
  const statements = useWords('statements');
  const [isListing, setListing] = useState(false);
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
      headActions={
        <>
          {may('accounting.report.export') && (
            <Button size="xs" variant="default" onClick={() => setListing(true)}>
              {statements('list')}
            </Button>
          )}
          <ExportButton kind="accounting.report" endpoint={dailyReports} toInput={toInput} />
        </>
      }
      onOpen={setOpened}
      sums={({ items, summary }) =>
        summary.by_currency.map((sum): CurrencySums => {
          const { currency } = sum;
          const rows = items.filter((row) => row.currency === currency);
          const figures = (valueOf: (name: (typeof summed)[number][0]) => string) =>
            summed.map(([name, word]) => ({
              label: t(`columns.${word}`),
              value: <Money value={valueOf(name)} />,
            }));
          const rate =
            sum.success_rate === null
              ? []
              : [
                  {
                    label: t('columns.rate'),
                    value: (
                      <span className="num" title={common('successRateFormula')}>
                        {sum.success_rate}%
                      </span>
                    ),
                  },
                ];
          return {
            currency,
            filter: { count: sum.rows, figures: [...figures((name) => sum[name]), ...rate] },
            page: { count: rows.length, figures: figures((name) => pageSum(rows, name, currency)) },
          };
        })
      }
    >
      <Suspense fallback={null}>
        {opened && <VersionsDrawer row={opened} onClose={() => setOpened(null)} />}
        {isListing && <StatementsDrawer onClose={() => setListing(false)} />}
      </Suspense>
    </ListScreen>
  );
}
