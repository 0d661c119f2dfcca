import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ExportCell } from './export-cell.ts';

/** What stands in a column, as SQL has it; each may be null. */
export type SqlCell =
  /** Whatever somebody wrote: it stays text, and is made harmless. */
  | { readonly text: RawBuilder<unknown> }
  /** What we wrote ourselves, of letters and digits alone: a number of ours, a code. */
  | { readonly code: RawBuilder<unknown> }
  /** One of a few words of ours: the words by what SQL answers. */
  | { readonly word: RawBuilder<unknown>; readonly words: Readonly<Record<string, string>> }
  /** Minor units of the row's currency. */
  | { readonly minor: RawBuilder<unknown> }
  /** Decimal digits as they are to be read: a rate. */
  | { readonly digits: RawBuilder<unknown> }
  /** An instant. */
  | { readonly at: RawBuilder<unknown> };

/**
 * How a row of a file is spelled, in two places that must agree to the byte: here, for rows that a presenter makes, and in the
 * database, for lists that grow to a million rows. A test holds the two against each other.
 */
export interface LineForm {
  /** A whole row, with what ends it. */
  line(cells: readonly ExportCell[]): string;
  /** The same of SQL: text that is never null, of cells whose values stand in columns of a row that names its `currency`. */
  sqlLine(cells: readonly SqlCell[], currency: RawBuilder<unknown>): RawBuilder<unknown>;
}

/** Between texts that are looked at together; in one of them it can only make the look go on to each. */
const between = '\u007f';

/**
 * Most rows hold nothing that is spelled otherwise than it is read: one look at all texts of a row tells, and only where it does not
 * is each of them looked at. `anything` is met in whatever is to be spelled, `first` and `last` where a text begins and ends.
 */
export function oneLook(
  cells: readonly SqlCell[],
  found: { readonly anything: string; readonly first: string; readonly last: string },
  line: (isPlain: boolean) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const texts = cells.flatMap((cell) => ('text' in cell ? [cell.text] : []));
  if (texts.length === 0) return line(true);
  const pattern = `${found.anything}|(?:^|${between})${found.first}|${found.last}(?:${between}|$)`;
  return sql`CASE WHEN concat_ws(${sql.lit(between)}, ${sql.join(texts)}) !~ ${sql.lit(pattern)} THEN ${line(true)}
    ELSE ${line(false)} END`;
}

/** What a column of few values says, by each of them. */
export function wordsBy<Value extends string>(
  values: readonly Value[],
  wordOf: (value: Value) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(values.map((value) => [value, wordOf(value)]));
}
