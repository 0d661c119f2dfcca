import type { StatementColumn } from '@suanpan/domain/reconciliation';
import { locales } from '@suanpan/messages/locale';
import { translate } from '@suanpan/messages/translate';
import { findColumns } from '../../../platform/sheets/find-columns.ts';
import type { SheetRow } from '../../../platform/sheets/sheet.ts';

/** What programs call their columns; people's titles are words of every language. */
const usual: Readonly<Record<StatementColumn, readonly string[]>> = {
  ref: ['ref', 'provider_order_no', 'transaction_no', 'trade_no', 'charge_no', 'bank_no', 'third_party_no'],
  own_no: ['own_no', 'merchant_order_no', 'merchant_trade_no', 'order_no', 'out_trade_no'],
  kind: ['kind', 'type', 'transaction_type'],
  amount: ['amount', 'total_amount', 'trade_amount'],
  fee: ['fee', 'handling_fee', 'service_fee'],
  currency: ['currency'],
  status: ['status', 'state', 'result'],
  at: ['at', 'booked_at', 'paid_at', 'time', 'date', 'transaction_time'],
};

export type ColumnTitles = Readonly<Partial<Record<StatementColumn, string>>>;
export type ColumnPlaces = ReadonlyMap<StatementColumn, number>;

/** Words of one thing stand beside each other. */
export const wordsOf = (words: string): readonly string[] => words.split('|');

/**
 * Where each column stands, by the first row: under the title that was set for this provider, or under a usual one. Where two
 * columns have the same title the first counts.
 */
export function placesOf(header: SheetRow, titles: ColumnTitles): ColumnPlaces {
  const columns = Object.entries(usual) as [StatementColumn, readonly string[]][];
  return findColumns(
    header,
    new Map(
      columns.map(([column, names]) => {
        const own = titles[column];
        const said = locales.flatMap((locale) =>
          wordsOf(translate(locale, `reconciliation.titles.${column}`)),
        );
        return [column, own === undefined ? [...names, ...said] : [own]];
      }),
    ),
  );
}
