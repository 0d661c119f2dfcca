import type { OutputOf } from '@suanpan/contract/endpoint';
import type { searchCollections } from '@suanpan/contract/endpoints/collections';
import type { TFunction } from 'i18next';
import type { CurrencySums } from '../../kit/list-sums.tsx';
import { currencySums } from '../currency-sums.tsx';

export function collectionSums(
  t: TFunction<'orders'>,
  data: OutputOf<typeof searchCollections>,
): readonly CurrencySums[] {
  return currencySums(data, [
    { label: t('sums.order'), sum: 'amount', row: 'order_amount' },
    { label: t('sums.actual'), sum: 'actual', row: 'actual_amount' },
    { label: t('sums.accounted'), sum: 'accounted', row: 'accounted_amount' },
    { label: t('columns.fee'), sum: 'fee', row: 'fee', isExact: true },
  ]);
}
