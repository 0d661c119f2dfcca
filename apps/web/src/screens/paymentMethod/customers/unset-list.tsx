import { merchantsWithoutPayouts, type UnsetRow } from '@suanpan/contract/endpoints/merchant-channels';
import { useMemo, type ReactNode } from 'react';
import { fields as fieldsOf } from '../../../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../../../kit/grid/column-factory.tsx';
import { useWorkAndAll } from '../../../kit/grid/use-work-and-all.ts';
import { ListScreen } from '../../../kit/list-screen.tsx';
import { useScreenPlace } from '../../../lib/screen-search.ts';
import { useWords } from '../../../lib/use-words.ts';

type E = typeof merchantsWithoutPayouts;
const rowKey = (row: UnsetRow): string => row.customer.id;
const all = ['customer', 'agent', 'since'] as const;

/** Merchants who cannot pay anybody yet. */
export function UnsetList({ choice }: { choice: ReactNode }) {
  const t = useWords('merchantChannels');
  const { setSearch } = useScreenPlace();
  const columns = useMemo(() => {
    const c = columnsOf<UnsetRow>();
    return [
      c.said('customer', t('columns.customer'), ({ customer }) => `${customer.name} · ${customer.id}`, {
        width: 240,
        card: 1,
      }),
      c.said('agent', t('columns.agent'), ({ agent }) => agent.name || '–', { width: 184, card: 2 }),
      c.time('since', t('columns.since'), { card: 2 }),
    ];
  }, [t]);
  const presets = useWorkAndAll<UnsetRow>(
    { columns: [...all], pinned: ['customer'] },
    { columns: [...all], pinned: ['customer'] },
  );
  const fields = useMemo(() => [fieldsOf<E>().text('search', t('filters.merchant'))], [t]);
  return (
    <ListScreen<E>
      endpoint={merchantsWithoutPayouts}
      name="paymentMethod.customers.unset"
      columns={columns}
      presets={presets}
      fields={fields}
      rowKey={rowKey}
      emptyText={t('states.allSet')}
      headActions={choice}
      actions={(row) => [
        {
          key: 'channels',
          label: t('tabs.channels'),
          run: () => setSearch({ search: row.customer.id, open: row.customer.id }, true),
        },
      ]}
    />
  );
}
