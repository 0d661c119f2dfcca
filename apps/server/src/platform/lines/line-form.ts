import type { RawBuilder } from 'kysely';
import type { ExportCell } from './export-cell.ts';
import type { Ink } from './ink.ts';

/** What stands in a column, as SQL has it; each may be null. */
export type SqlCell =
  /** Whatever somebody wrote: it stays text, and is made harmless. */
  | { readonly text: RawBuilder<unknown> }
  /** The name of somebody or something, and its number. */
  | { readonly name: RawBuilder<unknown>; readonly id: RawBuilder<unknown> }
  /** One of a few words of ours: the words by what SQL answers. */
  | { readonly word: RawBuilder<unknown>; readonly words: Readonly<Record<string, string>> }
  /** Minor units of the row's currency. */
  | { readonly minor: RawBuilder<unknown> }
  /** Decimal digits as they are to be read: a rate. */
  | { readonly digits: RawBuilder<unknown> }
  /** An instant. */
  | { readonly at: RawBuilder<unknown> };

/** What stands before a cell and behind it. */
export type Around = readonly [before: string, after: string];

/** How a format spells what needs no second look, in bytes. */
export interface Spelling {
  readonly nothing: string;
  readonly text: Around;
  /** Of amounts below 2^48 minor units. */
  readonly amount: Around;
  /**
   * By byte of UTF-8 whether a text is spelled otherwise than it is read, or may be: where it stands anywhere (1), or begins the first or
   * the last character (2). Such a text is spelled by `cell`.
   */
  readonly marks: Uint8Array;
  /** A cell by itself, however it is to be spelled. */
  cell(cell: ExportCell): string;
  /** Writes instants of one column between 1970 and 2100, in seconds since 1970. */
  clock(): (ink: Ink, seconds: number) => void;
}

/**
 * How a row of a file is spelled: of values that a presenter makes, and of bytes as the database sends them, for lists that grow to
 * a million rows. A test holds the two against each other.
 */
export interface LineForm {
  /** A whole row, with what ends it. */
  line(cells: readonly ExportCell[]): string;
  readonly spelling: Spelling & { readonly row: Around; readonly between: string };
}

/** The same, with something before each cell. */
export function ledBy(lead: string, spelling: Spelling): Spelling {
  const { amount, cell, clock, nothing, text } = spelling;
  const bytes = Buffer.from(lead);
  return {
    ...spelling,
    nothing: lead + nothing,
    text: [lead + text[0], text[1]],
    amount: [lead + amount[0], amount[1]],
    cell: (one) => lead + cell(one),
    clock() {
      const write = clock();
      return (ink, seconds) => {
        ink.put(bytes);
        write(ink, seconds);
      };
    },
  };
}

/** The marks of a spelling, by code points below 256. */
export function marksOf(anywhere: string, ends: string): Uint8Array {
  const marks = new Uint8Array(256);
  const mark = (bytes: string, bit: number): void => {
    for (const byte of Buffer.from(bytes, 'latin1')) marks[byte] = (marks[byte] ?? 0) | bit;
  };
  mark(anywhere, 1);
  mark(ends, 2);
  return marks;
}

/** What a column of few values says, by each of them. */
export function wordsBy<Value extends string>(
  values: readonly Value[],
  wordOf: (value: Value) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(values.map((value) => [value, wordOf(value)]));
}
