import { incomeTabs, type incomeEntries, type systemIncome } from '@suanpan/contract/endpoints/income';
import type { TFunction } from 'i18next';
import { fields as fieldsOf, wordsOf, type FieldOf } from '../../../kit/filter/field-factory.ts';
import { textAt } from '../../../lib/list-paging.ts';
import { agentNames } from '../../../lib/names.ts';

type E = typeof systemIncome | typeof incomeEntries;
const currencies = ['TWD', 'CNY', 'USD', 'USDT'] as const;

/** The figures and their journals are asked for alike. A senior agent has no other income to choose, nor other agents. */
export function incomeFields(t: TFunction<'income'>, isPlatform: boolean): readonly FieldOf<E>[] {
  const f = fieldsOf<typeof systemIncome>();
  const kind = f.choice(
    'tab',
    t('filters.kind'),
    wordsOf(incomeTabs, (tab) => t(`tabs.${tab}`)),
  );
  const days = f.days(t('filters.range'), { fallback: 'month' });
  const currency = f.choice(
    'currency',
    t('columns.currency'),
    wordsOf(currencies, (one) => one),
  );
  if (!isPlatform) return [days, currency] as readonly FieldOf<E>[];
  // `tab` stands in the address for what lies beside a list, so the kind has a name of its own there.
  const toInput = (search: Parameters<NonNullable<typeof kind.toInput>>[0]) => {
    const tab = incomeTabs.find((one) => one === textAt(search, 'kind'));
    return tab === undefined ? {} : { tab };
  };
  return [
    days,
    { ...kind, key: 'kind', toInput },
    f.pick('agent_id', t('columns.agent'), agentNames),
    currency,
  ] as readonly FieldOf<E>[];
}
