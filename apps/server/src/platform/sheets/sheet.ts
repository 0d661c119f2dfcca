/** One cell as text. A number was one to the program that wrote the file, so that zeros in front of it are lost. */
export interface SheetCell {
  readonly text: string;
  readonly isNumber?: true;
  /** It is computed, or could be: its text is not to be relied on. */
  readonly isFormula?: true;
}

export interface SheetRow {
  /** From 1, as programs count the lines of a sheet. */
  readonly line: number;
  readonly cells: readonly SheetCell[];
}

/** What the text of a CSV file is read as. */
export type SheetEncoding = 'utf8' | 'utf16' | 'big5';

/** The first sheet of a file, without the rows that hold nothing. A workbook says itself how its text is written. */
export interface Sheet {
  readonly rows: readonly SheetRow[];
  readonly encoding: SheetEncoding | null;
}

/**
 * Why a file is not read. unreadable: damaged, of another kind, locked by a password, or larger inside than it may be · encoding:
 * text that is no UTF-8, nor another that the reader was told of · tooManyRows.
 */
export type SheetFault = 'unreadable' | 'encoding' | 'tooManyRows';

export class UnreadableSheet extends Error {
  readonly why: SheetFault;

  constructor(why: SheetFault, options?: ErrorOptions) {
    super(`The sheet was not read: ${why}`, options);
    this.why = why;
  }
}

/** A cell longer than this is cut, and is too long for whatever reads it. */
export const cellMostLength = 600;
/** Columns behind these are left out. */
export const sheetMostColumns = 32;
