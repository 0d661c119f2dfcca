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
  readonly #ink = new Ink();
  readonly #pens: readonly Pen[];
  readonly #rowEnds: Buffer;
  /** What a row takes beside the texts in it. */
  readonly #rowBytes: number;
  readonly #columns: readonly LineColumn[];
  readonly #placeBytes: number;
  readonly #currencies = new Map<Currency, RowCurrency>();
  /** Of the row that is spelled, and how it is written there. */
  readonly #now = { code: Buffer.alloc(0), currency: null as RowCurrency | null };

  constructor({ spelling: form }: LineForm, columns: readonly LineColumn[], placeParts: number) {
    this.#columns = columns;
    this.#placeBytes = placeParts * placeBytes;
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

  /** Of batches of whole messages, one after the other, so that others are served between their blocks. */
  *spell(batches: readonly Buffer[]): Generator<Uint8Array> {
    for (const bytes of batches) {
      const row = { bytes, view: viewOf(bytes) };
      for (let at = 0; at < bytes.length; at += messageBytes(row.view, at)) this.#spell(row, at);
      yield* this.#ink.takeFull();
    }
    const rest = this.#ink.rest();
    if (rest.length > 0) yield rest;
  }

  /** Of what was spelled. */
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

  #spell(row: RowBytes, begin: number): void {
    const ink = this.#ink;
    ink.begin(messageBytes(row.view, begin) + this.#rowBytes);
    let at = this.#readCurrency(row, begin + headBytes + this.#placeBytes);
    for (const pen of this.#pens) at = pen(ink, row, at);
    ink.put(this.#rowEnds);
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

/** How many rows there are, and the numbers of the last one's place, parted by `-`; null of none. */
export function endOf(
  batches: readonly Buffer[],
  placeParts: number,
): { readonly rows: number; readonly place: string | null } {
  let [rows, last] = [0, 0];
  for (const bytes of batches) {
    const view = viewOf(bytes);
    for (let at = 0; at < bytes.length; at += messageBytes(view, at)) {
      rows += 1;
      last = at;
    }
  }
  const row = batches.at(-1);
  if (row === undefined) return { rows, place: null };
  const parts = Array.from({ length: placeParts }, (_, part) =>
    row.readBigInt64BE(last + headBytes + part * placeBytes + lengthBytes),
  );
  return { rows, place: parts.join('-') };
}

const viewOf = ({ buffer, byteOffset, length }: Buffer): DataView => new DataView(buffer, byteOffset, length);
const messageBytes = (view: DataView, at: number): number => codeBytes + view.getUint32(at + codeBytes);

function longestWord(cell: SqlCell | undefined, spell: (text: string) => string): number[] {
  if (cell === undefined || !('word' in cell)) return [];
  return Object.values(cell.words).map((text) => Buffer.byteLength(spell(text)));
}
