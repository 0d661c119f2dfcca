import type { CollectionRow } from '@suanpan/contract/endpoints/collections';
import type { TFunction } from 'i18next';
import { Copy } from '../../kit/copy.tsx';
import type { GridColumn } from '../../kit/grid/grid-column.ts';
import { Money } from '../../kit/money.tsx';
import { StatusTag } from '../../kit/status-tag.tsx';
import { Instant } from '../instant.tsx';
import styles from '../parts.module.css';
import { CallbackStatusTag, CollectionStatusTag, StatusBead } from './status.tsx';

type Column = GridColumn<CollectionRow>;

/**
 * The sixteen fields of specification §3, in its order, then what the platform adds; what a user has no use for he
 * takes away in the column menu.
 */
export function collectionColumns(t: TFunction<'orders'>): readonly Column[] {
  const title = (key: Parameters<typeof t>[0]): string => t(key as 'columns.orderNo');
  return [
    {
      key: 'merchant_order_no',
      title: title('columns.merchantOrderNo'),
      width: 208,
      cell: (row) => (
        <span className={styles.beaded}>
          <StatusBead order={row} />
          <Copy text={row.merchant_order_no} />
        </span>
      ),
    },
    {
      key: 'order_no',
      title: title('columns.orderNo'),
      width: 190,
      card: 'line',
      cell: (row) => <Copy text={row.order_no} />,
    },
    {
      key: 'created_at',
      title: `${title('columns.createdAt')} (UTC+8)`,
      width: 172,
      card: 'line',
      sort: 'created_at',
      cell: (row) => <Instant at={row.created_at} />,
    },
    {
      key: 'completed_at',
      title: title('columns.completedAt'),
      width: 168,
      cell: (row) => <Instant at={row.completed_at} />,
    },
    {
      key: 'order_amount',
      title: title('columns.orderAmount'),
      width: 128,
      isFigure: true,
      card: 'line',
      sort: 'amount',
      cell: (row) => <Money value={row.order_amount} />,
    },
    {
      key: 'actual_amount',
      title: title('columns.actualAmount'),
      width: 132,
      isFigure: true,
      card: 'line',
      cell: (row) => <Money value={row.actual_amount} />,
    },
    {
      key: 'accounted_amount',
      title: title('columns.accountedAmount'),
      width: 140,
      isFigure: true,
      cell: (row) => <Money value={row.accounted_amount} />,
    },
    {
      key: 'exchange_rate',
      title: title('columns.exchangeRate'),
      width: 90,
      isFigure: true,
      isHidden: true,
      cell: (row) => <Money value={row.exchange_rate} isExact />,
    },
    {
      key: 'fee',
      title: title('columns.fee'),
      width: 120,
      isFigure: true,
      card: 'line',
      cell: (row) => <Money value={row.fee} isExact />,
    },
    {
      key: 'channel',
      title: title('columns.channel'),
      width: 136,
      card: 'line',
      cell: (row) => row.channel ?? '–',
    },
    {
      key: 'real_name',
      title: title('columns.realName'),
      width: 92,
      card: 'line',
      cell: (row) => row.real_name ?? '–',
    },
    {
      key: 'status',
      title: title('columns.status'),
      width: 196,
      card: 'head',
      cell: (row) => <CollectionStatusTag order={row} />,
    },
    {
      key: 'callback_status',
      title: title('columns.callbackStatus'),
      width: 124,
      card: 'line',
      cell: (row) => <CallbackStatusTag status={row.callback_status} />,
    },
    {
      key: 'request_ip',
      title: title('columns.requestIp'),
      width: 134,
      cell: (row) => <span className="num">{row.request_ip ?? '–'}</span>,
    },
    {
      key: 'product_name',
      title: title('columns.productName'),
      width: 130,
      cell: (row) => row.product_name ?? '–',
    },
    {
      key: 'expires_at',
      title: title('columns.expiresAt'),
      width: 164,
      cell: (row) => <Instant at={row.expires_at} />,
    },
    {
      key: 'customer',
      title: title('columns.customer'),
      width: 140,
      card: 'line',
      cell: (row) => (
        <span title={row.customer_id}>
          {row.customer_name} {row.is_test && <StatusTag tone="test" label={title('columns.test')} />}
        </span>
      ),
    },
    {
      key: 'currency',
      title: title('columns.currency'),
      width: 66,
      isHidden: true,
      cell: (row) => row.currency,
    },
  ];
}
