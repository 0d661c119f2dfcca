import { fundBuckets } from '@suanpan/contract/endpoints/funds';
import type { BucketsRow } from '@suanpan/contract/endpoints/funds';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { fields as fieldsOf, wordsOf } from '../../../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../../kit/grid/grid-column.ts';
import { workAndAll } from '../../../kit/grid/work-and-all.ts';
import { ListScreen } from '../../../kit/list-screen.tsx';
import type { CurrencySums, SumLine } from '../../../kit/list-sums.tsx';
import { Money } from '../../../kit/money.tsx';
import { useMay } from '../../../lib/own-user.ts';
import { useWords } from '../../../lib/use-words.ts';
import { pageSum } from '../../../parts/page-sum.ts';

// Fetched when it is opened: most come to look.
const MoveDialog = lazy(async () => ({ default: (await import('./move-dialog.tsx')).MoveDialog }));

type E = typeof fundBuckets;
type Act = BucketsRow['actions'][number];
const roles = ['customer', 'agent', 'subAgent', 'middleman'] as const;
const currencies = ['TWD', 'CNY', 'USD', 'USDT'] as const;
const rowKey = (row: BucketsRow): string => `${row.owner.id} ${row.currency}`;

/** What everybody of the tree holds, bucket by bucket, and what the reader may move. */
export function Buckets({ choice }: { readonly choice: ReactNode }) {
  const t = useWords('funds');
  const s = useWords('statuses');
  const common = useWords('common');
  const client = useQueryClient();
  const may = useMay();
  const [moving, setMoving] = useState<{ readonly row: BucketsRow; readonly act: Act } | null>(null);
  const columns = useMemo(() => bucketColumns(t, s), [t, s]);
  const presets = useMemo(
    () =>
      workAndAll<BucketsRow>(
        common,
        { columns: [...first, ...figures], pinned: ['owner'], leaving: ['reserved', 'fee_income'] },
        { columns: [...first, ...figures, ...rest], pinned: ['owner'] },
      ),
    [common],
  );
  const fields = useMemo(() => {
    const f = fieldsOf<E>();
    return [
      f.text('owner_id', t('filters.owner')),
      f.choice(
        'role_name',
        t('columns.role'),
        wordsOf(roles, (role) => s(`role.${role}`)),
      ),
      f.choice(
        'currency',
        t('columns.currency'),
        wordsOf(currencies, (one) => one),
      ),
    ];
  }, [t, s]);
  return (
    <ListScreen<E>
      endpoint={fundBuckets}
      name="cashManagement3"
      columns={columns}
      presets={presets}
      fields={fields}
      rowKey={rowKey}
      emptyText={t('states.noMoney')}
      headActions={choice}
      sums={(shown) => bucketSums(t, shown)}
      actions={(row) => [
        ...row.actions.map((act) => ({
          key: act,
          label: t(`acts.${act}`),
          run: () => setMoving({ row, act }),
        })),
        // Whoever is no proxy is told why he does not fund.
        ...(row.role_name === 'customer' && !may('cashManagement3.fund')
          ? [{ key: 'fund', label: t('acts.fund'), disabledBecause: t('hints.proxyOnly'), run: () => {} }]
          : []),
      ]}
    >
      <Suspense fallback={null}>
        {moving && (
          <MoveDialog
            {...moving}
            onDone={() => client.invalidateQueries({ queryKey: [fundBuckets.path] })}
            onClose={() => setMoving(null)}
          />
        )}
      </Suspense>
    </ListScreen>
  );
}

const first = ['owner', 'role_name', 'currency'] as const;
const figures = ['balance', 'settleable', 'unsettled', 'frozen', 'reserved', 'fee_income'] as const;
const rest = ['payout_only', 'receivable'] as const;

function bucketColumns(t: TFunction<'funds'>, s: TFunction<'statuses'>): readonly GridColumn<BucketsRow>[] {
  const c = columnsOf<BucketsRow>();
  const exact = { isExact: true } as const;
  return [
    c.said('owner', t('columns.owner'), ({ owner }) => `${owner.name} · ${owner.id}`, {
      width: 168,
      card: 1,
    }),
    c.said('role_name', t('columns.role'), (row) => s(`role.${row.role_name}`), { width: 96, card: 2 }),
    c.text('currency', t('columns.currency'), { width: 64, card: 1 }),
    c.money('balance', t('columns.balance'), { ...exact, card: 2 }),
    c.money('settleable', t('columns.settleable'), { ...exact, card: 3 }),
    c.money('unsettled', t('columns.unsettled'), { ...exact, card: 3 }),
    c.money('frozen', t('columns.frozen'), exact),
    c.money('reserved', t('columns.reserved'), exact),
    c.money('fee_income', t('columns.feeIncome'), exact),
    c.money('payout_only', t('columns.payoutOnly'), exact),
    c.money('receivable', t('columns.receivable'), exact),
  ];
}

type Shown = Parameters<NonNullable<Parameters<typeof ListScreen<E>>[0]['sums']>>[0];

/** What the whole filter and this page hold, one line a currency. */
function bucketSums(t: TFunction<'funds'>, { items, summary }: Shown): readonly CurrencySums[] {
  const summed = ['balance', 'unsettled', 'frozen', 'fee_income'] as const;
  const titles = {
    balance: t('columns.balance'),
    unsettled: t('columns.unsettled'),
    frozen: t('columns.frozen'),
    fee_income: t('columns.feeIncome'),
  };
  const line = (count: number, of: (name: (typeof summed)[number]) => string): SumLine => ({
    count,
    figures: summed.map((name) => ({ label: titles[name], value: <Money value={of(name)} isExact /> })),
  });
  return summary.by_currency.map((sum) => {
    const rows = items.filter((row) => row.currency === sum.currency);
    return {
      currency: sum.currency,
      filter: line(sum.count, (name) => sum[name]),
      page: line(rows.length, (name) => pageSum(rows, name, sum.currency)),
    };
  });
}
