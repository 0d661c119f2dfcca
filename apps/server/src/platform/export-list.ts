import type { ExportKind } from '@suanpan/domain/exports/kinds';
import type { z } from 'zod';
import type { Database } from './db/database.ts';
import type { Actor } from './http/actor.ts';
import type { Locale } from './http/locale.ts';

/**
 * One value of a file. Text stays text whatever it looks like; money is a decimal string at the ledger scale and an
 * instant RFC 3339, so that each format can write them in its own way.
 */
export type ExportCell =
  | string
  | null
  | { readonly money: string | null }
  | { readonly count: number }
  | { readonly at: string | null };

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

/**
 * A list that can be taken away as a file. The module of the list registers it: the same query and the same
 * presentation as its screen, so that scope and field rules hold by construction. Pages are short statements of
 * their own; an export never holds a snapshot.
 */
export interface ExportList<Filter extends z.ZodObject = z.ZodObject> {
  readonly kind: ExportKind;
  /** What the list's own call takes, without its paging. */
  readonly filter: Filter;
  /** The question as it is kept until the file is written: without what is stored nowhere but sealed. All of it, when absent. */
  keep?(filter: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** How many rows there are. Refuses, as the list itself would, what this reader may not ask for. */
  count(reader: ExportReader, filter: z.output<Filter>): Promise<number>;
  read(
    reader: ExportReader,
    filter: z.output<Filter>,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<ExportPage>;
}

/** Keeps the filter's type inside the list and forgets it outside, so that lists of all kinds stand in one registry. */
export function exportList<Filter extends z.ZodObject>(list: ExportList<Filter>): ExportList {
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
