import { comparisons, dataMaxDays, type Comparison } from '@suanpan/domain/reports/figures';
import type { Currency } from '@suanpan/money/currency';
import { currencies } from '@suanpan/money/currency';
import type { TFunction } from 'i18next';
import type { FilterField } from '../../kit/filter/filter-field.ts';
import { instantsOf, readRange } from '../../lib/date-range.ts';
import { textAt } from '../../lib/list-paging.ts';

/** What every data screen is asked: days, one currency (the reader's own first), and what they are held against. */
export function dataFields(t: TFunction<'data'>, own: Currency, maxDays: number = dataMaxDays) {
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
