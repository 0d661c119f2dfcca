import { userBalance, userFrozen, userSettleable } from '@suanpan/contract/endpoints/user-facets';
import type { UserRow } from '@suanpan/contract/endpoints/users';
import type { OutputOf } from '@suanpan/contract/endpoint';
import type { AccountKind } from '@suanpan/domain/accounts';
import { TextInput } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { workAndAll } from '../../kit/grid/work-and-all.ts';
import { Money } from '../../kit/money.tsx';
import { ShortList } from '../../kit/short-list.tsx';
import { call } from '../../lib/api.ts';
import type { RowOf } from '../../lib/use-list.ts';
import { instantOfFace, platformZone } from '../../lib/platform-time.ts';
import { useWords } from '../../lib/use-words.ts';
import styles from './money-tab.module.css';

type Balance = RowOf<typeof userBalance>;
type Bucket = Balance['accounts'][number] & { readonly currency: string };
type Due = OutputOf<typeof userSettleable>['due'][number];
type Edit = OutputOf<typeof userFrozen>['edits'][number];

/** The sign before a change. */
const sign = 10;

/** What he holds in every bucket, what is to come on which day, and what was changed by hand. */
export function MoneyTab({ user: { id } }: { user: UserRow }) {
  const t = useWords('users');
  const s = useWords('statuses');
  const l = useWords('ledger');
  const common = useWords('common');
  const [face, setFace] = useState('');
  const at = face === '' ? undefined : instantOfFace(face);
  const [balance, settleable, frozen] = useQueries({
    queries: [
      {
        queryKey: ['user', id, 'balance', at],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          call(userBalance, { id, ...(at !== undefined && { at }) }, { signal }),
      },
      {
        queryKey: ['user', id, 'settleable'],
        queryFn: ({ signal }: { signal: AbortSignal }) => call(userSettleable, { id }, { signal }),
      },
      {
        queryKey: ['user', id, 'frozen'],
        queryFn: ({ signal }: { signal: AbortSignal }) => call(userFrozen, { id }, { signal }),
      },
    ],
  });
  const lists = useMemo(() => listsOf(t, s, l), [t, s, l]);
  const presets = useMemo(() => presetsOf(common), [common]);
  const read = { fault: balance.error, onRetry: () => void balance.refetch() };
  const buckets = balance.data?.items.flatMap(({ currency, accounts }) =>
    accounts.map((account): Bucket => ({ ...account, currency })),
  );
  const due = settleable.data?.due ?? [];
  const edits = [...(settleable.data?.edits ?? []), ...(frozen.data?.edits ?? [])].sort(
    (left, right) => Date.parse(right.created_at) - Date.parse(left.created_at),
  );
  const editFault = settleable.error ?? frozen.error;
  return (
    <>
      <ShortList<Balance>
        name="user.balances"
        title={t('drawer.money')}
        columns={lists.balances}
        presets={presets.balances}
        rows={balance.data?.items}
        rowKey={(row) => row.currency}
        emptyText={t('money.none')}
        more={
          <TextInput
            type="datetime-local"
            step={1}
            size="xs"
            aria-label={`${t('money.asOf')} (${platformZone})`}
            title={`${t('money.asOf')} (${platformZone})`}
            value={face}
            onChange={(event) => setFace(event.currentTarget.value)}
          />
        }
        {...read}
      />
      {balance.data?.as_of_journal && (
        <p className={styles.journal}>{t('money.upToJournal', { journal: balance.data.as_of_journal })}</p>
      )}
      {buckets && buckets.length > 0 && (
        <ShortList<Bucket>
          name="user.buckets"
          title={t('money.buckets')}
          columns={lists.buckets}
          presets={presets.buckets}
          rows={buckets}
          rowKey={(row) => `${row.currency} ${row.account}`}
        />
      )}
      {due.length > 0 && (
        <ShortList<Due>
          name="user.due"
          title={t('money.due')}
          columns={lists.due}
          presets={presets.due}
          rows={due}
          rowKey={(row) => row.day}
        />
      )}
      {(edits.length > 0 || editFault) && (
        <ShortList<Edit>
          name="user.edits"
          title={t('money.edits')}
          columns={lists.edits}
          presets={presets.edits}
          rows={edits}
          rowKey={(row) => row.journal_id}
          fault={editFault}
          onRetry={() => void Promise.all([settleable.refetch(), frozen.refetch()])}
        />
      )}
    </>
  );
}

function listsOf(t: TFunction<'users'>, s: TFunction<'statuses'>, l: TFunction<'ledger'>) {
  const exact = { isExact: true } as const;
  const one = columnsOf<Balance>();
  const balances: readonly GridColumn<Balance>[] = [
    one.text('currency', t('columns.currency'), { width: 64, card: 1 }),
    one.money('balance', t('columns.balance'), { ...exact, card: 1 }),
    one.money('unsettlement_amount', t('columns.unsettled'), { ...exact, card: 2 }),
    one.money('total', t('money.total'), { ...exact, card: 2 }),
    one.money('frozen_amount', t('columns.frozen'), { ...exact, card: 3 }),
    one.money('reserved', t('money.reserved'), exact),
    one.money('fee_income', t('money.feeIncome'), exact),
  ];
  const held = columnsOf<Bucket>();
  const buckets: readonly GridColumn<Bucket>[] = [
    held.own('account', l('columns.account'), {
      width: 240,
      card: 1,
      cell: ({ account }) => (
        <>
          {s(`account.${account as AccountKind}`)} <small className="mono">{account}</small>
        </>
      ),
    }),
    held.money('amount', t('money.amount'), { ...exact, card: 2, unit: (row) => row.currency }),
  ];
  const days = columnsOf<Due>();
  const due: readonly GridColumn<Due>[] = [
    days.own('day', t('money.day'), {
      width: 240,
      card: 1,
      cell: ({ day }) => <span className="num">{day === 'manual' ? t('money.noDay') : day}</span>,
    }),
    days.money('amount', t('money.amount'), { ...exact, card: 2 }),
  ];
  const made = columnsOf<Edit>();
  const edits: readonly GridColumn<Edit>[] = [
    made.time('created_at', l('columns.time'), { card: 1 }),
    made.text('operator', l('columns.operator'), { card: 2 }),
    made.text('note', l('columns.note'), { width: 180, card: 3 }),
    {
      ...made.money('change', l('columns.change'), { ...exact, card: 1 }),
      besideText: sign,
      cell: (row) => <Money value={row.change} isExact isChange />,
    },
    made.text('journal_id', l('columns.journal'), { width: 96 }),
  ];
  return { balances, buckets, due, edits };
}

function presetsOf(common: TFunction<'common'>) {
  const sums = [
    'currency',
    'balance',
    'unsettlement_amount',
    'total',
    'frozen_amount',
    'reserved',
    'fee_income',
  ] as const;
  const edit = ['created_at', 'operator', 'note', 'change'] as const;
  return {
    balances: workAndAll<Balance>(
      common,
      { columns: sums.slice(0, 5), pinned: ['currency'] },
      { columns: sums, pinned: ['currency'] },
    ),
    buckets: alike<Bucket>(common, ['account', 'amount']),
    due: alike<Due>(common, ['day', 'amount']),
    edits: workAndAll<Edit>(
      common,
      { columns: edit, pinned: ['created_at'] },
      { columns: [...edit, 'journal_id'], pinned: ['created_at'] },
    ),
  };
}

/** Two columns are all there is to choose. */
function alike<Row>(common: TFunction<'common'>, columns: Parameters<typeof workAndAll<Row>>[1]['columns']) {
  return workAndAll<Row>(common, { columns, pinned: [] }, { columns, pinned: [] });
}
