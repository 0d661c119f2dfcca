import { Button } from '@mantine/core';
import type { OutputOf } from '@suanpan/contract/endpoint';
import { blockEntries, blockKinds, removeBlockEntry } from '@suanpan/contract/endpoints/protection';
import { IconUserOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { FilterField } from '../../kit/filter/filter-field.ts';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import { call } from '../../lib/api.ts';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { pagingOf, textAt } from '../../lib/list-paging.ts';
import { useMay } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import { ExportButton } from '../../parts/export/export-button.tsx';
import { entryColumns } from '../../parts/protection/entry-columns.tsx';

// Fetched when it is opened: the list is shown without.
const EntryDialog = lazy(async () => ({
  default: (await import('./blockLists/entry-dialog.tsx')).EntryDialog,
}));
const Confirm = lazy(async () => ({ default: (await import('../../kit/confirm.tsx')).Confirm }));

/** A card or a name that was looked for is not kept with an export. */
const searchedFor = ['value'] as const;
type Row = OutputOf<typeof blockEntries>['items'][number];
const toInput = (search: FlatSearch) => ({
  ...pagingOf(search),
  kind: blockKinds.find((kind) => kind === textAt(search, 'kind')),
  value: textAt(search, 'value'),
});

/** Payers and payees that get no order: addresses, names and cards. */
export function BlockLists() {
  const t = useWords('protection');
  const may = useMay();
  const client = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Row | null>(null);
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey: [blockEntries.path] });
  const columns = useMemo<readonly GridColumn<Row>[]>(
    () => [
      {
        key: 'shown',
        title: t('columns.value'),
        width: 150,
        cell: (row) => <span className="num">{row.shown}</span>,
      },
      { key: 'kind', title: t('columns.kind'), width: 124, cell: (row) => t(`kinds.${row.kind}`) },
      ...entryColumns<Row>(t),
    ],
    [t],
  );
  const fields = useMemo<FilterField[]>(
    () => [
      {
        kind: 'choice',
        key: 'kind',
        label: t('columns.kind'),
        options: blockKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
      },
      { kind: 'text', key: 'value', label: t('lists.search'), placeholder: t('lists.searchHint') },
    ],
    [t],
  );
  return (
    <ListScreen
      endpoint={blockEntries}
      name="settings.blockLists"
      columns={columns}
      fields={fields}
      toInput={toInput}
      rowKey={(row) => row.id}
      emptyText={t('lists.empty')}
      headActions={
        <>
          <ExportButton
            kind="settings.blockLists"
            endpoint={blockEntries}
            toInput={toInput}
            without={searchedFor}
          />
          {may('settings.blockLists.create') && (
            <Button leftSection={<IconUserOff size={16} aria-hidden />} onClick={() => setAdding(true)}>
              {t('lists.add')}
            </Button>
          )}
        </>
      }
      actions={(row) =>
        may('settings.blockLists.delete')
          ? [{ key: 'remove', label: t('lists.remove'), isDangerous: true, run: () => setRemoving(row) }]
          : []
      }
    >
      <Suspense fallback={null}>
        {isAdding && <EntryDialog onDone={changed} onClose={() => setAdding(false)} />}
        {removing && (
          <Confirm
            title={t('lists.remove')}
            effect={t('lists.removeEffect', { shown: removing.shown })}
            confirmLabel={t('lists.remove')}
            act={async () => {
              await call(removeBlockEntry, { id: removing.id });
              await changed();
            }}
            onClose={() => setRemoving(null)}
          />
        )}
      </Suspense>
    </ListScreen>
  );
}
