/** A row as the database answers it where some of its columns are sums of money: numeric, which arrives as text. */
export type WithSums<Row, Sum extends keyof Row> = Omit<Row, Sum> & { readonly [Name in Sum]: string };

/**
 * Reads the sums of rows. A sum over many amounts may be more than a bigint of the database holds, so it is summed and
 * carried as numeric, which has no such end; here it becomes a bigint, which has none either.
 */
export function readSums<Row extends object, Sum extends keyof Row & string>(
  rows: readonly WithSums<Row, Sum>[],
  sums: readonly Sum[],
): Row[] {
  return rows.map(
    (row) =>
      ({ ...row, ...Object.fromEntries(sums.map((name) => [name, BigInt(row[name])])) }) as unknown as Row,
  );
}
