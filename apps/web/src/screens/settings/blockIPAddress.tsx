import { blockedAddresses, unblockAddress } from '@suanpan/contract/endpoints/protection';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { fields as fieldsOf } from '../../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import { useWorkAndAll } from '../../kit/grid/use-work-and-all.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import { call } from '../../lib/api.ts';
import { useMay } from '../../lib/own-user.ts';
import type { RowOf } from '../../lib/use-list.ts';
import { useWords } from '../../lib/use-words.ts';
import { entryColumns, entryKeys } from '../../parts/protection/entry-columns.tsx';

// Fetched when it is opened: the list is shown without.
const BlockDialog = lazy(async () => ({
  default: (await import('./blockIPAddress/block-dialog.tsx')).BlockDialog,
}));
const Confirm = lazy(async () => ({ default: (await import('../../kit/confirm.tsx')).Confirm }));

type E = typeof blockedAddresses;
type Row = RowOf<E>;

/** Addresses that reach nothing: no page, no call, no connection. */
export function BlockIPAddress() {
  const t = useWords('protection');
  const may = useMay();
  const client = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Row | null>(null);
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey: [blockedAddresses.path] });
  const columns = useMemo(
    () => [columnsOf<Row>().copy('ip', t('columns.ip'), { width: 200, card: 1 }), ...entryColumns(t)],
    [t],
  );
  const presets = useWorkAndAll<Row>(
    { columns: ['ip', ...entryKeys], pinned: ['ip'], leaving: ['last_hit_at'] },
    { columns: ['ip', ...entryKeys], pinned: ['ip'] },
  );
  const fields = useMemo(() => [fieldsOf<E>().text('ip', t('columns.ip'))], [t]);
  return (
    <ListScreen<E>
      endpoint={blockedAddresses}
      name="settings.blockIPAddress"
      columns={columns}
      presets={presets}
      fields={fields}
      rowKey={(row) => row.id}
      emptyText={t('block.empty')}
      create={
        may('settings.blockIPAddress.create')
          ? { label: t('block.add'), run: () => setAdding(true) }
          : undefined
      }
      actions={(row) =>
        may('settings.blockIPAddress.delete')
          ? [{ key: 'remove', label: t('block.remove'), isDangerous: true, run: () => setRemoving(row) }]
          : []
      }
    >
      <Suspense fallback={null}>
        {isAdding && <BlockDialog onDone={changed} onClose={() => setAdding(false)} />}
        {removing && (
          <Confirm
            title={t('block.remove')}
            effect={t('block.removeEffect', { ip: removing.ip })}
            confirmLabel={t('block.remove')}
            act={async () => {
              await call(unblockAddress, { id: removing.id });
              await changed();
            }}
            onClose={() => setRemoving(null)}
          />
        )}
      </Suspense>
    </ListScreen>
  );
}
