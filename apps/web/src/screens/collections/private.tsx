import {
  deletePrivateTransfer,
  searchPrivateTransfers,
  type PrivateTransferRow,
} from '@suanpan/contract/endpoints/private-transfers';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useMemo, useState } from 'react';
import { fields as fieldsOf, inputOf } from '../../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { useWorkAndAll } from '../../kit/grid/use-work-and-all.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import { call } from '../../lib/api.ts';
import { useMay } from '../../lib/own-user.ts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';
import { currencySums } from '../../parts/currency-sums.tsx';
import { ExportButton } from '../../parts/export/export-button.tsx';
import { likenessOf } from './private/likeness.ts';

// Fetched when they are opened: most come to look.
const AddDialog = lazy(async () => ({ default: (await import('./private/add-dialog.tsx')).AddDialog }));
const Confirm = lazy(async () => ({ default: (await import('../../kit/confirm.tsx')).Confirm }));

type E = typeof searchPrivateTransfers;
const rowKey = (row: PrivateTransferRow): string => row.id;
const work = ['real_name', 'last5', 'amount', 'paid_at', 'matches', 'customer', 'note', 'operator'] as const;

/** Private transfers: looked through for those that look alike, and added once they are none of them. */
export function PrivateTransfers() {
  const t = useWords('privateTransfers');
  const may = useMay();
  const client = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<PrivateTransferRow | null>(null);
  const columns = useMemo(() => transferColumns(t), [t]);
  const presets = useWorkAndAll<PrivateTransferRow>(
    { columns: work, pinned: ['real_name'], leaving: ['note', 'operator'] },
    { columns: [...work, 'created_at'], pinned: ['real_name'] },
  );
  const fields = useMemo(() => {
    const f = fieldsOf<E>();
    return [
      f.text('real_name', t('columns.realName')),
      f.text('last5', t('columns.last5')),
      f.text('amount', t('columns.amount')),
      f.dates('created', t('filters.range'), { fallback: 'all' }),
    ];
  }, [t]);
  const toInput = useMemo(() => inputOf(searchPrivateTransfers, fields), [fields]);
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey: [searchPrivateTransfers.path] });
  return (
    <ListScreen<E>
      endpoint={searchPrivateTransfers}
      name="collections.private"
      columns={columns}
      presets={presets}
      fields={fields}
      toInput={toInput}
      rowKey={rowKey}
      emptyText={t('said.empty')}
      headActions={
        <ExportButton kind="collections.private" endpoint={searchPrivateTransfers} toInput={toInput} />
      }
      create={
        may('collections.private.create') ? { label: t('acts.add'), run: () => setAdding(true) } : undefined
      }
      sums={(shown) => currencySums(shown, [{ label: t('columns.amount'), sum: 'amount', row: 'amount' }])}
      actions={(row) =>
        row.actions.map((act) => ({
          key: act,
          label: t(`acts.${act}`),
          isDangerous: true,
          run: () => setDeleting(row),
        }))
      }
    >
      <Suspense fallback={null}>
        {isAdding && <AddDialog onDone={changed} onClose={() => setAdding(false)} />}
        {deleting && (
          <Confirm
            title={`${t('acts.delete')} ${deleting.real_name} ${deleting.last5}`}
            effect={t('said.effect')}
            confirmLabel={t('acts.delete')}
            isDangerous
            act={async () => {
              await call(deletePrivateTransfer, { id: deleting.id });
              toasts.emit({ tone: 'ok', title: t('said.deleted') });
              await changed();
            }}
            onClose={() => setDeleting(null)}
          />
        )}
      </Suspense>
    </ListScreen>
  );
}

function transferColumns(t: TFunction<'privateTransfers'>): readonly GridColumn<PrivateTransferRow>[] {
  const c = columnsOf<PrivateTransferRow>();
  return [
    c.text('real_name', t('columns.realName'), { width: 112, card: 1 }),
    c.text('last5', t('columns.last5'), { width: 80, card: 1 }),
    c.money('amount', t('columns.amount'), {
      width: 128,
      unit: (row) => row.currency,
      card: 2,
    }),
    c.time('paid_at', t('columns.paidAt'), { card: 2 }),
    c.said(
      'matches',
      t('columns.matches'),
      ({ matches }) => matches.map((match) => likenessOf(t, match)).join(' · ') || '–',
      { width: 280, card: 3 },
    ),
    c.whose('merchant', 'customer', t('columns.customer'), ({ customer }) => customer, {
      width: 136,
      card: 3,
    }),
    c.text('note', t('columns.note'), { width: 140 }),
    c.text('operator', t('columns.operator'), { width: 96 }),
    c.time('created_at', t('columns.createdAt')),
  ];
}
