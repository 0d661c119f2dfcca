import { refuseLowLimit } from '@suanpan/domain/fees/lower-limit';
import { isInverted, noFee } from '@suanpan/domain/fees/split';
import type { CollectionTerms } from '@suanpan/domain/fees/split';
import { splitPayout } from '@suanpan/domain/fees/split-payout';
import { orderMostAmount } from '@suanpan/domain/limits';
import { Refusal } from '@suanpan/domain/errors';
import { parseSignedLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { parseRate } from '@suanpan/money/rate';
import type { UsePrices } from '../uses.queries.ts';

interface Terms {
  readonly direction: 'collection' | 'payout';
  readonly currency: Currency;
  readonly min: bigint;
  readonly max: bigint;
  readonly endpoint: { readonly pct: string; readonly perItem: bigint };
}

/**
 * Refuses `checkHandlingFee` where a price would make a senior agent lose with a merchant who may use the channel, unless he
 * allows it there, or where the lower limit does not lie above the fixed fees (domain §3, §10.1). `systemFee` is the one that is
 * set; without it each senior agent's own counts.
 */
export function refuseLoss(
  uses: readonly UsePrices[],
  { currency, direction, endpoint, max, min }: Terms,
  systemFee?: { readonly pct: string; readonly perItem: bigint },
): void {
  const own = { pct: parseRate(endpoint.pct), perItem: endpoint.perItem };
  if (direction === 'collection') refuseLowLimit(min, { merchant: noFee, endpoint: own, system: noFee });
  for (const use of uses) {
    if (use.allow_loss) continue;
    const fee = (pct: string, perItem: bigint) => ({ pct: parseRate(pct), perItem });
    const terms: CollectionTerms = {
      merchant: fee(use.merchant_pct, use.merchant_per_item),
      endpoint: own,
      subAgent: fee(use.sub_agent_pct, use.sub_agent_per_item),
      middleman: fee(use.middleman_pct, use.middleman_per_item),
      system:
        systemFee === undefined
          ? fee(use.system_pct, use.system_per_item)
          : fee(systemFee.pct, systemFee.perItem),
    };
    const least = min > use.min_amount ? min : use.min_amount;
    const most = lower(max, use.max_amount);
    const loses =
      direction === 'collection'
        ? isInverted(terms, least, most)
        : [least, most === 0n ? parseSignedLedger(orderMostAmount[currency], currency) : most].some(
            (amount) => splitPayout(amount, terms).agentNet < 0n,
          );
    if (loses) throw new Refusal('checkHandlingFee');
  }
}

/** The stricter of two upper limits, of which 0 is none. */
function lower(one: bigint, other: bigint): bigint {
  if (one === 0n || other === 0n) return one > other ? one : other;
  return one < other ? one : other;
}
