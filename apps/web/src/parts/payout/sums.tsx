import type { OutputOf } from '@suanpan/contract/endpoint';
import type { PayoutListRow, searchPayouts } from '@suanpan/contract/endpoints/payouts';
import { formatLedger, parseSignedLedger } from '@suanpan/money/amount';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { CurrencySums, SumLine } from '../../kit/list-sums.tsx';
import { Money } from '../../kit/money.tsx';

type Answer = OutputOf<typeof searchPayouts>;
type Currency = PayoutListRow['currency'];

/** The sum of one column over rows of one currency, at ledger scale. */
function sumOf(rows: readonly PayoutListRow[], key: 'amount' | 'fee', currency: Currency): string {
  return formatLedger(
    rows.reduce((total, row) => total + parseSignedLedger(row[key], currency), 0n),
    currency,
  );
}

/** The whole filter and this page, a line a currency: what was ordered, what of it was paid, and what that cost. */
export function payoutSums(t: TFunction<'payouts'>, data: Answer): readonly CurrencySums[] {
  const line = (count: number, amount: string, paid: string, fee: string): SumLine => ({
    count,
    figures: [
      { label: t('sums.amount'), value: <Money value={amount} /> },
      { label: t('sums.paid'), value: <Money value={paid} /> },
      { label: t('sums.fee'), value: <Money value={fee} isExact /> },
    ],
  });
  return data.summary.by_currency.map(({ currency, count, amount, paid_amount, fee }) => {
    const rows = data.items.filter((row) => row.currency === currency);
    const paid = rows.filter(({ status }) => status === 'paid');
    return {
      currency,
      filter: line(count, amount, paid_amount, fee),
      page: line(
        rows.length,
        sumOf(rows, 'amount', currency),
        sumOf(paid, 'amount', currency),
        sumOf(paid, 'fee', currency),
      ),
    };
  });
}

/** What some payouts come to, currency by currency. */
export function payoutSum(rows: readonly PayoutListRow[]): ReactNode {
  const currencies = [...new Set(rows.map((row) => row.currency))];
  return currencies.map((currency) => (
    <span key={currency}>
      {' '}
      <Money
        currency={currency}
        value={sumOf(
          rows.filter((row) => row.currency === currency),
          'amount',
          currency,
        )}
      />
    </span>
  ));
}
