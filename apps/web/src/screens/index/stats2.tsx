import { merchantDays, type StatementDay } from '@suanpan/contract/endpoints/statements';
import { dataMaxDays } from '@suanpan/domain/reports/figures';
import { statementFigures } from '@suanpan/domain/reports/statement';
import { display4 } from '@suanpan/money/display';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useMemo, useState } from 'react';
import { fields as fieldsOf, inputOf } from '../../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { useWorkAndAll } from '../../kit/grid/use-work-and-all.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import { Money } from '../../kit/money.tsx';
import { StatusTag } from '../../kit/status-tag.tsx';
import { agentNames, merchantNames } from '../../lib/names.ts';
import { useWords } from '../../lib/use-words.ts';
import { DrillLink } from '../../parts/drill-link.tsx';
import { ExportButton } from '../../parts/export/export-button.tsx';
import { pageSum } from '../../parts/page-sum.ts';

// Fetched when it is opened: most come to look.
const BucketsDrawer = lazy(async () => ({
  default: (await import('./stats2/buckets-drawer.tsx')).BucketsDrawer,
}));

type E = typeof merchantDays;
const work = [
  'is_broken',
  'day',
  'customer',
  'opening',
  'collections',
  'fees',
  'payouts',
  'payout_fees',
  'withdrawals',
  'closing',
] as const;
const all = [
  'is_broken',
  'day',
  'customer',
  'currency',
  'opening',
  ...statementFigures,
  'closing',
  'difference',
] as const;
const rowKey = (row: StatementDay): string => row.key;

/** What each merchant's money came from and went to, day by day, and whether it comes out. */
export function MerchantDays() {
  const t = useWords('statements');
  const [opened, setOpened] = useState<StatementDay | null>(null);
  const columns = useMemo(() => dayColumns(t), [t]);
  const presets = useWorkAndAll<StatementDay>(
    {
      columns: [...work],
      pinned: ['is_broken', 'day', 'customer'],
      leaving: ['payout_fees', 'withdrawals'],
    },
    { columns: [...all], pinned: ['is_broken', 'day', 'customer'] },
  );
  const fields = useMemo(() => {
    const f = fieldsOf<E>();
    return [
      f.days(t('columns.day'), { fallback: 'today', maxDays: dataMaxDays }),
      f.pick('customer_id', t('columns.customer'), merchantNames),
      f.currency(t('columns.currency')),
      f.pick('agent_id', t('fields.agent'), agentNames),
    ];
  }, [t]);
  const toInput = useMemo(() => inputOf(merchantDays, fields), [fields]);
  return (
    <ListScreen<E>
      endpoint={merchantDays}
      name="index.stats2"
      columns={columns}
      presets={presets}
      fields={fields}
      toInput={toInput}
      rowKey={rowKey}
      emptyText={t('states.noDays')}
      headActions={<ExportButton kind="index.stats2" endpoint={merchantDays} toInput={toInput} />}
      toolbar={({ data }) =>
        data !== undefined && data.summary.broken > 0 ? (
          <StatusTag tone="fail" label={t('states.howManyBroken', { count: data.summary.broken })} />
        ) : null
      }
      onOpen={setOpened}
      sums={({ items, summary }) => [
        {
          currency: summary.currency,
          filter: {
            count: summary.rows,
            figures: statementFigures.map((name) => ({
              label: t(`figures.${name}`),
              value: <Money value={summary[name]} isExact />,
            })),
          },
          page: {
            count: items.length,
            figures: statementFigures.map((name) => ({
              label: t(`figures.${name}`),
              value: <Money value={pageSum(items, name, summary.currency)} isExact />,
            })),
          },
        },
      ]}
    >
      <Suspense fallback={null}>
        {opened && <BucketsDrawer row={opened} onClose={() => setOpened(null)} />}
      </Suspense>
    </ListScreen>
  );
}

function dayColumns(t: TFunction<'statements'>): readonly GridColumn<StatementDay>[] {
  const c = columnsOf<StatementDay>();
  const money = (
    key: (typeof statementFigures)[number] | 'opening' | 'closing',
    title: string,
    card?: 2 | 3,
  ): GridColumn<StatementDay> => {
    const valueOf = (row: StatementDay): string =>
      key === 'opening' || key === 'closing' ? row[key].total : row[key];
    return c.own(key, title, {
      width: 112,
      isFigure: true,
      ...(card !== undefined && { card }),
      holds: (row) => display4(valueOf(row)),
      cell: (row) => (
        <DrillLink to={row.drill[key]} hint={title}>
          <Money value={valueOf(row)} isExact />
        </DrillLink>
      ),
      // A bare figure says nothing where no header stands above it.
      cardCell: (row) => (
        <>
          {title} <Money value={valueOf(row)} isExact />
        </>
      ),
    });
  };
  const tagOf = ({ is_broken: isBroken }: StatementDay) =>
    isBroken
      ? ({ tone: 'fail', label: t('states.broken') } as const)
      : ({ tone: 'ok', label: t('states.comesOut') } as const);
  return [
    c.tag('is_broken', t('columns.comesOut'), tagOf, { width: 96, card: 1 }),
    c.kind('day', t('columns.day'), { width: 100, card: 1 }),
    c.said('customer', t('columns.customer'), ({ customer }) => customer.name, { card: 1 }),
    c.text('currency', t('columns.currency'), { width: 64 }),
    money('opening', t('opening'), 2),
    money('collections', t('figures.collections'), 2),
    money('fees', t('figures.fees')),
    money('payouts', t('figures.payouts'), 3),
    money('payout_fees', t('figures.payout_fees')),
    money('withdrawals', t('figures.withdrawals')),
    money('deposits', t('figures.deposits')),
    money('adjustments', t('figures.adjustments')),
    money('refunds', t('figures.refunds')),
    money('closing', t('closing'), 3),
    c.money('difference', t('columns.difference'), { isExact: true }),
  ];
}
