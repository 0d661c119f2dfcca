import type { changelogs } from '@suanpan/contract/endpoints/accounting';
import type { AccountKind } from '@suanpan/domain/accounts';
import type { JournalEvent } from '@suanpan/domain/journals/journal-events';
import { display4 } from '@suanpan/money/display';
import type { TFunction } from 'i18next';
import { columns, type SortOf } from '../../../kit/grid/column-factory.tsx';
import type { GridColumn, GridPreset } from '../../../kit/grid/grid-column.ts';
import { workAndAll } from '../../../kit/grid/work-and-all.ts';
import { Copy } from '../../../kit/copy.tsx';
import { Money } from '../../../kit/money.tsx';
import type { RowOf } from '../../../lib/use-list.ts';
import { toldFailure } from '../../../parts/told-failure.ts';

type E = typeof changelogs;
export type ChangelogRow = RowOf<E>;

interface ChangelogWords {
  readonly t: TFunction<'ledger'>;
  readonly statuses: TFunction<'statuses'>;
  readonly errors: TFunction<'errors'>;
  /** The one currency of the result; without it each change names its own. */
  readonly currency: string | undefined;
}

/** Room for the sign of a change and the currency before it. */
const signAndUnit = 48;

export function changelogColumns(words: ChangelogWords): readonly GridColumn<ChangelogRow>[] {
  const { t, statuses, errors, currency } = words;
  const c = columns<ChangelogRow, SortOf<E>>();
  const unit = currency === undefined ? (row: ChangelogRow): string => row.currency : undefined;
  const inCurrency = (title: string): string => (currency === undefined ? title : `${title} ${currency}`);
  return [
    c.said('event', t('columns.event'), (row) => statuses(`journal.${row.event as JournalEvent}`), {
      width: 128,
      card: 1,
    }),
    c.own('order_no', t('columns.order'), {
      width: 136,
      least: 104,
      card: 3,
      cell: (row) => (row.order_no === null ? '–' : <Copy text={row.order_no} />),
    }),
    c.name('owner_name', t('columns.owner'), 'owner_id', { width: 128, card: 2, whose: 'merchant' }),
    c.said('account', t('columns.account'), (row) => statuses(`account.${row.account as AccountKind}`), {
      card: 3,
    }),
    c.own('change', inCurrency(t('columns.change')), {
      width: 116,
      isFigure: true,
      card: 2,
      holds: (row) => display4(row.change),
      besideText: signAndUnit,
      cell: (row) => <Money value={row.change} isExact isChange {...(unit && { currency: unit(row) })} />,
    }),
    c.money('after', inCurrency(t('columns.after')), { width: 116, isExact: true, unit }),
    c.time('created_at', t('columns.time'), { card: 1 }),
    c.text('operator', t('columns.operator'), { width: 96 }),
    // Written by a person, or the name of why the provider did not pay.
    c.said('note', t('columns.note'), ({ note }) => (note === null ? '–' : toldFailure(errors, note)), {
      width: 136,
    }),
    c.money('before', inCurrency(t('columns.before')), { width: 116, isExact: true, unit }),
    c.text('currency', t('columns.currency'), { width: 72 }),
    c.text('journal_id', t('columns.journal'), { width: 90 }),
  ];
}

/** *All fields* keeps the order of a ledger: when, why, whose, and what it was before and after. */
export function changelogPresets(common: TFunction<'common'>): readonly GridPreset[] {
  return workAndAll<ChangelogRow>(
    common,
    {
      columns: [
        'event',
        'order_no',
        'owner_name',
        'account',
        'change',
        'after',
        'created_at',
        'operator',
        'note',
      ],
      pinned: ['event'],
      leaving: ['operator', 'note'],
    },
    {
      columns: [
        'created_at',
        'event',
        'order_no',
        'owner_name',
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
}
