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

/**
 * Why a file is not read. unreadable: damaged, of another kind, locked by a password, or larger inside than it may be · encoding:
 * text that is no UTF-8 · tooManyRows.
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
