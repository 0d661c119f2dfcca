import type { searchPayouts } from '@suanpan/contract/endpoints/payouts';
import { payoutStages, payoutStatuses, reverseStatuses } from '@suanpan/domain/states/payout';
import type { TFunction } from 'i18next';
import { fields, wordsOf, type FieldOf } from '../../kit/filter/field-factory.ts';
import {
  agentNames,
  merchantNames,
  payoutAccountNames,
  payoutChannelNames,
  subAgentNames,
} from '../../lib/names.ts';

type Search = typeof searchPayouts;

interface PayoutFieldWords {
  readonly t: TFunction<'payouts'>;
  /** What lists of orders of every kind say alike. */
  readonly o: TFunction<'orders'>;
  readonly statuses: TFunction<'statuses'>;
  /** He may look at general agents; whoever stands below the senior agent may not. */
  readonly isInside: boolean;
}

/** The filters of payouts; order number, amount and dates are prompts and never required. */
export function payoutFields({ t, o, statuses, isInside }: PayoutFieldWords): readonly FieldOf<Search>[] {
  const f = fields<Search>();
  return [
    f.numbers('numbers', o('filters.number'), { placeholder: o('filters.numberPlaceholder') }),
    f.dates('created', o('filters.created'), {
      fallback: 'today',
      placeholder: o('filters.datePlaceholder'),
    }),
    f.choices(
      'status',
      t('columns.status'),
      wordsOf(payoutStatuses, (name) => statuses(`payout.${name}`)),
    ),
    f.pick('customer_id', t('columns.customer'), merchantNames),
    f.amounts('amount', o('filters.amount'), { placeholder: o('filters.amountPlaceholder') }),
    f.pick('channel', o('filters.channel'), payoutChannelNames),
    f.currency(t('columns.currency')),
    f.choices(
      'stage',
      t('columns.stage'),
      wordsOf(payoutStages, (name) => t(`stages.${name}`)),
    ),
    f.choices('callback_status', t('columns.callbackStatus'), {
      not_sent: statuses('callback.not_sent'),
      success: statuses('callback.success'),
      failed: statuses('callback.failed'),
    }),
    f.choices(
      'reverse_status',
      t('columns.reverse'),
      wordsOf(reverseStatuses, (name) => statuses(`reverse.${name}`)),
    ),
    f.moreDates('completed', o('filters.completed'), {
      fallback: 'all',
      placeholder: o('filters.datePlaceholder'),
    }),
    f.pick('agent_id', t('columns.agent'), agentNames, {
      mistake: o('filters.agentMistake'),
    }),
    f.text('account_name', t('columns.payee'), { placeholder: t('filters.payeePlaceholder') }),
    f.number('card_no', t('columns.cardNo'), { placeholder: t('filters.cardPlaceholder') }),
    f.text('bank_code', t('columns.bankCode'), { placeholder: t('filters.bankPlaceholder') }),
    f.text('failure', t('drawer.failure')),
    ...(isInside
      ? [
          f.pick('sub_agent_id', o('filters.subAgent'), subAgentNames),
          f.pick('channel_account_id', o('filters.channelAccount'), payoutAccountNames),
        ]
      : []),
    f.number('provider_order_no', t('columns.thirdPartyNo'), {
      placeholder: t('filters.thirdPartyPlaceholder'),
    }),
    ...(isInside
      ? [f.flag('split', o('filters.split'), { yes: o('filters.splitShown'), no: o('filters.splitHidden') })]
      : []),
    f.flag('is_test', t('columns.test'), { yes: o('filters.testOnly'), no: o('filters.testNone') }),
  ];
}
