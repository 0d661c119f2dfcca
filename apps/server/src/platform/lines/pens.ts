import { formatLedger } from '@suanpan/money/amount';
import type { Currency } from '@suanpan/money/currency';
import { isShort, writeMinor, writeWhole } from './digits.ts';
import type { LedgerScale } from './digits.ts';
import type { Ink } from './ink.ts';
import type { Around, Spelling } from './line-form.ts';

/** Messages of rows, in two views of the same bytes. */
export interface RowBytes {
  readonly bytes: Buffer;
  readonly view: DataView;
}

/** Writes the cell of the values that begin at `at`; answers where the next ones begin. */
export type Pen = (ink: Ink, row: RowBytes, at: number) => number;

/** What the amounts of a row are in, and where they are added up. */
export interface RowCurrency extends LedgerScale {
  readonly code: Currency;
  rows: number;
  /** By place of a column that is added up: how many amounts there were, and the sums of their upper and lower halves. */
  readonly counts: Float64Array;
  readonly highs: Float64Array;
  readonly lows: Float64Array;
}

/** Of a value that is null. */
export const none = -1;
/** Bytes of what a length or an int8 takes. */
const [lengthBytes, wholeBytes] = [4, 8];
const parting = ' · ';
/** 1970 to 2000 in seconds: PostgreSQL counts microseconds from there. */
const epochS = 946_684_800;
const [microseconds, half] = [1_000_000, 2 ** 32];
/** Of the upper 32 bits of a time between 1970 and 2100. */
const [firstHigh, lastHigh] = [-220_000, 734_000];

const bytesOf = ([before, after]: Around): readonly [Buffer, Buffer] => [
  Buffer.from(before),
  Buffer.from(after),
];

export function textPen(spelling: Spelling): Pen {
  const { cell, marks } = spelling;
  const [before, after] = bytesOf(spelling.text);
  const nothing = Buffer.from(spelling.nothing);
  return (ink, row, at) => {
    const length = row.view.getInt32(at);
    const from = at + lengthBytes;
    if (length === none) {
      ink.put(nothing);
      return from;
    }
    const begins = ink.at;
    ink.put(before);
    if (
      copyPlain(ink, row.bytes, from, length, marks) &&
      endsPlain(row.bytes, from + length, length, marks)
    ) {
      ink.put(after);
    } else {
      ink.at = begins;
      ink.write(cell(row.bytes.toString('utf8', from, from + length)));
    }
    return from + length;
  };
}

/** A name, and the number of whoever or whatever bears it. */
export function namePen(spelling: Spelling): Pen {
  const { cell, marks } = spelling;
  const [before, after] = bytesOf(spelling.text);
  const [nothing, between] = [Buffer.from(spelling.nothing), Buffer.from(parting)];
  return (ink, row, at) => {
    const length = row.view.getInt32(at);
    const from = at + lengthBytes;
    const id = from + Math.max(0, length) + lengthBytes;
    const idLength = row.view.getInt32(id - lengthBytes);
    if (length === none || idLength === none) {
      ink.put(nothing);
      return id + Math.max(0, idLength);
    }
    const begins = ink.at;
    const high = row.view.getInt32(id);
    ink.put(before);
    if (isShort(high) && copyPlain(ink, row.bytes, from, length, marks)) {
      ink.put(between);
      writeWhole(ink, high, row.view.getUint32(id + 4));
      ink.put(after);
    } else {
      ink.at = begins;
      ink.write(
        cell(`${row.bytes.toString('utf8', from, from + length)}${parting}${row.view.getBigInt64(id)}`),
      );
    }
    return id + wholeBytes;
  };
}

/** One of a few words, each spelled beforehand. */
export function wordPen(spelling: Spelling, words: Readonly<Record<string, string>>): Pen {
  const known = Object.entries(words).map(([is, text]) => ({
    is: Buffer.from(is),
    spelled: Buffer.from(spelling.cell(text)),
  }));
  const nothing = { is: Buffer.alloc(0), spelled: Buffer.from(spelling.nothing) };
  // Most rows say what the one before said.
  let last = nothing;
  return (ink, row, at) => {
    const length = row.view.getInt32(at);
    const from = at + lengthBytes;
    if (length === none) {
      ink.put(nothing.spelled);
      return from;
    }
    if (!standsAt(last.is, row.bytes, from, length))
      last = known.find(({ is }) => standsAt(is, row.bytes, from, length)) ?? nothing;
    ink.put(last.spelled);
    return from + length;
  };
}

/** Minor units of the row's currency; added up at `place`, unless that is null. */
export function minorPen(
  spelling: Spelling,
  place: number | null,
  now: { readonly currency: RowCurrency | null },
): Pen {
  const [before, after] = bytesOf(spelling.amount);
  const nothing = Buffer.from(spelling.nothing);
  return (ink, row, at) => {
    const { currency } = now;
    const from = at + lengthBytes;
    if (row.view.getInt32(at) === none) {
      ink.put(nothing);
      return from;
    }
    const high = row.view.getInt32(from);
    const low = row.view.getUint32(from + 4);
    if (currency === null) {
      ink.put(nothing);
      return from + wholeBytes;
    }
    if (place !== null) {
      (currency.counts[place] as number) += 1;
      (currency.highs[place] as number) += high;
      (currency.lows[place] as number) += low;
    }
    if (isShort(high)) {
      ink.put(before);
      writeMinor(ink, high, low, currency);
      ink.put(after);
    } else {
      ink.write(spelling.cell({ money: formatLedger(row.view.getBigInt64(from), currency.code) }));
    }
    return from + wholeBytes;
  };
}

/** Decimal digits as they are: few rows have any. */
export function digitsPen({ cell, nothing }: Spelling): Pen {
  return (ink, row, at) => {
    const length = row.view.getInt32(at);
    const from = at + lengthBytes;
    ink.write(length === none ? nothing : cell({ money: row.bytes.toString('latin1', from, from + length) }));
    return from + Math.max(0, length);
  };
}

export function timePen(spelling: Spelling): Pen {
  const nothing = Buffer.from(spelling.nothing);
  const write = spelling.clock();
  return (ink, row, at) => {
    const from = at + lengthBytes;
    if (row.view.getInt32(at) === none) {
      ink.put(nothing);
      return from;
    }
    const high = row.view.getInt32(from);
    if (high > firstHigh && high < lastHigh) {
      const passed = high * half + row.view.getUint32(from + 4);
      write(ink, Math.floor(passed / microseconds) + epochS);
    } else {
      const passedMs = Number(row.view.getBigInt64(from) / 1_000n);
      ink.write(spelling.cell({ at: new Date(passedMs + epochS * 1_000).toISOString() }));
    }
    return from + wholeBytes;
  };
}

/** A column of the list that this reader sees nothing of has no value in the row either. */
export function emptyPen(spelling: Spelling): Pen {
  const nothing = Buffer.from(spelling.nothing);
  return (ink, _row, at) => {
    ink.put(nothing);
    return at;
  };
}

/** Copies a text; false where it is to be spelled, or may be, by what stands in it or by how it begins. */
function copyPlain(ink: Ink, row: Buffer, from: number, length: number, marks: Uint8Array): boolean {
  const { bytes } = ink;
  let { at } = ink;
  let met = 0;
  for (let index = from; index < from + length; index += 1) {
    const byte = row[index] as number;
    bytes[at++] = byte;
    met |= marks[byte] as number;
  }
  ink.at = at;
  return (met & 1) === 0 && length > 0 && ((marks[row[from] as number] as number) & 2) === 0;
}

/** Whether the last character of a text is one that may stand there. */
function endsPlain(row: Buffer, end: number, length: number, marks: Uint8Array): boolean {
  let lead = end - 1;
  // Whatever begins no character has these two bits.
  for (let left = length; left > 1 && ((row[lead] as number) & 0xc0) === 0x80; left -= 1) lead -= 1;
  return ((marks[row[lead] as number] as number) & 2) === 0;
}

export function standsAt(is: Buffer, row: Buffer, from: number, length: number): boolean {
  if (is.length !== length) return false;
  for (let index = 0; index < length; index += 1) if (is[index] !== row[from + index]) return false;
  return true;
}
