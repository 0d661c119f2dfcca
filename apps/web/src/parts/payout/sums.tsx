import type { OutputOf } from '@suanpan/contract/endpoint';
import type { PayoutListRow, searchPayouts } from '@suanpan/contract/endpoints/payouts';
import type { TFunction } from 'i18next';
import type { CurrencySums } from '../../kit/list-sums.tsx';
import { currencySums } from '../currency-sums.tsx';

const isPaid = (row: PayoutListRow): boolean => row.status === 'paid';

/** What was ordered, what of it was paid, and what that cost. */
export function payoutSums(
  t: TFunction<'payouts'>,
  data: OutputOf<typeof searchPayouts>,
): readonly CurrencySums[] {
  return currencySums(data, [
    { label: t('sums.amount'), sum: 'amount', row: 'amount' },
    { label: t('sums.paid'), sum: 'paid_amount', row: 'amount', among: isPaid },
    { label: t('sums.fee'), sum: 'fee', row: 'fee', among: isPaid, isExact: true },
  ]);
}
