import type { searchCollections } from '@suanpan/contract/endpoints/collections';
import type { TFunction } from 'i18next';
import { fields, type FieldOf } from '../../kit/filter/field-factory.ts';
import {
  agentNames,
  collectionAccountNames,
  collectionChannelNames,
  merchantNames,
  subAgentNames,
} from '../../lib/names.ts';

type Search = typeof searchCollections;

interface CollectionFieldWords {
  readonly t: TFunction<'orders'>;
  readonly statuses: TFunction<'statuses'>;
  /** He may look at general agents; whoever stands below the senior agent may not. */
  readonly isInside: boolean;
}

/** The filters of collection orders; order number, amount and dates are prompts and never required. */
export function collectionFields({
  t,
  statuses,
  isInside,
}: CollectionFieldWords): readonly FieldOf<Search>[] {
  const f = fields<Search>();
  return [
    f.numbers('numbers', t('filters.number'), { placeholder: t('filters.numberPlaceholder') }),
    f.dates('created', t('filters.created'), {
      fallback: 'today',
      placeholder: t('filters.datePlaceholder'),
    }),
    f.choices('status', t('columns.status'), {
      pending: statuses('collectionStatus.pending'),
      success: statuses('collectionStatus.success'),
      expired: statuses('collectionStatus.expired'),
      amount_mismatch: statuses('collectionStatus.amount_mismatch'),
      abnormal: statuses('collectionStatus.abnormal'),
      test_supplied: statuses('collectionStatus.test_supplied'),
      refund: statuses('collectionStatus.refund'),
    }),
    f.pick('customer_id', t('columns.customer'), merchantNames),
    f.amounts('amount', t('filters.amount'), { placeholder: t('filters.amountPlaceholder') }),
    f.pick('channel', t('filters.channel'), collectionChannelNames),
    f.currency(t('columns.currency')),
    f.choices('callback_status', t('columns.callbackStatus'), {
      not_sent: statuses('callback.not_sent'),
      success: statuses('callback.success'),
      failed: statuses('callback.failed'),
    }),
    f.moreDates('completed', t('filters.completed'), {
      fallback: 'all',
      placeholder: t('filters.datePlaceholder'),
    }),
    f.pick('agent_id', t('columns.agent'), agentNames, {
      mistake: t('filters.agentMistake'),
    }),
    ...(isInside
      ? [
          f.pick('sub_agent_id', t('filters.subAgent'), subAgentNames),
          f.pick('channel_account_id', t('filters.channelAccount'), collectionAccountNames),
        ]
      : []),
    f.text('real_name', t('columns.realName'), { placeholder: t('filters.realNamePlaceholder') }),
    f.text('last5', t('filters.last5'), { placeholder: t('filters.last5Placeholder') }),
    f.text('request_ip', t('columns.requestIp'), { placeholder: t('filters.requestIpPlaceholder') }),
    ...(isInside
      ? [f.flag('split', t('filters.split'), { yes: t('filters.splitShown'), no: t('filters.splitHidden') })]
      : []),
    f.flag('is_test', t('columns.test'), { yes: t('filters.testOnly'), no: t('filters.testNone') }),
  ];
}
