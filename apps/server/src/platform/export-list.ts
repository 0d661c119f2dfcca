import type { ExportKind } from '@suanpan/domain/exports/kinds';
import type { z } from 'zod';
import type { Database } from './db/database.ts';
import type { Actor } from './http/actor.ts';
import type { Locale } from './http/locale.ts';
import type { ExportCell } from './lines/export-cell.ts';
import type { LinesWanted, WrittenLines } from './lines/write-lines.ts';

/** Which page of a list: the one after that place, or the first. */
interface ExportPlace {
  readonly after: string | null;
  readonly limit: number;
}

export interface ExportPage {
  /** By column; what a row lacks, or this reader may not know, is left out and comes to an empty cell. */
  readonly rows: readonly Readonly<Record<string, ExportCell>>[];
  /** Where the next page begins; null after the last. */
  readonly next: string | null;
}

/** Who reads, as of this moment: his rights and scope are read anew for every page. */
export interface ExportReader {
  readonly db: Database;
  readonly actor: Actor;
  readonly locale: Locale;
}

interface AnyList<Filter extends z.ZodObject> {
  readonly kind: ExportKind;
  /** What the list's own call takes, without its paging. */
  readonly filter: Filter;
  /** The question as it is kept until the file is written: without what is stored nowhere but sealed. All of it, when absent. */
  keep?(filter: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** How many rows there are. Refuses, as the list itself would, what this reader may not ask for. */
  count(reader: ExportReader, filter: z.output<Filter>): Promise<number>;
}

export interface PresentedList<Filter extends z.ZodObject = z.ZodObject> extends AnyList<Filter> {
  /** The same presentation as on the screen, so that the rules of who sees which field hold by construction. */
  read(reader: ExportReader, filter: z.output<Filter>, place: ExportPlace): Promise<ExportPage>;
}

interface WrittenList<Filter extends z.ZodObject = z.ZodObject> extends AnyList<Filter> {
  /**
   * For a list that grows to a million rows: the page is made of what the database sends. What this reader may see is said once more for it; a test
   * holds each such list against what its screen is answered.
   */
  write(
    reader: ExportReader,
    filter: z.output<Filter>,
    place: ExportPlace,
    wanted: Omit<LinesWanted, 'limit'>,
  ): Promise<WrittenLines>;
}

/**
 * A list that can be taken away as a file. The module of the list registers it: the same query as its screen, so that the scope holds
 * by construction. Pages are short statements of their own; an export never holds a snapshot.
 */
export type ExportList<Filter extends z.ZodObject = z.ZodObject> =
  | PresentedList<Filter>
  | WrittenList<Filter>;

/** Keeps the filter's type inside the list and forgets it outside, so that lists of all kinds stand in one registry. */
export function exportList<Filter extends z.ZodObject>(list: PresentedList<Filter>): PresentedList {
  return list;
}

/** The same for one whose pages are made of what the database sends. */
export function writtenList<Filter extends z.ZodObject>(list: WrittenList<Filter>): WrittenList {
  return list;
}

/** A page whose rows all came, and what its last one is called; full pages may have a successor. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  toCells: (row: Row) => Readonly<Record<string, ExportCell>>,
  placeOf: (row: Row) => string,
): ExportPage {
  const last = rows.at(-1);
  return {
    rows: rows.map(toCells),
    next: last === undefined || rows.length < limit ? null : placeOf(last),
  };
}
