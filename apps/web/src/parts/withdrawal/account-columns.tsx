import type { WithdrawAccountRow } from '@suanpan/contract/endpoints/withdrawals';
import type { TFunction } from 'i18next';
import { columns as columnsOf } from '../../kit/grid/column-factory.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import type { Tone } from '../../kit/status-tag.tsx';

const tones: Readonly<Record<WithdrawAccountRow['status'], Tone>> = {
  waiting: 'wait',
  active: 'ok',
  refused: 'fail',
};

/** An account in one line: its bank or network, and its number. */
export function accountOf(row: WithdrawAccountRow): string {
  return [row.bank_name ?? row.network, row.card_no ?? row.address, row.alias].filter(Boolean).join(' · ');
}

export function accountColumns(t: TFunction<'withdrawals'>): readonly GridColumn<WithdrawAccountRow>[] {
  const c = columnsOf<WithdrawAccountRow>();
  return [
    c.tag(
      'status',
      t('columns.status'),
      ({ status }) => ({ tone: tones[status], label: t(`accountStatus.${status}`) }),
      { card: 1 },
    ),
    c.whose('merchant', 'owner', t('columns.owner'), ({ owner }) => owner, { width: 144 }),
    c.said('type', t('columns.type'), (row) => t(`types.${row.type}`), { width: 112, card: 1 }),
    c.said('bank_name', t('columns.bank'), (row) => row.bank_name ?? row.network ?? '–', {
      width: 160,
      card: 2,
    }),
    c.said('card_no', t('columns.cardNo'), (row) => row.card_no ?? row.address ?? '–', {
      width: 280,
      card: 2,
    }),
    c.text('account_name', t('columns.accountName'), { width: 112, card: 3 }),
    c.text('alias', t('columns.alias'), { width: 112 }),
    c.text('currency', t('columns.currency'), { width: 72 }),
    c.text('branch', t('columns.branch'), { width: 112 }),
    c.text('province', t('columns.province'), { width: 96 }),
    c.text('city', t('columns.city'), { width: 96 }),
    c.time('usable_from', t('columns.usableFrom'), { card: 3 }),
    c.time('created_at', t('columns.createdAt')),
  ];
}
