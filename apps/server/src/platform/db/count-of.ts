/** How many rows: PostgreSQL counts in bigint, screens and pagers in number; both are exact below 2^53. */
export function countOf(rows: bigint): number {
  // Not money: a number of rows.
  return Number(rows);
}
