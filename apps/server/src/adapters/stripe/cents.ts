import { AmountFormatError } from '@suanpan/money/amount';

/** Minor units of the ledger in one of Stripe's: it counts the two-decimal currencies in hundredths. */
const minorInCent = 100n;

/** An amount as Stripe counts it, or null where it has parts of a hundredth. */
export function toCents(minor: bigint): string | null {
  return minor % minorInCent === 0n ? String(minor / minorInCent) : null;
}

/** Minor units at ledger scale; throws AmountFormatError for what is no count. */
export function fromCents(cents: unknown): bigint {
  // Not money: whether the JSON holds a whole number that lost no digits; it becomes a bigint here.
  if (typeof cents !== 'number' || !Number.isSafeInteger(cents) || cents < 0) {
    throw new AmountFormatError(`not an amount in hundredths: ${JSON.stringify(cents)}`);
  }
  return BigInt(cents) * minorInCent;
}
