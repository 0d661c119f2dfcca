/** Rows of a file as its format spells them. */
export interface Lines {
  /** To be taken once. */
  readonly bytes: Iterable<Uint8Array>;
  readonly rows: number;
}

export interface Sheet {
  readonly name: string;
  /** Titles in the reader's language, in the order of the cells. */
  readonly header: readonly string[];
  readonly lines: AsyncIterable<Lines>;
}
