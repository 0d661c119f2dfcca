/** Where the bands of order amounts begin, in whole units of the currency; each ends where the next begins, the last nowhere. */
export const amountBands = [0, 100, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000] as const;

/** The band that begins there, as the amounts of an order search: both included; null where none begins. */
export function amountsOfBand(begins: string): { readonly min: string; readonly max: string | null } | null {
  const place = amountBands.findIndex((one) => String(one) === begins);
  if (place < 0) return null;
  const next = amountBands[place + 1];
  // One millionth less than the next: no currency is told more finely.
  return { min: begins, max: next === undefined ? null : `${next - 1}.999999` };
}
