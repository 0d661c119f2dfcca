import type { InputOf } from '@suanpan/contract/endpoint';
import type { searchCollections } from '@suanpan/contract/endpoints/collections';
import { collectionStatuses } from '@suanpan/domain/states/collection';
import type { TFunction } from 'i18next';
import type { FilterField } from '../../kit/filter/filter-field.ts';
import { instantsOf, readRange } from '../../lib/date-range.ts';
import type { FlatSearch } from '../../lib/flat-search.ts';
import { listAt, pagingOf, textAt } from '../../lib/list-paging.ts';

type Input = InputOf<typeof searchCollections>;

const callbackStatuses = ['not_sent', 'success', 'failed'] as const;
const sorts = ['-created_at', 'created_at', '-amount', 'amount'] as const;
const defaultRange = 'today';
const amount = /^\d{1,12}(\.\d{1,6})?$/;
const id = /^\d{1,19}$/;

/** Many numbers pasted at once, by line or comma; one alone is an ordinary filter. */
function numbersIn(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(/[\s,;]+/).filter((part) => part !== '');
}

function known<const Value extends string>(
  values: readonly Value[],
  chosen: string[] | undefined,
): Value[] | undefined {
  const kept = chosen?.filter((value): value is Value => (values as readonly string[]).includes(value));
  return kept && kept.length > 0 ? kept : undefined;
}

function matching(pattern: RegExp, text: string | undefined): string | undefined {
  return text !== undefined && pattern.test(text) ? text : undefined;
}

/** From the address to the call; what does not fit the contract is left out instead of refused. */
export function collectionSearchInput(search: FlatSearch, nowMs: number): Input {
  const created = instantsOf(readRange(search, defaultRange), nowMs);
  const numbers = numbersIn(textAt(search, 'no'));
  const input: Record<string, unknown> = {
    ...pagingOf(search),
    sort: known(sorts, listAt(search, 'sort'))?.[0] ?? '-created_at',
    numbers: numbers.length > 0 ? numbers.slice(0, 200) : undefined,
    merchant_order_no: textAt(search, 'merchant_order_no'),
    order_no: textAt(search, 'order_no'),
    status: known(collectionStatuses, listAt(search, 'status')),
    callback_status: known(callbackStatuses, listAt(search, 'callback_status')),
    customer_id: matching(id, textAt(search, 'customer_id')),
    agent_id: matching(id, textAt(search, 'agent_id')),
    real_name: textAt(search, 'real_name'),
    request_ip: textAt(search, 'request_ip'),
    amount_min: matching(amount, textAt(search, 'amount_min')),
    amount_max: matching(amount, textAt(search, 'amount_max')),
    created_from: created?.from,
    created_to: created?.to,
    is_test: { yes: true, no: false }[textAt(search, 'test') ?? ''],
  };
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

/** The filter card; order number, amount and dates are prompts and never required. */
export function collectionFilterFields(
  t: TFunction<'orders'>,
  statuses: TFunction<'statuses'>,
): readonly FilterField[] {
  return [
    { kind: 'text', key: 'no', label: t('filters.number'), placeholder: t('filters.numberPlaceholder') },
    {
      kind: 'choices',
      key: 'status',
      label: t('columns.status'),
      options: collectionStatuses.map((value) => ({ value, label: statuses(`collectionStatus.${value}`) })),
    },
    {
      kind: 'dates',
      key: 'created',
      label: t('filters.createdRange'),
      fallback: defaultRange,
      placeholder: t('filters.datePlaceholder'),
    },
    { kind: 'amounts', key: 'amount', label: t('columns.orderAmount'), placeholder: t('filters.amountMin') },
    {
      kind: 'choices',
      key: 'callback_status',
      label: t('columns.callbackStatus'),
      options: callbackStatuses.map((value) => ({ value, label: statuses(`callback.${value}`) })),
    },
    {
      kind: 'text',
      key: 'customer_id',
      label: t('columns.customer'),
      placeholder: t('filters.customerPlaceholder'),
    },
    { kind: 'text', key: 'agent_id', label: t('columns.agent'), placeholder: t('filters.agentPlaceholder') },
    {
      kind: 'text',
      key: 'real_name',
      label: t('columns.realName'),
      placeholder: t('filters.realNamePlaceholder'),
    },
    {
      kind: 'text',
      key: 'request_ip',
      label: t('columns.requestIp'),
      placeholder: t('filters.requestIpPlaceholder'),
    },
    {
      kind: 'choice',
      key: 'test',
      label: t('columns.test'),
      options: [
        { value: 'yes', label: t('filters.testOnly') },
        { value: 'no', label: t('filters.testNone') },
      ],
    },
  ];
}
