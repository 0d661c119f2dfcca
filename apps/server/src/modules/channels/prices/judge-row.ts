import { judgePrice } from '@suanpan/domain/fees/judge-price';
import type { PriceJudgement } from '@suanpan/domain/fees/judge-price';
import type { CollectionTerms } from '@suanpan/domain/fees/split';
import { orderMostAmount } from '@suanpan/domain/limits';
import { parseSignedLedger } from '@suanpan/money/amount';
import { parseRate } from '@suanpan/money/rate';
import type { PriceTerms } from './price-change.ts';
import type { Direction, PricedRow } from './prices.queries.ts';

type Chain = Pick<PricedRow, 'has_sub_agent' | 'has_middleman' | 'endpoint' | 'system'>;

/** What everybody would take of an order by this row. */
export function termsOfRow(row: Chain, prices: PriceTerms): CollectionTerms {
  const fee = ({ pct, per_item: perItem }: PriceTerms['merchant']) => ({
    pct: parseRate(pct),
    perItem: BigInt(perItem),
  });
  return {
    merchant: fee(prices.merchant),
    endpoint: fee(row.endpoint),
    system: fee(row.system),
    ...(row.has_sub_agent && { subAgent: fee(prices.subAgent) }),
    ...(row.has_middleman && { middleman: fee(prices.middleman) }),
  };
}

/** The most that an order by this row can be, in minor units. */
export function mostOf({ currency, max_amount: max }: Pick<PricedRow, 'currency' | 'max_amount'>): bigint {
  return max === 0n ? parseSignedLedger(orderMostAmount[currency], currency) : max;
}

/** What these prices bring at the amounts that this row takes. */
export function judgeRow(
  row: PricedRow,
  prices: PriceTerms,
  direction: Direction,
  mean: bigint | null = null,
): PriceJudgement {
  return judgePrice(termsOfRow(row, prices), {
    min: row.min_amount,
    mean,
    max: mostOf(row),
    isFeeOnTop: direction === 'payout',
  });
}

/** Whether they may be saved: a loss only of a collection, and where the senior agent allows it. */
export function isSavable(judged: PriceJudgement, direction: Direction, allowsLoss: boolean): boolean {
  return !judged.isImpossible && (judged.loss === null || (allowsLoss && direction === 'collection'));
}
