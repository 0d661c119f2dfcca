import { batchColumns } from '@suanpan/contract/endpoints/payout-batches';
import type { BatchColumn } from '@suanpan/contract/endpoints/payout-batches';
import { Refusal } from '@suanpan/domain/errors';
import { foldName } from '@suanpan/domain/names/fold-name';
import { locales, type Locale } from '@suanpan/messages/locale';
import { translate } from '@suanpan/messages/translate';
import type { SheetRow } from '../../../platform/sheets/sheet.ts';

/** Without these a payout cannot be told. */
const needed = ['bank_code', 'account_name', 'card_no', 'amount'] as const satisfies readonly BatchColumn[];

/** Every name that a column has: its field's, its title in each of our languages, and what banks and other systems call it. */
const columnOf: ReadonlyMap<string, BatchColumn> = new Map(
  batchColumns.flatMap((column) => [
    [foldName(column), column] as const,
    ...locales.map(
      (locale) => [foldName(translate(locale, `payment.batch.columns.${column}`)), column] as const,
    ),
    ...locales.flatMap((locale) =>
      translate(locale, `payment.batch.alsoCalled.${column}`)
        .split('|')
        .map((name) => [foldName(name), column] as const),
    ),
  ]),
);

/**
 * Where each column stands in a file, by its first row, in whatever language and order. Refuses `batchColumnsMissing` with those
 * that are not there.
 */
export function readColumns(locale: Locale, header: SheetRow): ReadonlyMap<BatchColumn, number> {
  const places = new Map<BatchColumn, number>();
  for (const [place, { text }] of header.cells.entries()) {
    const column = columnOf.get(foldName(text));
    if (column !== undefined && !places.has(column)) places.set(column, place);
  }
  const missing = needed.filter((column) => !places.has(column));
  if (missing.length === 0) return places;
  const titles = missing.map((column) => translate(locale, `payment.batch.columns.${column}`));
  throw new Refusal('batchColumnsMissing', {
    params: { columns: new Intl.ListFormat(locale).format(titles) },
  });
}
