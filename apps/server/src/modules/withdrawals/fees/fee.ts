import { Refusal } from '@suanpan/domain/errors';
import { AmountFormatError, parseAmount } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { RateFormatError, formatRate, parseRate } from '@suanpan/money/rate';

/** A price as it is kept: percent in 1e-8, the rest in minor units of the currency that arrives. */
export interface Price {
  readonly pct: bigint;
  readonly fixed: bigint;
  readonly mode: 'inside' | 'outside';
  readonly sharePct: bigint;
  readonly shareFixed: bigint;
}

interface TypedPrice {
  readonly pct: string;
  readonly fixed: string;
  readonly mode: 'inside' | 'outside';
  readonly platform_share?: { readonly pct: string; readonly fixed: string } | undefined;
}

const whole = 100n * 100_000_000n;

/**
 * Reads a price. Refuses `checkHandlingFee` for what is no fee: below zero, no number, the whole amount or more, a share of the
 * platform above the fee, or a fee on top of what goes to another currency.
 */
export function priceOf(typed: TypedPrice, from: Currency, to: Currency): Price {
  const share = typed.platform_share ?? typed;
  const price = readNumbers(typed, share, to);
  const isExchanged = from !== to;
  const isWrong =
    price.pct >= whole ||
    price.sharePct > price.pct ||
    price.shareFixed > price.fixed ||
    (isExchanged && price.mode === 'outside');
  if (isWrong) throw new Refusal('checkHandlingFee');
  return price;
}

/** A price in the log. */
export const tellPrice = ({ pct, fixed, mode }: Price): string => `${formatRate(pct)}% + ${fixed} ${mode}`;

function readNumbers(
  typed: TypedPrice,
  share: { readonly pct: string; readonly fixed: string },
  currency: Currency,
): Price {
  try {
    return {
      pct: parseRate(typed.pct),
      fixed: parseAmount(typed.fixed, currency),
      mode: typed.mode,
      sharePct: parseRate(share.pct),
      shareFixed: parseAmount(share.fixed, currency),
    };
  } catch (error) {
    if (error instanceof RateFormatError || error instanceof AmountFormatError) {
      throw new Refusal('checkHandlingFee');
    }
    throw error;
  }
}
