import type { ChannelModelRow, collectionModels } from '@suanpan/contract/endpoints/channel-models';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { fields as fieldsOf, inputOf } from '../../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { useWorkAndAll } from '../../kit/grid/use-work-and-all.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import { call } from '../../lib/api.ts';
import { useMay } from '../../lib/own-user.ts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';
import { ExportButton } from '../export/export-button.tsx';
import { modelCalls } from './calls.ts';
import type { Direction } from './calls.ts';

const ModelDialog = lazy(async () => ({ default: (await import('./model-dialog.tsx')).ModelDialog }));
const Confirm = lazy(async () => ({ default: (await import('../../kit/confirm.tsx')).Confirm }));

type E = typeof collectionModels;
const rowKey = (row: ChannelModelRow): string => row.id;
const all = ['name', 'items', 'customers', 'agent'] as const;

/** Templates of channels: one's own, and those of the platform. */
export function ModelList({
  direction,
  choice,
}: {
  readonly direction: Direction;
  readonly choice?: ReactNode;
}) {
  const t = useWords('merchantChannels');
  const may = useMay();
  const client = useQueryClient();
  const calls = modelCalls[direction];
  const { list, screen } = calls;
  const [editing, setEditing] = useState<ChannelModelRow | 'new' | null>(null);
  const [removing, setRemoving] = useState<ChannelModelRow | null>(null);
  const columns = useMemo(() => modelColumns(t), [t]);
  const presets = useWorkAndAll<ChannelModelRow>(
    { columns: [...all], pinned: ['name'], leaving: ['agent'] },
    { columns: [...all], pinned: ['name'] },
  );
  const fields = useMemo(() => [fieldsOf<E>().text('search', t('columns.model'))], [t]);
  const toInput = useMemo(() => inputOf(list, fields), [list, fields]);
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey: [list.path] });
  return (
    <ListScreen<E>
      endpoint={list}
      name={direction === 'collection' ? screen : `${screen}.models`}
      columns={columns}
      presets={presets}
      fields={fields}
      toInput={toInput}
      rowKey={rowKey}
      emptyText={t('states.noModels')}
      headActions={
        <>
          {choice}
          {direction === 'collection' && (
            <ExportButton kind="collectionMethod.c_m" endpoint={list} toInput={toInput} />
          )}
        </>
      }
      create={
        may(`${screen}.create`) ? { label: t('acts.addModel'), run: () => setEditing('new') } : undefined
      }
      actions={(row) =>
        row.actions.map((act) =>
          act === 'delete'
            ? { key: act, label: t('acts.deleteModel'), isDangerous: true, run: () => setRemoving(row) }
            : { key: act, label: t('acts.update'), run: () => setEditing(row) },
        )
      }
    >
      <Suspense fallback={null}>
        {editing !== null && (
          <ModelDialog
            direction={direction}
            model={editing === 'new' ? null : editing}
            onDone={changed}
            onClose={() => setEditing(null)}
          />
        )}
        {removing !== null && (
          <Confirm
            title={`${t('acts.deleteModel')} · ${removing.name}`}
            confirmLabel={t('acts.deleteModel')}
            isDangerous
            effect={<p>{t('hints.deleteModel', { count: removing.customers })}</p>}
            act={async () => {
              await call(calls.remove, { id: removing.id, v: removing.v });
              toasts.emit({ tone: 'ok', title: t('states.removed'), text: removing.name });
              await changed();
            }}
            onClose={() => setRemoving(null)}
          />
        )}
      </Suspense>
    </ListScreen>
  );
}

function modelColumns(t: TFunction<'merchantChannels'>): readonly GridColumn<ChannelModelRow>[] {
  const c = columnsOf<ChannelModelRow>();
  return [
    c.text('name', t('columns.model'), { width: 200, card: 1 }),
    c.said(
      'items',
      t('columns.channels'),
      ({ items }) => items.map(({ alias, channel, weight }) => `${alias} ${channel} ${weight}`).join(' · '),
      { width: 560, card: 2 },
    ),
    c.count('customers', t('columns.customers'), { width: 96, card: 3 }),
    c.said('agent', t('columns.agent'), ({ agent }) => agent?.name ?? t('states.platform'), {
      width: 144,
      card: 3,
    }),
  ];
}
