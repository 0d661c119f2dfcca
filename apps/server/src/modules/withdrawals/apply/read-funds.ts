import type { WithdrawalFunds } from '@suanpan/contract/endpoints/withdrawals';
import { formatLedger, formatMerchant } from '@suanpan/money/amount';
import { currencies } from '@suanpan/money/currency';
import type { Currency } from '@suanpan/money/currency';
import { powerOfTen } from '@suanpan/money/round';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/db/tables.generated.ts';
import { balancesOf } from '../../ledger/index.ts';
import type { OwnerBalances } from '../../ledger/index.ts';
import { pricesFor } from '../fees/fees.queries.ts';

/** What an owner may apply for in each currency that he ever held, what he has before what he had, and what its ways cost him now. */
export async function readFunds(db: Kysely<Tables>, ownerId: bigint): Promise<WithdrawalFunds[]> {
  const known = (await balancesOf(db, ownerId)).map(({ byKind, currency }) => ({
    currency,
    available: availableOf(byKind),
  }));
  const held = [
    ...known.filter(({ available }) => available > 0n),
    ...known.filter(({ available }) => available === 0n),
  ];
  const prices = await pricesFor(
    db,
    ownerId,
    held.map(({ currency }) => currency),
  );
  return held.map(({ available, currency }) => ({
    currency,
    available: formatLedger(available, currency),
    ways: prices
      .filter((price) => price.currency === currency)
      .map(({ fixed, mode, pct, target_currency: target, type }) => ({
        type,
        target_currency: target,
        pct,
        fixed: formatLedger(fixed, target),
        mode,
        most: formatMerchant(mostBy(type, available, currency), currency),
      })),
  }));
}

/** Settleable money; what the fee income lacks is made good from it first, as the door of an application has it. */
function availableOf({ L200 = 0n, L240 = 0n }: OwnerBalances['byKind']): bigint {
  const left = L200 + (L240 < 0n ? L240 : 0n);
  return left > 0n ? left : 0n;
}

/**
 * What of it is applied for at most: no more decimals than are typed, nor than a bank wires (its fee has the rest), and at most
 * twelve digits before them.
 */
function mostBy(type: 'bank' | 'chain', minor: bigint, currency: Currency): bigint {
  const { inputScale, ledgerScale } = currencies[currency];
  const decimals = type === 'bank' && currency === 'TWD' ? 0 : inputScale;
  const step = powerOfTen(ledgerScale - decimals);
  const largest = powerOfTen(12 + ledgerScale) - step;
  return minor > largest ? largest : minor - (minor % step);
}
