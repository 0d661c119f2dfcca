import type { OutputOf } from '@suanpan/contract/endpoint';
import type { searchUsers } from '@suanpan/contract/endpoints/users';
import type { TFunction } from 'i18next';
import type { CurrencySums } from '../../kit/list-sums.tsx';
import { currencySums } from '../currency-sums.tsx';

export function userSums(t: TFunction<'users'>, data: OutputOf<typeof searchUsers>): readonly CurrencySums[] {
  return currencySums(data, [
    { label: t('columns.balance'), sum: 'balance', row: 'balance' },
    { label: t('columns.settleable'), sum: 'settleable', row: 'settleable' },
    { label: t('columns.unsettled'), sum: 'unsettled', row: 'unsettlement_amount' },
    { label: t('columns.frozen'), sum: 'frozen', row: 'frozen_amount' },
  ]);
}
