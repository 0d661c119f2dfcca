import { timingSafeEqual } from 'node:crypto';

/**
 * Compares a computed signature with a given one in constant time.
 * The length is compared first: the length of a signature is public knowledge.
 */
export function equalText(expected: string, given: string): boolean {
  // UTF-8 and not latin1, which would fold distant characters onto hex digits.
  const expectedBytes = Buffer.from(expected, 'utf8');
  const givenBytes = Buffer.from(given, 'utf8');
  return expectedBytes.length === givenBytes.length && timingSafeEqual(expectedBytes, givenBytes);
}
