import type { feeSplit } from '@suanpan/contract/order-fields';
import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import type { z } from 'zod';

/** How the fees of one currency were shared out, in minor units. */
export interface FeeSplitSum {
  readonly currency: Currency;
  readonly endpoint: bigint;
  readonly sub_agent: bigint;
  readonly middleman: bigint;
  readonly agent: bigint;
  readonly system: bigint;
}
export const feeSplitSums = ['endpoint', 'sub_agent', 'middleman', 'agent', 'system'] as const;

/** Each total with the split of its currency, where that was asked: nothing was shared out of what did not succeed. */
export function withSplit<Sum extends { readonly currency: Currency }>(
  totals: readonly Sum[],
  splits: readonly FeeSplitSum[] | undefined,
): (Sum & { split?: z.output<typeof feeSplit> })[] {
  if (splits === undefined) return [...totals];
  return totals.map((total) => {
    const sums = splits.find(({ currency }) => currency === total.currency);
    const amount = (name: (typeof feeSplitSums)[number]): string =>
      formatLedger(sums?.[name] ?? 0n, total.currency);
    return {
      ...total,
      split: {
        endpoint: amount('endpoint'),
        sub_agent: amount('sub_agent'),
        middleman: amount('middleman'),
        agent: amount('agent'),
        system: amount('system'),
      },
    };
  });
}
