import { currencies, isCurrency } from '@suanpan/money/currency';
import type { Currency } from '@suanpan/money/currency';
import { Ink } from './ink.ts';
import { ledBy } from './line-form.ts';
import type { LineForm, SqlCell } from './line-form.ts';
import { digitsPen, emptyPen, minorPen, namePen, standsAt, textPen, timePen, wordPen } from './pens.ts';
import type { Pen, RowBytes, RowCurrency } from './pens.ts';

/** What one currency of a page comes to, in minor units; a column in which this reader saw nothing is absent. */
export interface LineTotal {
  readonly currency: Currency;
  readonly count: number;
  readonly sums: Readonly<Record<string, bigint>>;
}

/** A column of the file; what this reader may not know of it has no cell. */
export interface LineColumn {
  readonly name: string;
  readonly cell: SqlCell | undefined;
  readonly isSummed: boolean;
}

/** A row's message begins with a byte that says so, its length and how many values it has. */
const [codeBytes, headBytes, lengthBytes] = [1, 7, 4];
/** An int8 with its length. */
const placeBytes = 12;
/** What an amount, a time or a number takes at most; a word is known. */
const valueBytes = 48;

/** Spells rows as the database sends them: the numbers of their place, currency, and the values of each cell in its turn. */
export class SpelledRows {
  rows = 0;
  readonly #ink = new Ink();
  readonly #pens: readonly Pen[];
  readonly #rowEnds: Buffer;
  /** What a row takes beside the texts in it. */
  readonly #rowBytes: number;
  readonly #columns: readonly LineColumn[];
  readonly #placeParts: number;
  readonly #currencies = new Map<Currency, RowCurrency>();
  /** Of the row that is spelled, and how it is written there. */
  readonly #now = { code: Buffer.alloc(0), currency: null as RowCurrency | null };
  #last: { readonly bytes: Buffer; readonly at: number } | null = null;

  constructor({ spelling: form }: LineForm, columns: readonly LineColumn[], placeParts: number) {
    this.#columns = columns;
    this.#placeParts = placeParts;
    const [begins, ends] = form.row;
    this.#pens = columns.map(({ cell, isSummed }, place): Pen => {
      const spelling = ledBy(place === 0 ? begins : form.between, form);
      if (cell === undefined) return emptyPen(spelling);
      if ('text' in cell) return textPen(spelling);
      if ('name' in cell) return namePen(spelling);
      if ('word' in cell) return wordPen(spelling, cell.words);
      if ('minor' in cell) return minorPen(spelling, isSummed ? place : null, this.#now);
      return 'digits' in cell ? digitsPen(spelling) : timePen(spelling);
    });
    this.#rowEnds = Buffer.from(ends);
    this.#rowBytes = columns.reduce(
      (sum, { cell }) =>
        sum +
        form.between.length +
        form.text.join('').length +
        Math.max(valueBytes, ...longestWord(cell, form.cell)),
      begins.length + ends.length,
    );
  }

  /** Whole messages of rows. */
  add(bytes: Buffer): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const row = { bytes, view };
    let last = 0;
    for (let at = 0; at < bytes.length;) {
      const length = view.getUint32(at + codeBytes) + codeBytes;
      this.#spell(row, at + headBytes, length);
      last = at;
      at += length;
    }
    this.#last = { bytes, at: last + headBytes };
  }

  /** The place of the last row, its numbers parted by `-`; null when there was none. */
  get place(): string | null {
    if (this.#last === null) return null;
    const { at, bytes } = this.#last;
    const parts = Array.from({ length: this.#placeParts }, (_, part) =>
      bytes.readBigInt64BE(at + part * placeBytes + lengthBytes),
    );
    return parts.join('-');
  }

  blocks(): readonly Buffer[] {
    return this.#ink.blocks();
  }

  totals(): LineTotal[] {
    return [...this.#currencies.values()].map((total) => ({
      currency: total.code,
      count: total.rows,
      sums: this.#sumsOf(total),
    }));
  }

  #sumsOf({ counts, highs, lows }: RowCurrency): Record<string, bigint> {
    const known = this.#columns.flatMap(({ name }, place) =>
      counts[place] === 0
        ? []
        : [[name, (BigInt(highs[place] ?? 0) << 32n) + BigInt(lows[place] ?? 0)] as const],
    );
    return Object.fromEntries(known);
  }

  #spell(row: RowBytes, begin: number, length: number): void {
    const ink = this.#ink;
    ink.begin(length + this.#rowBytes);
    let at = this.#readCurrency(row, begin + this.#placeParts * placeBytes);
    for (const pen of this.#pens) at = pen(ink, row, at);
    ink.put(this.#rowEnds);
    this.rows += 1;
  }

  #readCurrency({ bytes, view }: RowBytes, at: number): number {
    const length = Math.max(0, view.getInt32(at));
    const from = at + lengthBytes;
    const now = this.#now;
    if (!standsAt(now.code, bytes, from, length)) {
      now.code = Buffer.from(bytes.subarray(from, from + length));
      now.currency = this.#currencyOf(now.code.toString());
    }
    if (now.currency !== null) now.currency.rows += 1;
    return from + length;
  }

  #currencyOf(code: string): RowCurrency | null {
    if (!isCurrency(code)) return null;
    const known = this.#currencies.get(code);
    if (known !== undefined) return known;
    const sums = (): Float64Array => new Float64Array(this.#columns.length);
    const scale = currencies[code].ledgerScale;
    const fresh = { code, scale, unit: 10 ** scale, rows: 0, counts: sums(), highs: sums(), lows: sums() };
    this.#currencies.set(code, fresh);
    return fresh;
  }
}

function longestWord(cell: SqlCell | undefined, spell: (text: string) => string): number[] {
  if (cell === undefined || !('word' in cell)) return [];
  return Object.values(cell.words).map((text) => Buffer.byteLength(spell(text)));
}
