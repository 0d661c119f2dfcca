import { Button } from '@mantine/core';
import type { collectionCustomerModels, CustomerModelRow } from '@suanpan/contract/endpoints/channel-models';
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
import { modelNames } from './model-names.ts';
import type { Direction } from './calls.ts';

const GiveDialog = lazy(async () => ({ default: (await import('./give-dialog.tsx')).GiveDialog }));
const Confirm = lazy(async () => ({ default: (await import('../../kit/confirm.tsx')).Confirm }));

type E = typeof collectionCustomerModels;
const rowKey = (row: CustomerModelRow): string => row.customer.id;
const all = ['customer', 'model', 'differs', 'channels', 'agent'] as const;
const screens = {
  collection: 'collectionMethod.customer_c_m',
  payout: 'paymentMethod.customer_p_m',
} as const;

/** Merchants with the template that each was given, and where they are no longer as it says. */
export function GivenList({
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
  const screen = screens[direction];
  const [giving, setGiving] = useState<readonly CustomerModelRow['customer'][] | null>(null);
  const [dropping, setDropping] = useState<CustomerModelRow | null>(null);
  const columns = useMemo(() => givenColumns(t), [t]);
  const presets = useWorkAndAll<CustomerModelRow>(
    { columns: [...all], pinned: ['customer'], leaving: ['agent'] },
    { columns: [...all], pinned: ['customer'] },
  );
  const fields = useMemo(() => {
    const f = fieldsOf<E>();
    return [
      f.text('search', t('filters.merchant')),
      f.text('channel_name', t('filters.channelName')),
      f.pick('id', t('columns.model'), modelNames(direction)),
    ];
  }, [t, direction]);
  const toInput = useMemo(() => inputOf(calls.given, fields), [calls, fields]);
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey: [calls.given.path] });
  return (
    <ListScreen<E>
      endpoint={calls.given}
      name={screen}
      columns={columns}
      presets={presets}
      fields={fields}
      toInput={toInput}
      rowKey={rowKey}
      emptyText={t('states.noMerchants')}
      headActions={
        <>
          {choice}
          <ExportButton kind={screen} endpoint={calls.given} toInput={toInput} />
        </>
      }
      toolbar={(list) =>
        may(`${screen}.update`) &&
        list.data && (
          <Button
            size="xs"
            variant="default"
            disabled={list.data.items.length === 0}
            onClick={() => setGiving(list.data?.items.map(({ customer }) => customer) ?? [])}
          >
            {t('acts.giveShown', { count: list.data.items.length })}
          </Button>
        )
      }
      actions={(row) =>
        row.actions.map((act) =>
          act === 'delete'
            ? { key: act, label: t('acts.dropModel'), isDangerous: true, run: () => setDropping(row) }
            : { key: act, label: t('acts.give'), run: () => setGiving([row.customer]) },
        )
      }
    >
      <Suspense fallback={null}>
        {giving !== null && (
          <GiveDialog
            direction={direction}
            customers={giving}
            onDone={changed}
            onClose={() => setGiving(null)}
          />
        )}
        {dropping !== null && (
          <Confirm
            title={`${t('acts.dropModel')} · ${dropping.customer.name}`}
            confirmLabel={t('acts.dropModel')}
            effect={<p>{t('hints.dropModel')}</p>}
            act={async () => {
              await call(calls.drop, { id: dropping.customer.id });
              toasts.emit({ tone: 'ok', title: t('states.saved'), text: dropping.customer.name });
              await changed();
            }}
            onClose={() => setDropping(null)}
          />
        )}
      </Suspense>
    </ListScreen>
  );
}

function givenColumns(t: TFunction<'merchantChannels'>): readonly GridColumn<CustomerModelRow>[] {
  const c = columnsOf<CustomerModelRow>();
  return [
    c.whose('merchant', 'customer', t('columns.customer'), ({ customer }) => customer, {
      width: 184,
      card: 1,
    }),
    c.said('model', t('columns.model'), ({ model }) => model?.name ?? '–', { width: 160, card: 1 }),
    c.said('differs', t('columns.differs'), ({ differs }) => differs.join(' · ') || '–', {
      width: 200,
      card: 2,
    }),
    c.said(
      'channels',
      t('columns.channels'),
      ({ channels }) =>
        channels
          .map(({ alias, channel, enabled }) => `${alias} ${channel}${enabled ? '' : ` ${t('states.off')}`}`)
          .join(' · ') || '–',
      { width: 360, card: 3 },
    ),
    c.said('agent', t('columns.agent'), ({ agent }) => agent.name, { width: 144, card: 3, whose: 'agent' }),
  ];
}
