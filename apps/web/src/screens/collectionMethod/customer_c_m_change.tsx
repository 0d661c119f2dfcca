import { channelSwaps, type ChannelSwapRow } from '@suanpan/contract/endpoints/channel-swaps';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useMemo, useState } from 'react';
import { fields as fieldsOf, inputOf } from '../../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { useWorkAndAll } from '../../kit/grid/use-work-and-all.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import { useMay } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import { ExportButton } from '../../parts/export/export-button.tsx';

const SwapDialog = lazy(async () => ({
  default: (await import('./customer_c_m_change/swap-dialog.tsx')).SwapDialog,
}));
const UndoDialog = lazy(async () => ({
  default: (await import('./customer_c_m_change/undo-dialog.tsx')).UndoDialog,
}));

type E = typeof channelSwaps;
const rowKey = (row: ChannelSwapRow): string => row.id;
const all = ['undone_at', 'at', 'direction', 'from', 'to', 'affected', 'operator', 'reason'] as const;

/** Merchants who went from one channel to another at once, and the way back. */
export function ChannelSwaps() {
  const t = useWords('merchantChannels');
  const may = useMay();
  const client = useQueryClient();
  const [isSwapping, setSwapping] = useState(false);
  const [undoing, setUndoing] = useState<ChannelSwapRow | null>(null);
  const columns = useMemo(() => swapColumns(t), [t]);
  const presets = useWorkAndAll<ChannelSwapRow>(
    { columns: [...all], pinned: ['undone_at'], leaving: ['reason'] },
    { columns: [...all], pinned: ['undone_at'] },
  );
  const fields = useMemo(
    () => [
      fieldsOf<E>().choice('direction', t('columns.direction'), {
        collection: t('directions.collection'),
        payout: t('directions.payout'),
      }),
    ],
    [t],
  );
  const toInput = useMemo(() => inputOf(channelSwaps, fields), [fields]);
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey: [channelSwaps.path] });
  return (
    <ListScreen<E>
      endpoint={channelSwaps}
      name="collectionMethod.customer_c_m_change"
      columns={columns}
      presets={presets}
      fields={fields}
      toInput={toInput}
      rowKey={rowKey}
      emptyText={t('states.noSwaps')}
      headActions={
        <ExportButton kind="collectionMethod.customer_c_m_change" endpoint={channelSwaps} toInput={toInput} />
      }
      create={
        may('collectionMethod.customer_c_m_change.create')
          ? { label: t('acts.swap'), run: () => setSwapping(true) }
          : undefined
      }
      actions={(row) =>
        row.actions.map((act) => ({
          key: act,
          label: t('acts.undo'),
          isDangerous: true,
          run: () => setUndoing(row),
        }))
      }
    >
      <Suspense fallback={null}>
        {isSwapping && <SwapDialog onDone={changed} onClose={() => setSwapping(false)} />}
        {undoing !== null && <UndoDialog row={undoing} onDone={changed} onClose={() => setUndoing(null)} />}
      </Suspense>
    </ListScreen>
  );
}

function swapColumns(t: TFunction<'merchantChannels'>): readonly GridColumn<ChannelSwapRow>[] {
  const c = columnsOf<ChannelSwapRow>();
  return [
    c.tag(
      'undone_at',
      t('columns.state'),
      ({ undone_at: at }) =>
        at === null
          ? { tone: 'ok', label: t('states.inForce') }
          : { tone: 'idle', label: t('states.undone') },
      { card: 1 },
    ),
    c.time('at', t('columns.at'), { card: 3 }),
    c.said('direction', t('columns.direction'), (row) => t(`directions.${row.direction}`), {
      width: 80,
      card: 1,
    }),
    c.said('from', t('fields.from'), ({ from }) => from.name, { width: 168, card: 2 }),
    c.said('to', t('fields.to'), ({ to }) => to.name, { width: 168, card: 2 }),
    c.count('affected', t('columns.affected'), { width: 88, card: 3 }),
    c.text('operator', t('columns.operator'), { width: 128, card: 3 }),
    c.text('reason', t('columns.reason'), { width: 200 }),
  ];
}
