import type { ReconciliationDayRow } from '@suanpan/contract/endpoints/reconciliation';
import { displayCount } from '@suanpan/money/display';
import type { TFunction } from 'i18next';
import { columns as columnsOf } from '../../../kit/grid/column-factory.tsx';
import type { GridColumn, GridPreset } from '../../../kit/grid/grid-column.ts';
import { workAndAll } from '../../../kit/grid/work-and-all.ts';

const work = [
  'state',
  'day',
  'channel_account',
  'lines',
  'matched',
  'open',
  'open_by_type',
  'difference',
  'imported_at',
] as const;

export const dayPresets = (common: TFunction<'common'>): readonly GridPreset[] =>
  workAndAll<ReconciliationDayRow>(
    common,
    { columns: work, pinned: ['state', 'day'], leaving: ['lines', 'imported_at'] },
    {
      columns: [
        ...work.slice(0, 3),
        'agent',
        'provider',
        ...work.slice(3, 7),
        'ours',
        'theirs',
        'difference',
        'files',
        'imported_at',
        'closed_at',
        'closed_by',
      ],
      pinned: ['state', 'day'],
    },
  );

export function dayColumns(t: TFunction<'reconciliation'>): readonly GridColumn<ReconciliationDayRow>[] {
  const c = columnsOf<ReconciliationDayRow>();
  const unit = (row: ReconciliationDayRow): string => row.currency;
  return [
    c.tag(
      'state',
      t('columns.state'),
      ({ open, state }) => ({
        tone: state === 'closed' ? 'ok' : open > 0 ? 'attention' : 'wait',
        label: t(`dayStates.${state}`),
      }),
      { width: 104, card: 1 },
    ),
    c.kind('day', t('columns.day'), { card: 1 }),
    c.said('channel_account', t('columns.account'), ({ channel_account: account }) => account.name, {
      width: 152,
      card: 2,
    }),
    c.said('agent', t('columns.agent'), ({ agent }) => agent.name, { width: 128, whose: 'agent' }),
    c.said('provider', t('columns.provider'), ({ provider }) => provider.name, { width: 128 }),
    c.count('lines', t('columns.lines'), { width: 80 }),
    c.count('matched', t('columns.matched'), { width: 80, card: 3 }),
    c.count('open', t('columns.open'), { width: 80, card: 3 }),
    c.said(
      'open_by_type',
      t('columns.type'),
      ({ open_by_type: found }) =>
        found.map(({ count, type }) => `${t(`types.${type}`)} ${displayCount(count)}`).join(' · ') || '–',
      { width: 240 },
    ),
    c.money('ours', t('columns.ours'), { width: 124, unit }),
    c.money('theirs', t('columns.theirs'), { width: 124, unit }),
    c.money('difference', t('columns.difference'), { width: 124, unit, card: 2 }),
    c.count('files', t('columns.files'), { width: 72 }),
    c.time('imported_at', t('columns.importedAt')),
    c.time('closed_at', t('columns.closedAt')),
    c.text('closed_by', t('columns.closedBy')),
  ];
}
