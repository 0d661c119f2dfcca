import type { blockedAddresses } from '@suanpan/contract/endpoints/protection';
import type { TFunction } from 'i18next';
import { columns } from '../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import type { RowOf } from '../../lib/use-list.ts';

/** What every entry of a block list says of itself. */
export type Entry = Omit<RowOf<typeof blockedAddresses>, 'ip'>;

export const entryKeys = ['hits', 'agent', 'note', 'created_by', 'created_at', 'last_hit_at'] as const;

export function entryColumns(t: TFunction<'protection'>): readonly GridColumn<Entry>[] {
  const c = columns<Entry>();
  return [
    c.count('hits', t('columns.hits'), { width: 96, card: 1 }),
    c.said(
      'agent',
      t('columns.scope'),
      ({ agent }) => (agent === null ? t('scope.platform') : t('scope.agent', { name: agent.name })),
      { width: 128, card: 2 },
    ),
    c.text('note', t('columns.note'), { width: 160, card: 3 }),
    c.text('created_by', t('columns.by'), { width: 110 }),
    c.time('created_at', t('columns.at'), { card: 3 }),
    c.time('last_hit_at', t('columns.lastHit')),
  ];
}
