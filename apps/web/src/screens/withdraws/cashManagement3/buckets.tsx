import { fundBuckets } from '@suanpan/contract/endpoints/funds';
import type { BucketsRow } from '@suanpan/contract/endpoints/funds';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { fields as fieldsOf, wordsOf } from '../../../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../../kit/grid/grid-column.ts';
import { useWorkAndAll } from '../../../kit/grid/use-work-and-all.ts';
import { ListScreen } from '../../../kit/list-screen.tsx';
import { ownerNames } from '../../../lib/names.ts';
import { useMay } from '../../../lib/own-user.ts';
import { useWords } from '../../../lib/use-words.ts';
import { currencySums } from '../../../parts/currency-sums.tsx';

// Fetched when it is opened: most come to look.
const MoveDialog = lazy(async () => ({ default: (await import('./move-dialog.tsx')).MoveDialog }));

type E = typeof fundBuckets;
type Act = BucketsRow['actions'][number];
const roles = ['customer', 'agent', 'subAgent', 'middleman'] as const;
const rowKey = (row: BucketsRow): string => `${row.owner.id} ${row.currency}`;

/** What everybody of the tree holds, bucket by bucket, and what the reader may move. */
export function Buckets({ choice }: { readonly choice: ReactNode }) {
  const t = useWords('funds');
  const s = useWords('statuses');
  const client = useQueryClient();
  const may = useMay();
  const [moving, setMoving] = useState<{ readonly row: BucketsRow; readonly act: Act } | null>(null);
  const columns = useMemo(() => bucketColumns(t, s), [t, s]);
  const presets = useWorkAndAll<BucketsRow>(
    { columns: [...first, ...figures], pinned: ['owner'], leaving: ['reserved', 'fee_income'] },
    { columns: [...first, ...figures, ...rest], pinned: ['owner'] },
  );
  const fields = useMemo(() => {
    const f = fieldsOf<E>();
    return [
      f.pick('owner_id', t('columns.owner'), ownerNames),
      f.choice(
        'role_name',
        t('columns.role'),
        wordsOf(roles, (role) => s(`role.${role}`)),
      ),
      f.currency(t('columns.currency')),
    ];
  }, [t, s]);
  const titles = {
    balance: t('columns.balance'),
    unsettled: t('columns.unsettled'),
    frozen: t('columns.frozen'),
    fee_income: t('columns.feeIncome'),
  };
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
      sums={(shown) =>
        currencySums(
          shown,
          summed.map((key) => ({ label: titles[key], sum: key, row: key, isExact: true })),
        )
      }
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
const summed = ['balance', 'unsettled', 'frozen', 'fee_income'] as const;
const rest = ['payout_only', 'receivable'] as const;

function bucketColumns(t: TFunction<'funds'>, s: TFunction<'statuses'>): readonly GridColumn<BucketsRow>[] {
  const c = columnsOf<BucketsRow>();
  const exact = { isExact: true } as const;
  return [
    c.whose('merchant', 'owner', t('columns.owner'), ({ owner }) => owner, {
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
