import type { PayoutListRow, searchPayouts } from '@suanpan/contract/endpoints/payouts';
import type { TFunction } from 'i18next';
import { columns, type SortOf } from '../../kit/grid/column-factory.tsx';
import type { GridColumn, GridPreset } from '../../kit/grid/grid-column.ts';
import { workAndAll } from '../../kit/grid/work-and-all.ts';
import { Money } from '../../kit/money.tsx';
import { StatusTag } from '../../kit/status-tag.tsx';
import { WaitingMarks } from '../approval/waiting-marks.tsx';
import { CallbackIcon } from '../collection/status.tsx';
import { OrderMarks } from '../order/order-marks.tsx';
import { reverseTones, stageOf, tagOf } from './status.tsx';

const callbackIcon = 20;
/** The account as it is shown, without the marks in its middle. */
const lastFour = (card: string): string => card.slice(-4);

interface PayoutColumnWords {
  readonly t: TFunction<'payouts'>;
  readonly statuses: TFunction<'statuses'>;
  /** The one currency of the result, which then stands in the header; without it each amount names its own. */
  readonly currency: string | undefined;
}

/** Every column of payouts; presets choose among them. */
export function payoutColumns({
  t,
  statuses,
  currency,
}: PayoutColumnWords): readonly GridColumn<PayoutListRow>[] {
  const c = columns<PayoutListRow, SortOf<typeof searchPayouts>>();
  const unit = currency === undefined ? (row: PayoutListRow) => row.currency : undefined;
  const amountTitle = currency === undefined ? t('columns.amount') : `${t('columns.amount')} ${currency}`;
  // The name of the bank last: where there is no room it is what one can do without.
  const payee = (row: PayoutListRow): string =>
    `${row.account_name} ${lastFour(row.card_no)} ${row.bank_name}`.trim();
  const paidBy = (row: PayoutListRow): string => row.payer ?? row.channel ?? '–';
  return [
    c.tag(
      'status',
      t('columns.status'),
      (row) => ({
        ...tagOf(statuses, t, row),
        mark: row.waiting_acts && <WaitingMarks of={row.waiting_acts} />,
      }),
      { width: 92, card: 1 },
    ),
    c.copy('merchant_order_no', t('columns.merchantOrderNo'), {
      shortTitle: t('heads.merchantOrderNo'),
      card: 1,
    }),
    c.copy('order_no', t('columns.orderNo'), { shortTitle: t('heads.orderNo') }),
    c.own('customer', t('columns.customer'), {
      width: 104,
      card: 2,
      whose: 'merchant',
      words: ({ customer }) => customer.name,
      cell: ({ customer }) => <span title={`${customer.name} · ${customer.id}`}>{customer.name}</span>,
    }),
    c.said('account_name', t('columns.payee'), payee, { width: 150, card: 3 }),
    {
      ...c.money('amount', amountTitle, { width: 112, sort: 'amount', card: 2, unit }),
      cardCell: (row) => (
        <b>
          <Money value={row.amount} currency={row.currency} />
        </b>
      ),
    },
    c.money('fee', t('columns.fee'), { shortTitle: t('heads.fee'), width: 76, isExact: true }),
    c.own('channel', t('columns.channel'), {
      width: 112,
      words: paidBy,
      cell: (row) => (
        <span title={paidBy(row)}>
          {paidBy(row)} <OrderMarks of={row} />
        </span>
      ),
    }),
    c.time('created_at', t('columns.createdAt'), { sort: 'created_at', card: 1 }),
    c.own('callback_status', t('columns.callbackShort'), {
      width: 64,
      card: 3,
      holds: (row) => (row.callback_status === 'failed' ? statuses('callback.failed') : ''),
      besideText: callbackIcon,
      cell: (row) => <CallbackIcon status={row.callback_status} />,
      cardCell: (row) => <CallbackIcon status={row.callback_status} isWritten />,
    }),
    c.own('reverse_status', t('columns.reverse'), {
      width: 64,
      holds: (row) => (row.reverse_status === 'pending' ? statuses('reverse.pending') : ''),
      besideText: callbackIcon,
      cell: (row) =>
        row.reverse_status === 'none' ? null : (
          <StatusTag
            tone={reverseTones[row.reverse_status]}
            label={statuses(`reverse.${row.reverse_status}`)}
            isBare
            // The state says already that it was reversed.
            hasWord={row.reverse_status === 'pending'}
          />
        ),
    }),
    c.text('card_no', t('columns.cardNo'), { width: 136 }),
    c.said('bank_name', t('columns.bank'), (row) =>
      row.bank_code === row.bank_name ? row.bank_code : `${row.bank_code} ${row.bank_name}`,
    ),
    c.text('payer', t('columns.payer')),
    c.said('stage', t('columns.stage'), (row) => stageOf(t, row) || '–', { width: 120 }),
    c.text('provider_order_no', t('columns.thirdPartyNo'), { width: 136 }),
    c.time('completed_at', t('columns.completedAt')),
    c.said('source', t('columns.source'), (row) => t(`sources.${row.source}`), { width: 80 }),
    c.said('locked_by', t('columns.lockedBy'), (row) => row.locked_by?.name ?? '–', { width: 96 }),
    c.said('agent', t('columns.agent'), (row) => row.agent?.name ?? '–', { whose: 'agent' }),
    c.text('currency', t('columns.currency'), { width: 64 }),
  ];
}

/** *Work* is what one needs to act, within 1190 px; *all fields* are the specification's in its order, then ours. */
export function payoutPresets(
  common: TFunction<'common'>,
  { isAcrossTenants }: { readonly isAcrossTenants: boolean },
): readonly GridPreset[] {
  return workAndAll<PayoutListRow>(
    common,
    {
      columns: [
        'status',
        'merchant_order_no',
        'order_no',
        'customer',
        'account_name',
        'amount',
        // Across tenants whose it is counts for more than what it earned.
        isAcrossTenants ? 'agent' : 'fee',
        'channel',
        'created_at',
        'callback_status',
        'reverse_status',
      ],
      pinned: ['status', 'merchant_order_no'],
      leaving: ['order_no', ...(isAcrossTenants ? [] : (['fee'] as const)), 'reverse_status'],
    },
    {
      columns: [
        'account_name',
        'card_no',
        'bank_name',
        'amount',
        'payer',
        'callback_status',
        'reverse_status',
        'status',
        'merchant_order_no',
        'order_no',
        'fee',
        'channel',
        'stage',
        'provider_order_no',
        'created_at',
        'completed_at',
        'source',
        'locked_by',
        'customer',
        'agent',
        'currency',
      ],
      pinned: ['account_name'],
    },
  );
}
