import type { FeeSplit } from '@suanpan/contract/order-fields';
import type { TFunction } from 'i18next';
import type { CurrencySums } from '../../kit/list-sums.tsx';
import { Money } from '../../kit/money.tsx';

interface Total {
  readonly currency: string;
  readonly split?: FeeSplit | undefined;
}
const parties = [
  ['endpoint', 'endpoint'],
  ['sub_agent', 'subAgent'],
  ['middleman', 'middleman'],
  ['agent', 'agent'],
  ['system', 'system'],
] as const;

/** The sums of a list, and behind those of the whole filter how its fees were shared out, where that was asked. */
export function withSplit(
  o: TFunction<'orders'>,
  sums: readonly CurrencySums[],
  totals: readonly Total[],
): readonly CurrencySums[] {
  return sums.map((line) => {
    const split = totals.find(({ currency }) => currency === line.currency)?.split;
    if (split === undefined) return line;
    const shares = parties.map(([name, word]) => ({
      label: o(`parties.${word}`),
      value: <Money value={split[name]} isExact />,
    }));
    return { ...line, filter: { ...line.filter, figures: [...line.filter.figures, ...shares] } };
  });
}
