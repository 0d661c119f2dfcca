import {
  depositMethods,
  deposits,
  depositSlipPath,
  depositStatuses,
} from '@suanpan/contract/endpoints/deposits';
import type { DepositRow } from '@suanpan/contract/endpoints/deposits';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useMemo, useState } from 'react';
import { fields as fieldsOf, inputOf, wordsOf } from '../../kit/filter/field-factory.ts';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { useWorkAndAll } from '../../kit/grid/use-work-and-all.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import type { Tone } from '../../kit/status-tag.tsx';
import { merchantNames } from '../../lib/names.ts';
import { useMay } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';
import { currencySums } from '../../parts/currency-sums.tsx';
import { ExportButton } from '../../parts/export/export-button.tsx';
import { SlipLink } from '../../parts/slip/slip-link.tsx';

// Fetched when they are opened: most come to look.
const ApplyDialog = lazy(async () => ({ default: (await import('./deposit/apply-dialog.tsx')).ApplyDialog }));
const DecideDialog = lazy(async () => ({
  default: (await import('./deposit/decide-dialog.tsx')).DecideDialog,
}));

type E = typeof deposits;
type Act = DepositRow['actions'][number];
const tones: Readonly<Record<DepositRow['status'], Tone>> = {
  pending: 'wait',
  credited: 'ok',
  rejected: 'fail',
  cancelled: 'idle',
};
const work = ['status', 'no', 'owner', 'amount', 'fee', 'credited', 'method', 'payer_last5'] as const;
const rowKey = (row: DepositRow): string => row.id;

/** Top-ups: what was applied for, what came, and for whoever may, what is to be decided. */
export function Deposits() {
  const t = useWords('funds');
  const may = useMay();
  const client = useQueryClient();
  const [isApplying, setApplying] = useState(false);
  const [deciding, setDeciding] = useState<{ readonly row: DepositRow; readonly act: Act } | null>(null);
  const columns = useMemo(() => depositColumns(t), [t]);
  const presets = useWorkAndAll<DepositRow>(
    {
      columns: [...work, 'created_at', 'operator'],
      pinned: ['status', 'no'],
      leaving: ['fee', 'operator'],
    },
    {
      columns: [
        ...work,
        'created_at',
        'operator',
        'applicant',
        'note',
        'slip',
        'decision_reason',
        'completed_at',
      ],
      pinned: ['status', 'no'],
    },
  );
  const fields = useMemo(() => {
    const f = fieldsOf<E>();
    return [
      f.number('no', t('filters.no')),
      f.choice(
        'status',
        t('columns.status'),
        wordsOf(depositStatuses, (status) => t(`depositStatus.${status}`)),
      ),
      f.choice(
        'method',
        t('columns.method'),
        wordsOf(depositMethods, (method) => t(`methods.${method}`)),
      ),
      f.pick('owner_id', t('fields.merchant'), merchantNames),
      f.currency(t('columns.currency')),
      f.days(t('filters.range'), { fallback: 'all', queueUnless: ['no', 'status'] }),
    ];
  }, [t]);
  const toInput = useMemo(() => inputOf(deposits, fields), [fields]);
  const changed = (): Promise<void> => client.invalidateQueries({ queryKey: [deposits.path] });
  return (
    <ListScreen<E>
      endpoint={deposits}
      name="collections.deposit"
      columns={columns}
      presets={presets}
      fields={fields}
      toInput={toInput}
      rowKey={rowKey}
      emptyText={t('states.empty')}
      headActions={<ExportButton kind="collections.deposit" endpoint={deposits} toInput={toInput} />}
      create={
        may('collections.deposit.create')
          ? { label: t('acts.apply'), run: () => setApplying(true) }
          : undefined
      }
      sums={(shown) =>
        currencySums(shown, [
          { label: t('columns.amount'), sum: 'amount', row: 'amount' },
          { label: t('columns.credited'), sum: 'credited', row: 'credited' },
        ])
      }
      actions={(row) =>
        row.actions.map((act) => ({
          key: act,
          label: t(`acts.${act}`),
          isDangerous: act !== 'approve',
          run: () => setDeciding({ row, act }),
        }))
      }
    >
      <Suspense fallback={null}>
        {isApplying && <ApplyDialog onDone={changed} onClose={() => setApplying(false)} />}
        {deciding && <DecideDialog {...deciding} onDone={changed} onClose={() => setDeciding(null)} />}
      </Suspense>
    </ListScreen>
  );
}

function depositColumns(t: TFunction<'funds'>): readonly GridColumn<DepositRow>[] {
  const c = columnsOf<DepositRow>();
  const unit = (row: DepositRow): string => row.currency;
  return [
    c.tag(
      'status',
      t('columns.status'),
      ({ status }) => ({ tone: tones[status], label: t(`depositStatus.${status}`) }),
      { card: 1 },
    ),
    c.copy('no', t('columns.no'), { width: 120, card: 1 }),
    c.whose('merchant', 'owner', t('columns.owner'), ({ owner }) => owner, {
      width: 144,
      card: 2,
    }),
    c.money('amount', t('columns.amount'), { width: 124, unit, card: 2 }),
    c.money('fee', t('columns.fee'), { isExact: true }),
    c.money('credited', t('columns.credited'), { width: 116 }),
    c.said('method', t('columns.method'), (row) => t(`methods.${row.method}`), { width: 96, card: 3 }),
    c.said('payer_last5', t('columns.proof'), (row) => row.payer_last5 ?? row.tx_hash ?? '–', {
      width: 128,
      card: 3,
    }),
    c.time('created_at', t('columns.time')),
    c.text('operator', t('columns.operator'), { width: 96 }),
    c.text('applicant', t('columns.applicant'), { width: 96 }),
    c.text('note', t('columns.note'), { width: 140 }),
    {
      key: 'slip',
      title: t('columns.slip'),
      width: 144,
      cell: ({ slip }) => (slip === null ? '–' : <SlipLink path={depositSlipPath} file={slip} />),
    },
    c.text('decision_reason', t('columns.decisionReason'), { width: 140 }),
    c.time('completed_at', t('columns.completedAt')),
  ];
}
