import type { CallbackRow } from '@suanpan/contract/endpoints/callbacks';
import type { TFunction } from 'i18next';
import { Copy } from '../../kit/copy.tsx';
import { columns } from '../../kit/grid/column-factory.tsx';
import type { GridColumn, GridPreset } from '../../kit/grid/grid-column.ts';
import { workAndAll } from '../../kit/grid/work-and-all.ts';
import type { Tone } from '../../kit/status-tag.tsx';

const tones: Readonly<Record<CallbackRow['status'], Tone>> = {
  not_sent: 'idle',
  success: 'ok',
  failed: 'fail',
};

interface CallbackColumnWords {
  readonly t: TFunction<'callbacks'>;
  readonly o: TFunction<'orders'>;
  readonly statuses: TFunction<'statuses'>;
}

/** What happened, in the reader's words. */
export function eventOf(o: TFunction<'orders'>, type: string): string {
  const name = type.replace('.', '_') as 'refund_updated';
  return o(`callbackLog.events.${name}`, { defaultValue: type });
}

/** Why it has not arrived, in the specification's words; nothing where nothing is wrong. */
export function reasonOf(statuses: TFunction<'statuses'>, { result }: Pick<CallbackRow, 'result'>): string {
  return result === null ? '–' : statuses(`callbackResult.${result}`);
}

export function callbackColumns({ t, o, statuses }: CallbackColumnWords): readonly GridColumn<CallbackRow>[] {
  const c = columns<CallbackRow>();
  return [
    c.tag(
      'status',
      t('columns.status'),
      (row) => ({ tone: tones[row.status], label: statuses(`callback.${row.status}`) }),
      { width: 96, card: 1 },
    ),
    c.own('order', t('columns.order'), {
      width: 148,
      card: 1,
      words: ({ order }) => order.no,
      cell: ({ order }) => <Copy text={order.no} />,
    }),
    c.own('order.merchant_no', t('columns.merchantNo'), {
      width: 136,
      words: ({ order }) => order.merchant_no,
      cell: ({ order }) => <Copy text={order.merchant_no} />,
    }),
    c.said('order.kind', t('columns.kind'), ({ order }) => t(`kinds.${order.kind}`), { width: 76 }),
    c.whose('merchant', 'customer', t('columns.customer'), ({ customer }) => customer, {
      width: 136,
      card: 2,
    }),
    c.said('type', t('columns.type'), ({ type }) => eventOf(o, type), {
      width: 168,
      least: 140,
      card: 2,
    }),
    c.said('result', t('columns.result'), (row) => reasonOf(statuses, row), { width: 176, card: 3 }),
    c.count('attempts', t('columns.attempts'), { width: 76, card: 3 }),
    c.count('last_http', t('columns.lastHttp'), { width: 64 }),
    c.time('created_at', t('columns.createdAt'), { card: 1 }),
    c.time('last_at', t('columns.lastAt')),
    c.time('next_at', t('columns.nextAt')),
    c.text('url', t('columns.url'), { width: 220 }),
    c.own('event_id', t('columns.event'), {
      width: 240,
      words: (row) => row.event_id,
      cell: (row) => <Copy text={row.event_id} />,
    }),
  ];
}

export function callbackPresets(common: TFunction<'common'>): readonly GridPreset[] {
  return workAndAll<CallbackRow>(
    common,
    {
      columns: [
        'status',
        'order',
        'customer',
        'type',
        'result',
        'attempts',
        'last_http',
        'created_at',
        'next_at',
      ],
      pinned: ['status', 'order'],
      leaving: ['last_http', 'next_at'],
    },
    {
      columns: [
        'status',
        'order',
        'order.merchant_no',
        'order.kind',
        'customer',
        'type',
        'result',
        'attempts',
        'last_http',
        'created_at',
        'last_at',
        'next_at',
        'url',
        'event_id',
      ],
      pinned: ['status', 'order'],
    },
  );
}
