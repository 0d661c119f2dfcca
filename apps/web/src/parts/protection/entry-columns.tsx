import type { OutputOf } from '@suanpan/contract/endpoint';
import type { blockedAddresses } from '@suanpan/contract/endpoints/protection';
import type { TFunction } from 'i18next';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { platformZone } from '../../lib/platform-time.ts';
import { Instant } from '../../kit/instant.tsx';

/** What every entry of a block list says of itself. */
type Entry = Omit<OutputOf<typeof blockedAddresses>['items'][number], 'ip'>;

export function entryColumns<Row extends Entry>(t: TFunction<'protection'>): readonly GridColumn<Row>[] {
  return [
    { key: 'note', title: t('columns.note'), width: 158, cell: (row) => row.note || '–' },
    {
      key: 'scope',
      title: t('columns.scope'),
      width: 128,
      cell: (row) => (row.agent === null ? t('scope.platform') : t('scope.agent', { name: row.agent.name })),
    },
    {
      key: 'hits',
      title: t('columns.hits'),
      width: 116,
      isFigure: true,
      cell: (row) => row.hits.toLocaleString('en-US'),
    },
    {
      key: 'lastHit',
      title: t('columns.lastHit'),
      width: 166,
      cell: (row) => <Instant at={row.last_hit_at} />,
    },
    { key: 'by', title: t('columns.by'), width: 110, cell: (row) => row.created_by },
    {
      key: 'at',
      title: `${t('columns.at')} (${platformZone})`,
      width: 172,
      cell: (row) => <Instant at={row.created_at} />,
    },
  ];
}
