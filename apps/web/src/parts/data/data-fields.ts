import type { generalResults, seniorAgents } from '@suanpan/contract/endpoints/data-screens';
import { comparisons, dataMaxDays, type Comparison } from '@suanpan/domain/reports/figures';
import type { Currency } from '@suanpan/money/currency';
import { currencies } from '@suanpan/money/currency';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { fields as fieldsOf } from '../../kit/filter/field-factory.ts';
import type { FilterField } from '../../kit/filter/filter-field.ts';
import { instantsOf, readRange } from '../../lib/date-range.ts';
import { textAt } from '../../lib/list-paging.ts';
import { agentNames, merchantNames, subAgentNames } from '../../lib/names.ts';
import { useMay, useSelf } from '../../lib/own-user.ts';
import { useWords } from '../../lib/use-words.ts';

/** Days, one currency (the reader's own first), and what they are held against. */
function dataFields(t: TFunction<'data'>, own: Currency, maxDays: number) {
  const range: FilterField = {
    kind: 'dates',
    key: 'range',
    label: t('filters.range'),
    fallback: 'today',
    maxDays,
    toInput(search, nowMs) {
      const choice = readRange(search, 'today');
      const isEndless = 'preset' in choice && choice.preset === 'all';
      return instantsOf(isEndless ? { preset: 'today' } : choice, nowMs) ?? {};
    },
  };
  const currency: FilterField = {
    kind: 'choice',
    key: 'currency',
    label: t('columns.currency'),
    options: Object.keys(currencies).map((value) => ({ value, label: value })),
    fallback: own,
    toInput(search) {
      const chosen = textAt(search, 'currency');
      return { currency: chosen !== undefined && Object.hasOwn(currencies, chosen) ? chosen : own };
    },
  };
  const compare: FilterField = {
    kind: 'choice',
    key: 'compare',
    label: t('filters.compare'),
    options: [
      { value: 'none', label: t('compare.none') },
      ...comparisons.map((one) => ({ value: one as string, label: t(`compare.${one}`) })),
    ],
    fallback: 'none',
    toInput(search) {
      const chosen = comparisons.find((one): one is Comparison => one === textAt(search, 'compare'));
      return chosen === undefined ? {} : { compare: chosen };
    },
  };
  return { range, currency, compare };
}

/** What every data screen is asked, and by what some are grouped and whose tree they are of. */
export function useDataFields(maxDays: number = dataMaxDays) {
  const t = useWords('data');
  const orders = useWords('orders');
  const { currency } = useSelf();
  return useMemo(() => {
    const f = fieldsOf<typeof seniorAgents>();
    const agent: FilterField = f.pick('agent_id', t('columns.agent'), agentNames, {
      mistake: orders('filters.agentMistake'),
    });
    return {
      ...dataFields(t, currency, maxDays),
      /** One of the groups of the screen's call. */
      group<Name extends string>(names: readonly Name[], fallback: NoInfer<Name>): FilterField {
        return {
          kind: 'choice',
          key: 'group',
          label: t('filters.group'),
          options: names.map((value) => ({ value, label: t(`groups.${value}` as 'groups.day') })),
          fallback,
          toInput: (search) => ({ group: names.find((one) => one === textAt(search, 'group')) ?? fallback }),
        };
      },
      agent,
    };
  }, [currency, maxDays, orders, t]);
}

/** What the earnings of general agents are asked: by whom, among whose orders; whoever is one himself picks no other. */
export function useEarningFields<Name extends string>(
  groups: readonly Name[],
  fallback: NoInfer<Name>,
): readonly FilterField[] {
  const t = useWords('data');
  const isAbove = useMay()('index.general.get');
  const shared = useDataFields();
  return useMemo(() => {
    const f = fieldsOf<typeof generalResults>();
    return [
      shared.range,
      shared.group(groups, fallback),
      ...(isAbove ? [f.pick('sub_agent_id', t('columns.sub_agent'), subAgentNames)] : []),
      f.pick('customer_id', t('columns.customer'), merchantNames),
      shared.currency,
      shared.compare,
    ];
  }, [fallback, groups, isAbove, shared, t]);
}
