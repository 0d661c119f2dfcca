import { Button } from '@mantine/core';
import { refundKinds, searchRefunds } from '@suanpan/contract/endpoints/refunds';
import type { RefundRow } from '@suanpan/contract/endpoints/refunds';
import { refundStatuses } from '@suanpan/domain/states/collection';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useMemo, useState } from 'react';
import { fields as fieldsOf, inputOf, wordsOf } from '../../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { useWorkAndAll } from '../../kit/grid/use-work-and-all.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import type { Tone } from '../../kit/status-tag.tsx';
import { agentNames, collectionChannelNames, merchantNames } from '../../lib/names.ts';
import { useMay } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import { isBlocked } from '../../parts/approval/is-blocked.ts';
import { WaitingMarks } from '../../parts/approval/waiting-marks.tsx';
import { currencySums } from '../../parts/currency-sums.tsx';
import { toldFailure } from '../../parts/told-failure.ts';
import { ExportButton } from '../../parts/export/export-button.tsx';

// Fetched when they are opened: most come to look.
const RefundDialog = lazy(async () => ({
  default: (await import('../../parts/collection/refund-dialog.tsx')).RefundDialog,
}));
const StepDialog = lazy(async () => ({ default: (await import('./revert/step-dialog.tsx')).StepDialog }));
const ChargeBackDialog = lazy(async () => ({
  default: (await import('./revert/charge-back-dialog.tsx')).ChargeBackDialog,
}));

type E = typeof searchRefunds;
type Act = RefundRow['actions'][number];
const tones: Readonly<Record<RefundRow['refund_status'], Tone>> = {
  preparing: 'wait',
  refunding: 'wait',
  success: 'reversed',
  failed: 'fail',
};
const dangerous: ReadonlySet<Act> = new Set(['fail', 'close']);
const work = ['refund_status', 'no', 'kind', 'order', 'customer', 'amount', 'provider_order_no'] as const;
const rowKey = (row: RefundRow): string => row.id;

/** Refunds and charge-backs: what is under way, what waits for somebody, and what became of it. */
export function Reverts() {
  const t = useWords('refunds');
  const s = useWords('statuses');
  const e = useWords('errors');
  const common = useWords('common');
  const may = useMay();
  const client = useQueryClient();
  const [making, setMaking] = useState<'refund' | 'chargeBack' | null>(null);
  const [deciding, setDeciding] = useState<{ readonly row: RefundRow; readonly act: Act } | null>(null);
  const columns = useMemo(() => refundColumns(t, s, e), [t, s, e]);
  const presets = useWorkAndAll<RefundRow>(
    {
      columns: [...work, 'created_at', 'operator'],
      pinned: ['refund_status', 'no'],
      leaving: ['provider_order_no', 'operator'],
    },
    {
      columns: [
        ...work,
        'order.merchant_order_no',
        'mix',
        'won_ref',
        'attempts',
        'created_at',
        'operator',
        'reason',
        'failure',
        'completed_at',
      ],
      pinned: ['refund_status', 'no'],
    },
  );
  const fields = useMemo(() => {
    const f = fieldsOf<E>();
    return [
      f.number('order_no', t('columns.orderNo')),
      f.number('merchant_order_no', t('columns.merchantOrderNo')),
      f.number('no', t('filters.no')),
      f.choices(
        'refund_status',
        t('columns.status'),
        wordsOf(refundStatuses, (status) => s(`refund.${status}`)),
      ),
      f.choice(
        'kind',
        t('columns.kind'),
        wordsOf(refundKinds, (kind) => t(`kinds.${kind}`)),
      ),
      f.pick('customer_id', t('columns.customer'), merchantNames),
      f.currency(t('columns.currency')),
      f.dates('created', t('filters.range'), {
        fallback: 'all',
        queueUnless: ['no', 'order_no', 'merchant_order_no', 'refund_status', 'ordered_from'],
      }),
      f.moreDates('ordered', t('filters.ordered'), { fallback: 'all' }),
      f.pick('channel', t('filters.channel'), collectionChannelNames),
      f.pick('agent_id', t('filters.agent'), agentNames),
    ];
  }, [t, s]);
  const toInput = useMemo(() => inputOf(searchRefunds, fields), [fields]);
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey: [searchRefunds.path] });
  return (
    <ListScreen<E>
      endpoint={searchRefunds}
      name="collections.revert"
      columns={columns}
      presets={presets}
      fields={fields}
      toInput={toInput}
      rowKey={rowKey}
      emptyText={t('states.empty')}
      headActions={
        <>
          <ExportButton kind="collections.revert" endpoint={searchRefunds} toInput={toInput} />
          {may('collections.revert.chargeBack') && (
            <Button variant="default" onClick={() => setMaking('chargeBack')}>
              {t('acts.chargeBack')}
            </Button>
          )}
        </>
      }
      create={
        may('collections.transactions.refund')
          ? { label: t('acts.refund'), run: () => setMaking('refund') }
          : undefined
      }
      sums={(shown) => currencySums(shown, [{ label: t('columns.amount'), sum: 'amount', row: 'amount' }])}
      actions={(row) =>
        row.actions.map((act) => ({
          key: act,
          label: t(`acts.${act}`),
          isDangerous: dangerous.has(act),
          ...(isBlocked(row, act) && { disabledBecause: common('hints.waitsForSecond') }),
          run: () => setDeciding({ row, act }),
        }))
      }
    >
      <Suspense fallback={null}>
        {making === 'refund' && <RefundDialog onDone={changed} onClose={() => setMaking(null)} />}
        {making === 'chargeBack' && <ChargeBackDialog onDone={changed} onClose={() => setMaking(null)} />}
        {deciding && <StepDialog {...deciding} onDone={changed} onClose={() => setDeciding(null)} />}
      </Suspense>
    </ListScreen>
  );
}

function refundColumns(
  t: TFunction<'refunds'>,
  s: TFunction<'statuses'>,
  e: TFunction<'errors'>,
): readonly GridColumn<RefundRow>[] {
  const c = columnsOf<RefundRow>();
  const unit = (row: RefundRow): string => row.currency;
  return [
    c.tag(
      'refund_status',
      t('columns.status'),
      ({ refund_status: status, waiting_acts, won_at }) => ({
        ...(won_at === null
          ? { tone: tones[status], label: s(`refund.${status}`) }
          : { tone: 'ok' as const, label: t('states.won') }),
        mark: waiting_acts && <WaitingMarks of={waiting_acts} />,
      }),
      { card: 1 },
    ),
    c.copy('no', t('columns.no'), { width: 120, card: 1 }),
    c.said('kind', t('columns.kind'), (row) => t(`kinds.${row.kind}`), { width: 96, card: 3 }),
    c.said('order', t('columns.orderNo'), ({ order }) => order.no, { width: 152, card: 3 }),
    c.said('order.merchant_order_no', t('columns.merchantOrderNo'), ({ order }) => order.merchant_order_no, {
      width: 136,
    }),
    c.whose('merchant', 'customer', t('columns.customer'), ({ customer }) => customer, {
      width: 136,
      card: 2,
    }),
    c.money('amount', t('columns.amount'), { width: 124, unit, card: 2 }),
    c.said(
      'mix',
      t('columns.mix'),
      (row) =>
        row.mix.map(({ account, amount }) => `${s(`account.${account}`)} ${amount}`).join(' · ') || '–',
      { width: 200 },
    ),
    c.text('provider_order_no', t('columns.providerOrderNo'), { width: 120 }),
    c.text('won_ref', t('columns.wonRef'), { width: 120 }),
    c.count('attempts', t('columns.attempts')),
    c.time('created_at', t('columns.createdAt')),
    c.text('operator', t('columns.operator'), { width: 96 }),
    c.text('reason', t('columns.reason'), { width: 140 }),
    c.said(
      'failure',
      t('columns.failure'),
      ({ failure }) => (failure === null ? '–' : toldFailure(e, failure)),
      {
        width: 140,
      },
    ),
    c.time('completed_at', t('columns.completedAt')),
  ];
}
