import { Button } from '@mantine/core';
import type { OutputOf } from '@suanpan/contract/endpoint';
import { blockedAddresses, unblockAddress } from '@suanpan/contract/endpoints/protection';
import { IconBan } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Copy } from '../../kit/copy.tsx';
import type { FilterField } from '../../kit/filter/filter-field.ts';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import { call } from '../../lib/api.ts';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { pagingOf, textAt } from '../../lib/list-paging.ts';
import { useMay } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import { entryColumns } from '../../parts/protection/entry-columns.tsx';

// Fetched when it is opened: the list is shown without.
const BlockDialog = lazy(async () => ({
  default: (await import('./blockIPAddress/block-dialog.tsx')).BlockDialog,
}));
const Confirm = lazy(async () => ({ default: (await import('../../kit/confirm.tsx')).Confirm }));

type Row = OutputOf<typeof blockedAddresses>['items'][number];
const toInput = (search: FlatSearch) => ({ ...pagingOf(search), ip: textAt(search, 'ip') });

/** Addresses that reach nothing: no page, no call, no connection. */
export function BlockIPAddress() {
  const t = useWords('protection');
  const may = useMay();
  const client = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Row | null>(null);
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey: [blockedAddresses.path] });
  const columns = useMemo<readonly GridColumn<Row>[]>(
    () => [
      {
        key: 'ip',
        title: t('columns.ip'),
        width: 200,
        cell: (row) => <Copy text={row.ip}>{row.ip}</Copy>,
      },
      ...entryColumns<Row>(t),
    ],
    [t],
  );
  const fields = useMemo<FilterField[]>(() => [{ kind: 'text', key: 'ip', label: t('columns.ip') }], [t]);
  return (
    <ListScreen
      endpoint={blockedAddresses}
      name="settings.blockIPAddress"
      columns={columns}
      fields={fields}
      toInput={toInput}
      rowKey={(row) => row.id}
      emptyText={t('block.empty')}
      headActions={
        may('settings.blockIPAddress.create') && (
          <Button leftSection={<IconBan size={16} aria-hidden />} onClick={() => setAdding(true)}>
            {t('block.add')}
          </Button>
        )
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
