import type { ExportedList } from '@suanpan/domain/exports/exported-list';
import { formatLedger, parseSignedLedger } from '@suanpan/money/amount';
import { currencies } from '@suanpan/money/currency';
import type { Currency } from '@suanpan/money/currency';
import type { ExportCell } from '../../platform/lines/export-cell.ts';
import type { LineTotal } from '../../platform/lines/spell-rows.ts';

type Row = Readonly<Record<string, ExportCell>>;

interface Total {
  count: number;
  /** Minor units; a column in which this reader saw nothing is absent. */
  readonly sums: Map<string, bigint>;
}

const isCurrency = (value: unknown): value is Currency => typeof value === 'string' && value in currencies;

/** Adds up the amounts of a file while its rows go by, each currency by itself. */
export class Totals {
  readonly #names: readonly string[];
  readonly #byCurrency = new Map<Currency, Total>();

  constructor({ totals = [] }: ExportedList) {
    this.#names = totals;
  }

  /** What the database has added up of a page. */
  addLines(totals: readonly LineTotal[]): void {
    for (const { count, currency, sums } of totals) {
      const total = this.#of(currency);
      total.count += count;
      for (const [name, sum] of Object.entries(sums))
        total.sums.set(name, (total.sums.get(name) ?? 0n) + sum);
    }
  }

  add(row: Row): void {
    const { currency } = row;
    if (this.#names.length === 0 || !isCurrency(currency)) return;
    const total = this.#of(currency);
    total.count += 1;
    for (const name of this.#names) {
      const cell = row[name];
      if (typeof cell !== 'object' || cell === null || !('money' in cell) || cell.money === null) continue;
      total.sums.set(name, (total.sums.get(name) ?? 0n) + parseSignedLedger(cell.money, currency));
    }
  }

  #of(currency: Currency): Total {
    const total = this.#byCurrency.get(currency) ?? { count: 0, sums: new Map<string, bigint>() };
    this.#byCurrency.set(currency, total);
    return total;
  }

  /**
   * A row for each currency. The first column that holds no sum says what the row is; where there is none, or no
   * column is added up, there are no rows.
   */
  rows(
    columns: readonly string[],
    labelOf: (currency: Currency, count: number) => string,
  ): readonly (readonly ExportCell[])[] {
    const place = columns.findIndex((name) => !this.#names.includes(name) && name !== 'currency');
    if (place === -1 || !columns.some((name) => this.#names.includes(name))) return [];
    return [...this.#byCurrency]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([currency, { count, sums }]) =>
        columns.map((name, index): ExportCell => {
          if (index === place) return labelOf(currency, count);
          if (name === 'currency') return currency;
          const sum = sums.get(name);
          return sum === undefined ? null : { money: formatLedger(sum, currency) };
        }),
      );
  }
}
