import {
  endedMost,
  lockCollection,
  markManyAbnormal,
  unlockCollection,
} from '@suanpan/contract/endpoints/collection-acts';
import {
  manualCallback,
  reissueNotice,
  searchCollections,
  type CollectionRow,
} from '@suanpan/contract/endpoints/collections';
import { refundCollections, refundedMost } from '@suanpan/contract/endpoints/refunds';
import { orderLockMinutes } from '@suanpan/domain/limits';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import type { BulkAct } from '../../kit/bulk-bar.tsx';
import type { Once } from '../../lib/use-once.ts';
import type { GridAction } from '../../kit/grid/grid-column.ts';
import { call } from '../../lib/api.ts';
import { CallFault } from '../../lib/call-fault.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';
import { isBlocked } from '../approval/is-blocked.ts';

// Fetched with the first act that is asked for: a list is shown without.
const EndDialog = lazy(async () => ({ default: (await import('./end-dialog.tsx')).EndDialog }));
const SupplyDialog = lazy(async () => ({ default: (await import('./supply-dialog.tsx')).SupplyDialog }));
const RefundDialog = lazy(async () => ({ default: (await import('./refund-dialog.tsx')).RefundDialog }));
const Confirm = lazy(async () => ({ default: (await import('../../kit/confirm.tsx')).Confirm }));

interface CollectionActions {
  /** What can be done with an order; which of it is allowed now, the server says in the row. */
  readonly actionsOf: (row: CollectionRow) => readonly GridAction[];
  /** The same for many at once. */
  readonly bulk: readonly BulkAct<CollectionRow>[];
  /** The act that was chosen, with its effect; stands wherever the screen puts it. */
  readonly dialog: ReactNode;
}

const acts = { reissue: reissueNotice, callback: manualCallback } as const;
type Act = keyof typeof acts;
const names = Object.keys(acts) as Act[];

const locks = { lock: lockCollection, unlock: unlockCollection } as const;
type Locking = keyof typeof locks;

type Ending = 'testSupply' | 'abnormal';
/** Those that end an order; dangerous ones stand last. */
const endings: readonly Ending[] = ['testSupply', 'abnormal'];

function collectionsChanged(id: string): void {
  void queryClient.invalidateQueries({ queryKey: ['collection', id] });
  void queryClient.invalidateQueries({ queryKey: [searchCollections.path] });
}

/** Many unpaid orders end as unusual by one proof; answers for whom it was refused, and why. */
const endTogether: NonNullable<BulkAct<CollectionRow>['together']>['run'] = async (
  rows,
  once,
  { reason, stepUp },
) => {
  const { items } = await call(
    markManyAbnormal,
    {
      act: 'abnormal',
      ids: rows.map(({ id }) => id),
      reason,
      ...stepUp,
    },
    once,
  );
  for (const { id } of rows) collectionsChanged(id);
  return new Map(
    items.flatMap(({ id, message, outcome }) => (outcome === 'refused' ? [[id, message ?? '']] : [])),
  );
};

/** The same of paid orders that go back to their payers whole. */
const refundTogether: NonNullable<BulkAct<CollectionRow>['together']>['run'] = async (
  rows,
  once,
  { reason, stepUp },
) => {
  const { items } = await call(
    refundCollections,
    {
      ids: rows.map(({ id }) => id),
      confirm: String(rows.length),
      reason,
      ...stepUp,
    },
    once,
  );
  for (const { id } of rows) collectionsChanged(id);
  return new Map(
    items.flatMap(({ id, message, outcome }) => (outcome === 'refused' ? [[id, message ?? '']] : [])),
  );
};

/** Every act opens with its effect, and the two that look alike say what tells them apart. */
export function useCollectionActions(): CollectionActions {
  const t = useWords('orders');
  const common = useWords('common');
  const [asked, setAsked] = useState<{ readonly act: Act; readonly row: CollectionRow } | null>(null);
  const [ending, setEnding] = useState<{ readonly act: Ending; readonly row: CollectionRow } | null>(null);
  const [refunded, setRefunded] = useState<CollectionRow | null>(null);
  const [supplied, setSupplied] = useState<CollectionRow | null>(null);
  const send = (act: Act, row: CollectionRow, once: Once): Promise<unknown> =>
    call(acts[act], { id: row.id }, once);
  const actionsOf = useMemo(() => {
    const lock = async (act: Locking, row: CollectionRow): Promise<void> => {
      try {
        await call(locks[act], { id: row.id });
        const title =
          act === 'lock' ? t('actions.locked', { minutes: orderLockMinutes }) : t('actions.unlocked');
        toasts.emit({ tone: 'ok', title, text: row.order_no });
      } catch (fault) {
        if (!(fault instanceof CallFault)) throw fault;
        toasts.emit({ tone: 'fail', title: fault.message, text: row.order_no });
      }
      collectionsChanged(row.id);
    };
    return (row: CollectionRow): readonly GridAction[] => [
      ...names
        .filter((act) => row.actions.includes(act))
        .map((act) => ({ key: act, label: t(`actions.${act}`), run: () => setAsked({ act, row }) })),
      ...(Object.keys(locks) as Locking[])
        .filter((act) => row.actions.includes(act))
        .map((act) => ({ key: act, label: t(`actions.${act}`), run: () => void lock(act, row) })),
      ...(row.actions.includes('supply')
        ? [
            {
              key: 'supply',
              label: t('actions.supply'),
              isDangerous: true,
              ...(isBlocked(row, 'supply') && { disabledBecause: common('hints.waitsForSecond') }),
              run: () => setSupplied(row),
            },
          ]
        : []),
      ...endings
        .filter((act) => row.actions.includes(act))
        .map((act) => ({
          key: act,
          label: t(`actions.${act}`),
          isDangerous: act === 'abnormal',
          run: () => setEnding({ act, row }),
        })),
      ...(row.actions.includes('refund')
        ? [{ key: 'refund', label: t('actions.refund'), isDangerous: true, run: () => setRefunded(row) }]
        : []),
    ];
  }, [t, common]);
  const bulk = useMemo(
    (): readonly BulkAct<CollectionRow>[] => [
      ...names.map((act): BulkAct<CollectionRow> => ({
        key: act,
        label: t(`actions.${act}`),
        allows: (row) => row.actions.includes(act),
        effect: (count) => `${t('summary.count', { count })} · ${t(`callbackLog.${act}Hint`)}`,
        run: (row, once) => send(act, row, once),
      })),
      {
        key: 'abnormal',
        label: t('actions.abnormal'),
        allows: (row) => row.actions.includes('abnormal'),
        effect: (count) => `${t('summary.count', { count })} · ${t('ending.abnormalHint')}`,
        asks: ['reason', 'payment_password', 'one_code'],
        run: () => Promise.reject(new Error('Orders end together')),
        together: { most: endedMost, run: endTogether },
      },
      {
        key: 'refund',
        label: t('actions.refund'),
        allows: (row) => row.actions.includes('refund'),
        effect: (count) => `${t('summary.count', { count })} · ${t('ending.refundHint')}`,
        asks: ['reason', 'payment_password', 'one_code'],
        typed: String,
        run: () => Promise.reject(new Error('Orders go back together')),
        together: { most: refundedMost, run: refundTogether },
      },
    ],
    [t],
  );
  const dialog = (
    <>
      {asked && (
        <Suspense fallback={null}>
          <Confirm
            title={`${t(`actions.${asked.act}`)} ${asked.row.order_no}`}
            effect={t(`callbackLog.${asked.act}Hint`)}
            confirmLabel={t(`actions.${asked.act}`)}
            act={async ({ once }) => {
              await send(asked.act, asked.row, once);
              toasts.emit({ tone: 'ok', title: t(`callbackLog.${asked.act}Done`), text: asked.row.order_no });
              void queryClient.invalidateQueries({ queryKey: ['collection', asked.row.id] });
            }}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
      {ending && (
        <Suspense fallback={null}>
          <EndDialog
            {...ending}
            onDone={() => collectionsChanged(ending.row.id)}
            onClose={() => setEnding(null)}
          />
        </Suspense>
      )}
      {supplied && (
        <Suspense fallback={null}>
          <SupplyDialog
            row={supplied}
            onDone={() => collectionsChanged(supplied.id)}
            onClose={() => setSupplied(null)}
          />
        </Suspense>
      )}
      {refunded && (
        <Suspense fallback={null}>
          <RefundDialog
            order={refunded}
            onDone={() => Promise.resolve(collectionsChanged(refunded.id))}
            onClose={() => setRefunded(null)}
          />
        </Suspense>
      )}
    </>
  );
  return { actionsOf, bulk, dialog };
}
