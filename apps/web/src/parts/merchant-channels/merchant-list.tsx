import type { collectionMerchants, MerchantRow } from '@suanpan/contract/endpoints/merchant-channels';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import { fields as fieldsOf, inputOf } from '../../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { useWorkAndAll } from '../../kit/grid/use-work-and-all.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import { textAt } from '../../lib/list-paging.ts';
import { useToldApart } from '../../lib/own-user.ts';
import { useScreenPlace } from '../../lib/screen-search.ts';
import { useWords } from '../../lib/use-words.ts';
import { WaitingMarks } from '../approval/waiting-marks.tsx';
import { ExportButton } from '../export/export-button.tsx';
import { merchantCalls } from './calls.ts';
import type { Direction } from './calls.ts';

const MerchantDrawer = lazy(async () => ({
  default: (await import('./merchant-drawer.tsx')).MerchantDrawer,
}));

type E = typeof collectionMerchants;
const rowKey = (row: MerchantRow): string => row.customer.id;
const all = ['customer', 'customer_methods', 'currency', 'customer_subagents', 'agent'] as const;

/** The merchants of one's tree with the channels by which they are paid or pay; one opens beside the list. */
export function MerchantList({
  direction,
  choice,
}: {
  readonly direction: Direction;
  readonly choice?: ReactNode;
}) {
  const t = useWords('merchantChannels');
  const { open, search } = useScreenPlace();
  const { channels, list, screen } = merchantCalls[direction];
  const opened = textAt(search, 'open');
  const told = useToldApart();
  const columns = useMemo(() => merchantColumns(t), [t]);
  const presets = useWorkAndAll<MerchantRow>(
    { columns: [...all], pinned: ['customer'], leaving: ['agent'] },
    { columns: [...all], pinned: ['customer'] },
  );
  const fields = useMemo(() => {
    const f = fieldsOf<E>();
    return [
      ...(told.includes('merchant') ? [f.text('search', t('filters.merchant'))] : []),
      f.pick('method_id', t('fields.channel'), channels),
      f.text('alias', t('fields.alias')),
    ];
  }, [t, channels, told]);
  const toInput = useMemo(() => inputOf(list, fields), [list, fields]);
  return (
    <ListScreen<E>
      endpoint={list}
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
          <ExportButton kind={screen} endpoint={list} toInput={toInput} />
        </>
      }
      actions={(row) => [
        {
          key: 'channels',
          label: t('tabs.channels'),
          run: () => open(row.customer.id),
        },
      ]}
    >
      <Suspense fallback={null}>
        {opened !== undefined && (
          <MerchantDrawer direction={direction} id={opened} onClose={() => open(null)} />
        )}
      </Suspense>
    </ListScreen>
  );
}

const channelsTold = (row: MerchantRow, off: string): string =>
  row.customer_methods
    .map(({ alias, enabled, name, weight }) => `${alias ?? ''} ${name} ${enabled ? weight : off}`)
    .join(' · ') || '–';

function merchantColumns(t: TFunction<'merchantChannels'>): readonly GridColumn<MerchantRow>[] {
  const c = columnsOf<MerchantRow>();
  const told = (row: MerchantRow): string => channelsTold(row, t('states.off'));
  return [
    c.whose('merchant', 'customer', t('columns.customer'), ({ customer }) => customer, {
      width: 184,
      card: 1,
    }),
    c.own('customer_methods', t('columns.channels'), {
      width: 520,
      card: 2,
      words: told,
      cell: (row) => (
        <span title={told(row)}>
          {row.waiting_acts && <WaitingMarks of={row.waiting_acts} />} {told(row)}
        </span>
      ),
    }),
    c.text('currency', t('columns.currency'), { width: 80, card: 1 }),
    c.said(
      'customer_subagents',
      t('columns.subAgent'),
      ({ customer_subagents: [bound] }) => bound?.user_subagent.name ?? '–',
      { width: 144, card: 3, whose: 'merchant' },
    ),
    c.said('agent', t('columns.agent'), ({ agent }) => agent.name || '–', {
      width: 144,
      card: 3,
      whose: 'agent',
    }),
  ];
}
