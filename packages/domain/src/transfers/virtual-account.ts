/** Account numbers that a bank lets its customer give out: each order gets one of its own. */
export interface VirtualAccountRange {
  readonly prefix: string;
  readonly serialDigits: number;
  /** Each digit before the check digit times its weight, the weights over and over. */
  readonly weights: readonly number[];
  readonly modulus: number;
}

const notation = /^(\d{1,12})\{(\d{1,2})\}\/(\d{1,2}(?:,\d{1,2}){0,15})\/(\d{1,2})$/;
/** Banks of Taiwan take no longer numbers. */
const longest = 16;

/**
 * Reads `prefix{digits of the serial}/weights/modulus`, as a bank's contract names them: `98221{7}/3,7,1/10`. Undefined for what
 * is none.
 */
export function parseRange(text: string): VirtualAccountRange | undefined {
  const [, prefix = '', digits = '', weights = '', modulus = ''] = notation.exec(text) ?? [];
  const range = {
    prefix,
    // Not money: how an account number is made.
    serialDigits: Number(digits),
    // Not money: the same.
    weights: weights.split(',').map(Number),
    // Not money: the same.
    modulus: Number(modulus),
  };
  const isOne = prefix !== '' && range.serialDigits > 0 && (range.modulus === 10 || range.modulus === 11);
  return isOne && prefix.length + range.serialDigits + 1 <= longest ? range : undefined;
}

/** The number of a serial: the prefix, the serial as far as its digits go, and the check digit; a remainder of ten is a zero. */
export function virtualAccountNo(range: VirtualAccountRange, serial: bigint): string {
  const { modulus, prefix, serialDigits, weights } = range;
  const body = prefix + (serial % 10n ** BigInt(serialDigits)).toString().padStart(serialDigits, '0');
  // Not money: a check digit.
  const digits = [...body].map((digit) => Number(digit));
  const sum = digits.reduce((total, digit, n) => total + digit * (weights[n % weights.length] ?? 0), 0);
  return `${body}${(sum % modulus) % 10}`;
}
