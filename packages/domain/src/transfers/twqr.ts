import { currencies } from '@suanpan/money/currency';

const hundredthMinor = 10n ** BigInt(currencies.TWD.ledgerScale - 2);
const [least, most] = [100n, 999_999_900n];

/**
 * The community's TWQR payload of a transfer: a Taiwanese bank app fills in account, sum and memo from it. The amount is TWD in
 * minor units. Null for what such a code cannot say, so that a payer is never shown a wrong one; the account stands beside it.
 */
export function transferQr(to: {
  readonly bankCode: string;
  readonly accountNo: string;
  readonly amount: bigint;
  readonly memo: string;
}): string | null {
  const { accountNo, amount, bankCode, memo } = to;
  const hundredths = amount / hundredthMinor;
  const isExact = amount % hundredthMinor === 0n && hundredths >= least && hundredths <= most;
  if (!isExact || !/^\d{3}$/.test(bankCode) || !/^\d{1,16}$/.test(accountNo)) return null;
  if (!/^[0-9A-Za-z]{0,19}$/.test(memo)) return null;
  const note = memo === '' ? '' : `&D9=${memo}`;
  return `TWQRP://${bankCode}NTTransfer/158/02/V1?D6=${accountNo.padStart(16, '0')}&D5=${bankCode}&D10=901&D1=${hundredths}${note}`;
}
