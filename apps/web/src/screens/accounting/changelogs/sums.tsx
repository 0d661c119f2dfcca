import type { OutputOf } from '@suanpan/contract/endpoint';
import type { changelogs } from '@suanpan/contract/endpoints/accounting';
import { formatLedger, parseSignedLedger } from '@suanpan/money/amount';
import type { TFunction } from 'i18next';
import type { CurrencySums, SumLine } from '../../../kit/list-sums.tsx';
import { Money } from '../../../kit/money.tsx';

/** What came and what went, in the whole filter and on this page; currencies are never added to each other. */
export function changelogSums(
  t: TFunction<'ledger'>,
  { items, summary }: OutputOf<typeof changelogs>,
): readonly CurrencySums[] {
  const line = (count: number, credited: string, debited: string): SumLine => ({
    count,
    figures: [
      { label: t('summary.credited'), value: <Money value={credited} isExact isChange /> },
      { label: t('summary.debited'), value: <Money value={debited} isExact isChange /> },
    ],
  });
  return summary.by_currency.map(({ currency, count, credited, debited }) => {
    const changes = items
      .filter((row) => row.currency === currency)
      .map((row) => parseSignedLedger(row.change, currency));
    const sum = (isWanted: (change: bigint) => boolean): string =>
      formatLedger(
        changes.filter(isWanted).reduce((total, change) => total + change, 0n),
        currency,
      );
    return {
      currency,
      filter: line(count, credited, `-${debited}`),
      page: line(
        changes.length,
        sum((change) => change > 0n),
        sum((change) => change < 0n),
      ),
    };
  });
}
