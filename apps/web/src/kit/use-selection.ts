import { useCallback, useMemo, useState } from 'react';

/** Rows that were ticked, by their keys; they stay while one pages on. */
export interface Selection<Row> {
  readonly keys: ReadonlySet<string>;
  readonly rows: readonly Row[];
  /** Takes the keys that the table has ticked, of the rows that it shows. */
  select(keys: ReadonlySet<string>): void;
  selectAll(rows: readonly Row[]): void;
  clear(): void;
}

export function useSelection<Row>(
  shown: readonly Row[] | undefined,
  rowKey: (row: Row) => string,
): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  const keys = useMemo(() => new Set(chosen.keys()), [chosen]);
  const rows = useMemo(() => {
    // What the page shows is newer than what was ticked.
    const newest = new Map((shown ?? []).map((row) => [rowKey(row), row]));
    return [...chosen].map(([key, row]) => newest.get(key) ?? row);
  }, [chosen, shown, rowKey]);
  return {
    keys,
    rows,
    select: useCallback(
      (next) =>
        setChosen((before) => {
          const known = new Map([...before, ...(shown ?? []).map((row) => [rowKey(row), row] as const)]);
          return new Map(
            [...next].flatMap((key) => {
              const row = known.get(key);
              return row === undefined ? [] : [[key, row] as const];
            }),
          );
        }),
      [shown, rowKey],
    ),
    selectAll: useCallback((all) => setChosen(new Map(all.map((row) => [rowKey(row), row]))), [rowKey]),
    clear: useCallback(() => setChosen(new Map()), []),
  };
}
