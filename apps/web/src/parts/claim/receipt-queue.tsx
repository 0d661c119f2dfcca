import { Button } from '@mantine/core';
import {
  claimReceipt,
  receiptActs,
  receiptAbouts,
  receiptReasons,
  releaseReceipt,
  searchReceipts,
  type ReceiptRow,
} from '@suanpan/contract/endpoints/receipts';
import { orderLockMinutes } from '@suanpan/domain/limits';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { fields as fieldsOf, inputOf, wordsOf } from '../../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { useWorkAndAll } from '../../kit/grid/use-work-and-all.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import type { CurrencySums } from '../../kit/list-sums.tsx';
import { Money } from '../../kit/money.tsx';
import { call } from '../../lib/api.ts';
import { CallFault } from '../../lib/call-fault.ts';
import { useMay } from '../../lib/own-user.ts';
import { toasts } from '../../lib/toast.ts';
import { useWords } from '../../lib/use-words.ts';
import { isBlocked } from '../approval/is-blocked.ts';
import { WaitingMarks } from '../approval/waiting-marks.tsx';
import { pageSum } from '../page-sum.ts';

// Fetched with the first act: most come to look.
const MatchDialog = lazy(async () => ({ default: (await import('./match-dialog.tsx')).MatchDialog }));
const EndDialog = lazy(async () => ({ default: (await import('./end-dialog.tsx')).EndDialog }));
const TransferFileDialog = lazy(async () => ({
  default: (await import('./transfer-file-dialog.tsx')).TransferFileDialog,
}));

type E = typeof searchReceipts;
type Act = (typeof receiptActs)[number];
const holding = { claim: claimReceipt, release: releaseReceipt } as const;
const rowKey = (row: ReceiptRow): string => row.id;

/** Money that lies unidentified, the oldest first: who looks after it, and where it goes. */
export function ReceiptQueue({ choice }: { readonly choice: ReactNode }) {
  const t = useWords('claims');
  const common = useWords('common');
  const client = useQueryClient();
  const may = useMay();
  const [isBringing, setBringing] = useState(false);
  const [deciding, setDeciding] = useState<{
    readonly row: ReceiptRow;
    readonly act: Exclude<Act, keyof typeof holding>;
  } | null>(null);
  const columns = useMemo(() => receiptColumns(t), [t]);
  const presets = useWorkAndAll<ReceiptRow>(
    {
      columns: [
        'reason',
        'no',
        'left',
        'channel_account',
        'order',
        'order.customer',
        'received_at',
        'claimed_by',
      ],
      pinned: ['reason', 'no'],
      leaving: ['channel_account', 'order.customer'],
    },
    {
      columns: [
        'reason',
        'no',
        'amount',
        'left',
        'channel_account',
        'order',
        'order.customer',
        'received_at',
        'claimed_by',
        'closed_at',
      ],
      pinned: ['reason', 'no'],
    },
  );
  const fields = useMemo(() => {
    const f = fieldsOf<E>();
    return [
      f.number('no', t('filters.no')),
      f.choice('state', t('filters.state'), { open: t('filters.open'), closed: t('filters.closed') }, 'open'),
      f.choice(
        'reason',
        t('columns.reason'),
        wordsOf(receiptReasons, (reason) => t(`reasons.${reason}`)),
      ),
      f.choice(
        'about',
        t('filters.about'),
        wordsOf(receiptAbouts, (about) => t(`abouts.${about}`)),
      ),
      f.amounts('amount', t('columns.amount')),
    ];
  }, [t]);
  const toInput = useMemo(() => {
    const ask = inputOf(searchReceipts, fields);
    return (...asked: Parameters<typeof ask>) => {
      const input = ask(...asked);
      // A number is looked for whatever became of it.
      return input.no === undefined ? input : { ...input, state: undefined };
    };
  }, [fields]);
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey: [searchReceipts.path] });
  const hold = async (act: keyof typeof holding, row: ReceiptRow): Promise<void> => {
    try {
      await call(holding[act], { id: row.id });
      const title = act === 'claim' ? t('claimed', { minutes: orderLockMinutes }) : t('released');
      toasts.emit({ tone: 'ok', title, text: row.no });
    } catch (fault) {
      if (!(fault instanceof CallFault)) throw fault;
      toasts.emit({ tone: 'fail', title: fault.message, text: row.no });
    }
    await changed();
  };
  return (
    <ListScreen<E>
      endpoint={searchReceipts}
      name="claimOrder"
      columns={columns}
      presets={presets}
      fields={fields}
      toInput={toInput}
      rowKey={rowKey}
      emptyText={t('none')}
      headActions={
        <>
          {choice}
          {may('claimOrder.import') && (
            <Button size="xs" variant="default" onClick={() => setBringing(true)}>
              {t('bring')}
            </Button>
          )}
        </>
      }
      toolbar={({ data }) =>
        receiptActs.every((act) => !may(`claimOrder.${act}`)) ? (
          <span>{t('followed.receipts')}</span>
        ) : (
          data &&
          may('claimOrder.claim') && (
            <span className="num">{t('held', { open: data.summary.open, most: data.summary.most })}</span>
          )
        )
      }
      sums={({ items, summary }) =>
        summary.by_currency.map(({ amount, count, currency }): CurrencySums => {
          const rows = items.filter((row) => row.currency === currency);
          const line = (many: number, all: string) => ({
            count: many,
            figures: [{ label: t('columns.left'), value: <Money value={all} /> }],
          });
          return {
            currency,
            filter: line(count, amount),
            page: line(rows.length, pageSum(rows, 'left', currency)),
          };
        })
      }
      actions={(row) =>
        receiptActs
          .filter((act) => row.actions.includes(act))
          .map((act) => ({
            key: act,
            label: t(`acts.${act}`),
            isDangerous: act === 'sendBack',
            ...(isBlocked(row, act) && { disabledBecause: common('hints.waitsForSecond') }),
            run: () =>
              act === 'claim' || act === 'release' ? void hold(act, row) : setDeciding({ row, act }),
          }))
      }
    >
      <Suspense fallback={null}>
        {isBringing && <TransferFileDialog onDone={changed} onClose={() => setBringing(false)} />}
        {deciding?.act === 'match' && (
          <MatchDialog row={deciding.row} onDone={changed} onClose={() => setDeciding(null)} />
        )}
        {deciding && deciding.act !== 'match' && (
          <EndDialog
            row={deciding.row}
            act={deciding.act}
            onDone={changed}
            onClose={() => setDeciding(null)}
          />
        )}
      </Suspense>
    </ListScreen>
  );
}

function receiptColumns(t: TFunction<'claims'>): readonly GridColumn<ReceiptRow>[] {
  const c = columnsOf<ReceiptRow>();
  const unit = (row: ReceiptRow): string => row.currency;
  return [
    c.tag(
      'reason',
      t('columns.reason'),
      ({ closed_at: closedAt, reason, waiting_acts: waiting }) => ({
        tone: closedAt === null ? 'wait' : 'idle',
        label: reason === null ? '–' : t(`reasons.${reason}`),
        mark: waiting && <WaitingMarks of={waiting} />,
      }),
      { width: 136, card: 1 },
    ),
    c.copy('no', t('columns.no'), { card: 1 }),
    c.money('amount', t('columns.amount'), { width: 124, unit }),
    c.money('left', t('columns.left'), { width: 124, unit, card: 2 }),
    c.said('channel_account', t('columns.account'), ({ channel_account: account }) => account?.name ?? '–', {
      width: 128,
    }),
    c.said('order', t('columns.order'), ({ order }) => order?.no ?? '–', { width: 152, card: 3 }),
    c.said('order.customer', t('columns.customer'), ({ order }) => order?.customer.name ?? '–', {
      width: 128,
      card: 2,
    }),
    c.time('received_at', t('columns.receivedAt'), { card: 1 }),
    c.said('claimed_by', t('columns.claimedBy'), ({ claimed_by: by }) => by?.name ?? '–', {
      width: 112,
      card: 3,
    }),
    c.time('closed_at', t('columns.closedAt')),
  ];
}
