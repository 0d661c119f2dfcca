import { userChangelogs } from '@suanpan/contract/endpoints/user-facets';
import type { UserRow } from '@suanpan/contract/endpoints/users';
import type { AccountKind } from '@suanpan/domain/accounts';
import type { JournalEvent } from '@suanpan/domain/journals/journal-events';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { useWorkAndAll } from '../../kit/grid/use-work-and-all.ts';
import { Money } from '../../kit/money.tsx';
import { ShortList } from '../../kit/short-list.tsx';
import { call } from '../../lib/api.ts';
import { useMay } from '../../lib/own-user.ts';
import type { RowOf } from '../../lib/use-list.ts';
import { useWords } from '../../lib/use-words.ts';

type Row = RowOf<typeof userChangelogs>;

const rows = 30;
const rowKey = (row: Row): string => row.id;
/** The sign before a change. */
const sign = 10;

/** The latest changes of his balances, with the way to all of them. */
export function TurnoverTab({ user: { id } }: { user: UserRow }) {
  const t = useWords('users');
  const l = useWords('ledger');
  const s = useWords('statuses');
  const may = useMay();
  const { data, error, refetch } = useQuery({
    queryKey: ['user', id, 'changelogs'],
    queryFn: ({ signal }) => call(userChangelogs, { id, paginate: rows }, { signal }),
  });
  const columns = useMemo(() => turnoverColumns(l, s), [l, s]);
  const presets = useWorkAndAll<Row>(
    { columns: ['event', 'order_no', 'account', 'change', 'after', 'created_at'], pinned: ['event'] },
    {
      columns: [
        'created_at',
        'event',
        'order_no',
        'account',
        'currency',
        'before',
        'change',
        'after',
        'operator',
        'note',
        'journal_id',
      ],
      pinned: ['created_at'],
    },
  );
  return (
    <ShortList
      name="user.turnover"
      title={t('drawer.changelogs')}
      columns={columns}
      presets={presets}
      rows={data?.items}
      rowKey={rowKey}
      fault={error}
      onRetry={() => void refetch()}
      more={
        may('accounting.changelogs.get') && (
          <a href={`#/wrap/accounting.changelogs?owner_id=${id}`}>{t('drawer.allTurnover')}</a>
        )
      }
    />
  );
}

function turnoverColumns(l: TFunction<'ledger'>, s: TFunction<'statuses'>): readonly GridColumn<Row>[] {
  const c = columnsOf<Row>();
  const unit = (row: Row): string => row.currency;
  const words = (text: string) => <span title={text}>{text}</span>;
  return [
    c.own('event', l('columns.event'), {
      width: 136,
      card: 1,
      cell: (row) => words(s(`journal.${row.event as JournalEvent}`)),
    }),
    c.text('order_no', l('columns.order'), { width: 112 }),
    c.own('account', l('columns.account'), {
      width: 112,
      card: 3,
      cell: (row) => words(s(`account.${row.account as AccountKind}`)),
    }),
    c.text('currency', l('columns.currency'), { width: 64 }),
    c.money('before', l('columns.before'), { isExact: true }),
    {
      ...c.money('change', l('columns.change'), { isExact: true, card: 2, unit }),
      besideText: sign,
      cell: (row) => <Money value={row.change} currency={row.currency} isExact isChange />,
    },
    c.money('after', l('columns.after'), { isExact: true, card: 2 }),
    c.time('created_at', l('columns.time'), { card: 1 }),
    c.text('operator', l('columns.operator')),
    c.text('note', l('columns.note')),
    c.text('journal_id', l('columns.journal'), { width: 96 }),
  ];
}
