import type { Currency } from '@suanpan/money/currency';
import { rateOfExchange } from '@suanpan/money/exchange';
import { divideHalfUp } from '@suanpan/money/round';
import { credit, debit, draft, platform } from './leg.ts';
import type { JournalDraft } from './leg.ts';

/** What the house holds of a currency because it exchanged for others, in minor units; below zero it owes that much. */
export interface HousePosition {
  readonly held: bigint;
  /** What that cost it in the other currency, with the sign of `held`. */
  readonly cost: bigint;
}

/** What came, and below zero what was given, in minor units of either currency. */
export interface HouseTrade {
  readonly base: bigint;
  readonly quote: bigint;
}

const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

/**
 * What a trade brings in minor units of the quote, below zero what it loses: of the part of the position that it closes, its price
 * less what that part cost at the mean. What adds to the position brings nothing yet.
 */
export function tradeResult({ held, cost }: HousePosition, { base, quote }: HouseTrade): bigint {
  if (held === 0n || held > 0n === base > 0n) return 0n;
  const part = size(held) < size(base) ? size(held) : size(base);
  return divideHalfUp(quote * part, size(base)) - divideHalfUp(cost * part, size(held));
}

export function positionAfter(position: HousePosition, trade: HouseTrade): HousePosition {
  return {
    held: position.held + trade.base,
    cost: position.cost - trade.quote + tradeResult(position, trade),
  };
}

/** Its mean price, quote for one of the base in units of 1e-8; null of nothing, and where what came and went does not make one. */
export function meanPrice({ held, cost }: HousePosition, base: Currency, quote: Currency): bigint | null {
  if (held === 0n || held > 0n !== cost > 0n) return null;
  return rateOfExchange(size(held), base, size(cost), quote);
}

/** J8, its second half: the house buys back, or sells, what it exchanged for others; a journal of either currency. */
export function incomeExchange(
  position: HousePosition,
  trade: HouseTrade,
): readonly [JournalDraft, JournalDraft] {
  if (trade.base === 0n || trade.quote === 0n || trade.base > 0n === trade.quote > 0n) {
    throw new Error('of a trade one currency comes and the other goes');
  }
  const result = tradeResult(position, trade);
  return [
    draft([debit('A110', platform, trade.base), credit('F300', platform, trade.base)]),
    draft([
      debit('A110', platform, trade.quote),
      credit('F300', platform, trade.quote - result),
      credit('R420', platform, result),
    ]),
  ];
}
