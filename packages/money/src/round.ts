/**
 * Divides two bigints and rounds a half away from zero (a half up for the positive amounts of the fee rules).
 * The divisor must be positive. Symmetric in the sign, so a mirrored journal mirrors to the last unit.
 */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  const magnitude = dividend < 0n ? -dividend : dividend;
  const quotient = (magnitude * 2n + divisor) / (divisor * 2n);
  return dividend < 0n ? -quotient : quotient;
}

/** Ten to the power of a small non-negative count of decimals. */
export function powerOfTen(decimals: number): bigint {
  return 10n ** BigInt(decimals);
}
