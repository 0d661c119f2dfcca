import type { InputOf, OutputOf } from '@suanpan/contract/endpoint';
import { changelogs } from '@suanpan/contract/endpoints/accounting';
import { accountKinds, accounts } from '@suanpan/domain/accounts';
import { journalEvents, type JournalEvent } from '@suanpan/domain/journals/journal-events';
import type { AccountKind } from '@suanpan/domain/accounts';
import { useMemo } from 'react';
import { Copy } from '../../kit/copy.tsx';
import type { FilterField } from '../../kit/filter/filter-field.ts';
import type { GridColumn, GridTotals } from '../../kit/grid/grid-column.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import { Money } from '../../kit/money.tsx';
import { instantsOf, readRange } from '../../lib/date-range.ts';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { pagingOf, textAt } from '../../lib/list-paging.ts';
import { platformZone, showInstant } from '../../lib/platform-time.ts';
import { useWords } from '../../lib/use-words.ts';
import { ExportButton } from '../../parts/export/export-button.tsx';

type Row = OutputOf<typeof changelogs>['items'][number];
type Sum = OutputOf<typeof changelogs>['summary']['by_currency'][number];

const fallbackRange = 'last7';
/** Turnover records: every change of a balance, what it was before, and what came of it. */
export function Changelogs() {
  const t = useWords('ledger');
  return (
    <ListScreen
      endpoint={changelogs}
      name="accounting.changelogs"
      columns={useColumns()}
      fields={useFields()}
      toInput={searchInput}
      rowKey={(row) => row.id}
      headActions={<ExportButton kind="accounting.changelogs" endpoint={changelogs} toInput={searchInput} />}
      totals={({ summary }) => totalsOf(summary.by_currency, t('summary.credited'), t('summary.debited'))}
    />
  );
}

function searchInput(search: FlatSearch, nowMs: number): InputOf<typeof changelogs> {
  const range = instantsOf(readRange(search, fallbackRange), nowMs);
  return {
    ...pagingOf(search),
    owner_id: textAt(search, 'owner_id'),
    order_no: textAt(search, 'order_no'),
    event: textAt(search, 'event'),
    account: textAt(search, 'account'),
    from: range?.from,
    to: range?.to,
  };
}

function useColumns(): readonly GridColumn<Row>[] {
  const t = useWords('ledger');
  const s = useWords('statuses');
  return useMemo(
    () => [
      {
        key: 'created_at',
        title: `${t('columns.time')} (${platformZone})`,
        width: 160,
        cell: (row) => <span className="num">{showInstant(row.created_at)}</span>,
      },
      {
        key: 'event',
        title: t('columns.event'),
        width: 132,
        cell: (row) => s(`journal.${row.event as JournalEvent}`),
      },
      {
        key: 'order_no',
        title: t('columns.order'),
        width: 180,
        cell: (row) => (row.order_no === null ? '–' : <Copy text={row.order_no}>{row.order_no}</Copy>),
      },
      {
        key: 'owner',
        title: t('columns.owner'),
        width: 140,
        cell: (row) => `${row.owner_name} · ${row.owner_id}`,
      },
      {
        key: 'account',
        title: t('columns.account'),
        width: 120,
        cell: (row) => s(`account.${row.account as AccountKind}`),
      },
      { key: 'currency', title: t('columns.currency'), width: 72, cell: (row) => row.currency },
      {
        key: 'before',
        title: t('columns.before'),
        width: 124,
        isFigure: true,
        cell: (row) => <Money value={row.before} isExact />,
      },
      {
        key: 'change',
        title: t('columns.change'),
        width: 132,
        isFigure: true,
        cell: (row) => <Money value={row.change} isExact isChange />,
      },
      {
        key: 'after',
        title: t('columns.after'),
        width: 124,
        isFigure: true,
        cell: (row) => <Money value={row.after} isExact />,
      },
      { key: 'operator', title: t('columns.operator'), width: 110, cell: (row) => row.operator ?? '–' },
      { key: 'note', title: t('columns.note'), width: 160, cell: (row) => row.note ?? '–' },
      {
        key: 'journal_id',
        title: t('columns.journal'),
        width: 90,
        isHidden: true,
        cell: (row) => <span className="num">{row.journal_id}</span>,
      },
    ],
    [t, s],
  );
}

/** Buckets that have a running balance; the platform's own accounts stand in the proof. */
const buckets = accountKinds.filter((kind) => accounts[kind].external);

function useFields(): readonly FilterField[] {
  const t = useWords('ledger');
  const s = useWords('statuses');
  return useMemo(
    () => [
      { kind: 'text', key: 'order_no', label: t('filters.order') },
      { kind: 'text', key: 'owner_id', label: t('filters.owner') },
      { kind: 'dates', key: 'range', label: t('filters.range'), fallback: fallbackRange },
      {
        kind: 'choice',
        key: 'event',
        label: t('columns.event'),
        options: journalEvents.map((event) => ({ value: event, label: s(`journal.${event}`) })),
      },
      {
        kind: 'choice',
        key: 'account',
        label: t('columns.account'),
        options: buckets.map((kind) => ({ value: kind, label: s(`account.${kind}`) })),
      },
    ],
    [t, s],
  );
}

/** Credited and debited of the whole filter, one pair a currency: amounts of two currencies are never added. */
function totalsOf(sums: readonly Sum[], credited: string, debited: string): GridTotals[] {
  return sums.flatMap((sum) => [
    {
      key: `${sum.currency}+`,
      label: `${credited} ${sum.currency}`,
      cells: { change: <Money value={sum.credited} isExact isChange /> },
    },
    {
      key: `${sum.currency}-`,
      label: `${debited} ${sum.currency}`,
      cells: { change: <Money value={`-${sum.debited}`} isExact isChange /> },
    },
  ]);
}
