import type { OutputOf } from '@suanpan/contract/endpoint';
import type { searchUsers, UserRow } from '@suanpan/contract/endpoints/users';
import { formatLedger, parseSignedLedger } from '@suanpan/money/amount';
import type { TFunction } from 'i18next';
import type { CurrencySums, SumLine } from '../../kit/list-sums.tsx';
import { Money } from '../../kit/money.tsx';

type Amount = 'balance' | 'settleable' | 'unsettlement_amount' | 'frozen_amount';

/** The whole filter and this page, a line a currency: currencies are never added to each other. */
export function userSums(t: TFunction<'users'>, data: OutputOf<typeof searchUsers>): readonly CurrencySums[] {
  const line = (count: number, amounts: Readonly<Record<Amount, string>>): SumLine => ({
    count,
    figures: [
      { label: t('columns.balance'), value: <Money value={amounts.balance} /> },
      { label: t('columns.settleable'), value: <Money value={amounts.settleable} /> },
      { label: t('columns.unsettled'), value: <Money value={amounts.unsettlement_amount} /> },
      { label: t('columns.frozen'), value: <Money value={amounts.frozen_amount} /> },
    ],
  });
  return data.summary.by_currency.map(({ currency, count, balance, settleable, unsettled, frozen }) => {
    const rows: readonly UserRow[] = data.items.filter((row) => row.currency === currency);
    const onPage = (key: Amount): string =>
      formatLedger(
        rows.reduce((sum, row) => sum + parseSignedLedger(row[key], currency), 0n),
        currency,
      );
    return {
      currency,
      filter: line(count, { balance, settleable, unsettlement_amount: unsettled, frozen_amount: frozen }),
      page: line(rows.length, {
        balance: onPage('balance'),
        settleable: onPage('settleable'),
        unsettlement_amount: onPage('unsettlement_amount'),
        frozen_amount: onPage('frozen_amount'),
      }),
    };
  });
}
