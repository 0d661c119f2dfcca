import type { SheetRow } from './sheet.ts';

const fold = (title: string): string =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_\-.:()]/gu, '');

/**
 * Where each column stands, by the first row; the names of a column in the order in which they count. Where two columns have the
 * same title the first counts.
 */
export function findColumns<Column extends string>(
  header: SheetRow,
  namesOf: ReadonlyMap<Column, readonly string[]>,
): ReadonlyMap<Column, number> {
  const found = header.cells.map(({ text }) => fold(text));
  const places = new Map<Column, number>();
  for (const [column, names] of namesOf) {
    const place = names.map((name) => found.indexOf(fold(name))).find((at) => at !== -1);
    if (place !== undefined) places.set(column, place);
  }
  return places;
}
