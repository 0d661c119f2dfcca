import type { CollectionRow, searchCollections } from '@suanpan/contract/endpoints/collections';
import type { TFunction } from 'i18next';
import { columns, type SortOf } from '../../kit/grid/column-factory.tsx';
import type { GridColumn, GridPreset } from '../../kit/grid/grid-column.ts';
import { workAndAll } from '../../kit/grid/work-and-all.ts';
import { Money } from '../../kit/money.tsx';
import { WaitingMarks } from '../approval/waiting-marks.tsx';
import { OrderMarks } from '../order/order-marks.tsx';
import { CallbackIcon, shortTagOf } from './status.tsx';

type Column = GridColumn<CollectionRow>;

const callbackIcon = 20;

interface CollectionColumnWords {
  readonly t: TFunction<'orders'>;
  readonly statuses: TFunction<'statuses'>;
  /** The one currency of the result, which then stands in the header; without it each amount names its own. */
  readonly currency: string | undefined;
}

/** Every column of collection orders; presets choose among them. */
export function collectionColumns({ t, statuses, currency }: CollectionColumnWords): readonly Column[] {
  const c = columns<CollectionRow, SortOf<typeof searchCollections>>();
  const unit = currency === undefined ? (row: CollectionRow) => row.currency : undefined;
  const amountTitle = (title: string): string => (currency === undefined ? title : `${title} ${currency}`);
  return [
    c.tag(
      'status',
      t('columns.status'),
      (row) => ({
        ...shortTagOf(statuses, row),
        mark: row.waiting_acts && <WaitingMarks of={row.waiting_acts} />,
      }),
      { width: 92, card: 1 },
    ),
    c.copy('merchant_order_no', t('columns.merchantOrderNo'), {
      shortTitle: t('heads.merchantOrderNo'),
      card: 1,
    }),
    c.copy('order_no', t('columns.orderNo'), { shortTitle: t('heads.orderNo') }),
    c.name('customer_name', t('columns.customer'), 'customer_id', { card: 2, whose: 'merchant' }),
    c.own('channel', t('columns.channel'), {
      shortTitle: t('heads.channel'),
      card: 3,
      words: (row) => row.channel ?? '',
      cell: (row) => (
        <span title={row.channel ?? ''}>
          {row.channel ?? '–'} <OrderMarks of={row} />
        </span>
      ),
    }),
    {
      ...c.money('order_amount', amountTitle(t('columns.orderAmount')), {
        shortTitle: amountTitle(t('heads.orderAmount')),
        width: 116,
        sort: 'amount',
        card: 2,
        unit,
      }),
      cardCell: (row) => (
        <b>
          <Money value={row.order_amount} currency={row.currency} />
        </b>
      ),
    },
    c.money('actual_amount', t('columns.actualAmount'), { shortTitle: t('heads.actualAmount'), width: 104 }),
    c.money('fee', t('columns.fee'), { shortTitle: t('heads.fee'), width: 80, isExact: true }),
    c.time('created_at', t('columns.createdAt'), { sort: 'created_at', card: 1 }),
    c.own('callback_status', t('columns.callbackShort'), {
      width: 64,
      card: 3,
      holds: (row) => (row.callback_status === 'failed' ? statuses('callback.failed') : ''),
      besideText: callbackIcon,
      cell: (row) => <CallbackIcon status={row.callback_status} />,
      cardCell: (row) => <CallbackIcon status={row.callback_status} isWritten />,
    }),
    c.time('completed_at', t('columns.completedAt')),
    c.money('accounted_amount', t('columns.accountedAmount')),
    c.figure('exchange_rate', t('columns.exchangeRate'), { width: 72 }),
    c.text('real_name', t('columns.realName'), { width: 84 }),
    c.text('request_ip', t('columns.requestIp'), { width: 120, least: 112 }),
    c.text('product_name', t('columns.productName')),
    c.time('expires_at', t('columns.expiresAt')),
    c.name('agent_name', t('columns.agent'), 'agent_id', { whose: 'agent' }),
    c.text('currency', t('columns.currency'), { width: 64 }),
  ];
}

/**
 * *Work* is what one needs to act, within 1190 px; *all fields* are the specification's sixteen in its order, then
 * what the platform adds.
 */
export function collectionPresets(
  common: TFunction<'common'>,
  { isAcrossTenants }: { readonly isAcrossTenants: boolean },
): readonly GridPreset[] {
  return workAndAll<CollectionRow>(
    common,
    {
      columns: [
        'status',
        'merchant_order_no',
        'order_no',
        'customer_name',
        'channel',
        'order_amount',
        'actual_amount',
        // Across tenants whose it is counts for more than what it earned.
        isAcrossTenants ? 'agent_name' : 'fee',
        'created_at',
        'callback_status',
      ],
      pinned: ['status', 'merchant_order_no'],
      leaving: ['order_no', 'actual_amount', ...(isAcrossTenants ? [] : (['fee'] as const))],
    },
    {
      columns: [
        'merchant_order_no',
        'order_no',
        'created_at',
        'completed_at',
        'order_amount',
        'actual_amount',
        'accounted_amount',
        'exchange_rate',
        'fee',
        'channel',
        'real_name',
        'status',
        'callback_status',
        'request_ip',
        'product_name',
        'expires_at',
        'customer_name',
        'agent_name',
        'currency',
      ],
      pinned: ['merchant_order_no'],
    },
  );
}
