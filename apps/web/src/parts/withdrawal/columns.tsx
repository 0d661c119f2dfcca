import { withdrawalSlipPath } from '@suanpan/contract/endpoints/withdrawals';
import type { WithdrawalRow } from '@suanpan/contract/endpoints/withdrawals';
import type { TFunction } from 'i18next';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import type { GridColumn, GridPreset } from '../../kit/grid/grid-column.ts';
import { workAndAll } from '../../kit/grid/work-and-all.ts';
import type { Tone } from '../../kit/status-tag.tsx';
import { WaitingMarks } from '../approval/waiting-marks.tsx';
import { SlipLink } from '../slip/slip-link.tsx';

const tones: Readonly<Record<WithdrawalRow['status'], Tone>> = {
  pending: 'wait',
  processing: 'wait',
  paid: 'ok',
  rejected: 'fail',
  cancelled: 'idle',
  reversed: 'fail',
};

/** What a person works with, and every field. */
export function withdrawalPresets(common: TFunction<'common'>): readonly GridPreset[] {
  return workAndAll<WithdrawalRow>(
    common,
    {
      columns: [
        'status',
        'no',
        'owner',
        'amount',
        'target_amount',
        'bank_name',
        'card_no',
        'created_at',
        'operator',
      ],
      pinned: ['status', 'no'],
      leaving: ['operator', 'target_amount'],
    },
    {
      columns: [
        'no',
        'amount',
        'bank_name',
        'branch',
        'status',
        'third_party_no',
        'slip',
        'remarks',
        'owner',
        'fee',
        'target_amount',
        'rate',
        'account_name',
        'card_no',
        'applicant',
        'operator',
        'decision_reason',
        'created_at',
        'completed_at',
      ],
      pinned: ['no'],
    },
  );
}

export function withdrawalColumns(t: TFunction<'withdrawals'>): readonly GridColumn<WithdrawalRow>[] {
  const c = columnsOf<WithdrawalRow>();
  return [
    c.tag(
      'status',
      t('columns.status'),
      ({ status, is_cooling, waiting_acts }) => ({
        tone: tones[status],
        label: t(`status.${status}`),
        hint: is_cooling ? t('hints.cooling') : undefined,
        mark: waiting_acts && <WaitingMarks of={waiting_acts} />,
      }),
      { card: 1 },
    ),
    c.copy('no', t('columns.no'), { width: 120, card: 1 }),
    c.whose('merchant', 'owner', t('columns.owner'), ({ owner }) => owner, {
      width: 144,
      card: 2,
    }),
    c.money('amount', t('columns.amount'), {
      width: 128,
      unit: (row) => row.currency,
      card: 2,
    }),
    c.money('target_amount', t('columns.arrives'), {
      width: 136,
      unit: (row) => row.target_currency,
      card: 3,
    }),
    c.money('fee', t('columns.fee'), { width: 112, isExact: true, unit: (row) => row.target_currency }),
    c.figure('rate', t('columns.rate'), { width: 80 }),
    c.said('bank_name', t('columns.bank'), (row) => row.bank_name ?? row.network ?? '–', {
      width: 144,
      card: 3,
    }),
    c.text('branch', t('columns.branch'), { width: 96 }),
    c.text('card_no', t('columns.cardNo'), { width: 152 }),
    c.text('account_name', t('columns.accountName'), { width: 112 }),
    c.text('third_party_no', t('columns.thirdPartyNo'), { width: 136 }),
    {
      key: 'slip',
      title: t('columns.slip'),
      width: 144,
      cell: ({ slip }) => (slip === null ? '–' : <SlipLink path={withdrawalSlipPath} file={slip} />),
    },
    c.text('remarks', t('columns.remarks'), { width: 144 }),
    c.text('operator', t('columns.operator'), { width: 96 }),
    c.text('applicant', t('columns.applicant'), { width: 96 }),
    c.text('decision_reason', t('columns.decisionReason'), { width: 144 }),
    c.time('created_at', t('columns.createdAt'), { card: 1 }),
    c.time('completed_at', t('columns.completedAt')),
  ];
}
