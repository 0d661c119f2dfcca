import { blockEntries, blockKinds, removeBlockEntry } from '@suanpan/contract/endpoints/protection';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { fields as fieldsOf, inputOf, wordsOf } from '../../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import { useWorkAndAll } from '../../kit/grid/use-work-and-all.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import { call } from '../../lib/api.ts';
import { textAt } from '../../lib/list-paging.ts';
import { useMay } from '../../lib/own-user.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import type { RowOf } from '../../lib/use-list.ts';
import { useWords } from '../../lib/use-words.ts';
import { ExportButton } from '../../parts/export/export-button.tsx';
import { entryColumns, entryKeys } from '../../parts/protection/entry-columns.tsx';

// Fetched when it is opened: the list is shown without.
const EntryDialog = lazy(async () => ({
  default: (await import('./blockLists/entry-dialog.tsx')).EntryDialog,
}));
const Confirm = lazy(async () => ({ default: (await import('../../kit/confirm.tsx')).Confirm }));

/** A card or a name that was looked for is not kept with an export. */
const searchedFor = ['value'] as const;
/** A name has letters, and an address dots or colons. */
const isCard = /^\d[\d -]{6,22}$/;
type E = typeof blockEntries;
type Row = RowOf<E>;

/** Payers and payees that get no order: addresses, names and cards. */
export function BlockLists() {
  const t = useWords('protection');
  const errors = useWords('errors');
  const { search } = useScreenPlace();
  const may = useMay();
  const client = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Row | null>(null);
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey: [blockEntries.path] });
  const columns = useMemo(() => {
    const c = columnsOf<Row>();
    return [
      c.said('kind', t('columns.kind'), (row) => t(`kinds.${row.kind}`), { width: 124, card: 2 }),
      c.copy('shown', t('columns.value'), { width: 150, card: 1 }),
      ...entryColumns(t),
    ];
  }, [t]);
  const presets = useWorkAndAll<Row>(
    { columns: ['kind', 'shown', ...entryKeys], pinned: ['kind', 'shown'], leaving: ['last_hit_at'] },
    { columns: ['shown', 'kind', ...entryKeys], pinned: ['shown'] },
  );
  const fields = useMemo(() => {
    const f = fieldsOf<E>();
    return [
      f.text('value', t('lists.search'), { placeholder: t('lists.searchHint') }),
      f.choice(
        'kind',
        t('columns.kind'),
        wordsOf(blockKinds, (kind) => t(`kinds.${kind}`)),
      ),
    ];
  }, [t]);
  const toInput = useMemo(() => inputOf(blockEntries, fields), [fields]);
  return (
    <ListScreen<E>
      endpoint={blockEntries}
      name="settings.blockLists"
      columns={columns}
      presets={presets}
      fields={fields}
      rowKey={(row) => row.id}
      emptyText={t('lists.empty')}
      noMatch={isCard.test(textAt(search, 'value') ?? '') ? { text: errors('noCardNumberFound') } : undefined}
      headActions={
        <ExportButton
          kind="settings.blockLists"
          endpoint={blockEntries}
          toInput={toInput}
          without={searchedFor}
        />
      }
      create={
        may('settings.blockLists.create') ? { label: t('lists.add'), run: () => setAdding(true) } : undefined
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
