/**
 * Says whether a timestamp header (unix seconds, decimal digits only) lies within `toleranceS` seconds of `nowS`,
 * the border included. Anything but plain digits is stale: a signature must not depend on lenient parsing.
 */
export function isFresh(timestamp: string, nowS: number, toleranceS: number): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  return Math.abs(nowS - Number(timestamp)) <= toleranceS;
}
