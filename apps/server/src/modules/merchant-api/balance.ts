import type { MerchantBalance } from '@suanpan/contract/merchant/v2';
import { balanceKinds } from '@suanpan/domain/accounts';
import type { AccountKind } from '@suanpan/domain/accounts';
import { formatMerchant } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import type { Database } from '../../platform/db/database.ts';
import { balancesOf } from '../ledger/index.ts';
import type { MerchantCaller } from './admission/key-ring.ts';

/** The merchant's money in one currency, of the book his key stands for: total = available + unsettled. */
export async function readBalance(
  db: Database,
  caller: MerchantCaller,
  currency: Currency,
): Promise<MerchantBalance> {
  const balances = await balancesOf(db.app, caller.customerId, caller.isTest ? 'test' : 'main');
  const byKind = balances.find((balance) => balance.currency === currency)?.byKind ?? {};
  const sum = (kinds: readonly AccountKind[]): bigint =>
    kinds.reduce((total, kind) => total + (byKind[kind] ?? 0n), 0n);
  const available = sum(balanceKinds);
  const unsettled = sum(['L210']);
  const amount = (minor: bigint): string => formatMerchant(minor, currency);
  return {
    currency,
    available: amount(available),
    frozen: amount(sum(['L220'])),
    unsettled: amount(unsettled),
    total: amount(available + unsettled),
  };
}
