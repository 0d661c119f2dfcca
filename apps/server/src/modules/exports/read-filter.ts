import { Refusal } from '@suanpan/domain/errors';
import { exportedList } from '@suanpan/domain/exports/kinds';
import { exportMaxDays } from '@suanpan/domain/limits';
import type { Locale } from '../../platform/http/locale.ts';
import { parseInput } from '../../platform/http/parse-input.ts';
import type { ExportList } from '../../platform/export-list.ts';

export type StoredFilter = Readonly<Record<string, unknown>>;

const maxSpanMs = exportMaxDays * 86_400_000;

/**
 * Checks a filter against what the list's own call takes. Throws `invalidFields`, and `exportTooLarge` where the rows
 * of a list with dates do not lie within seven days.
 */
export function readFilter(list: ExportList, filter: StoredFilter, locale: Locale): Record<string, unknown> {
  const parsed = parse(list, filter, locale);
  const { spans } = exportedList(list.kind);
  if (spans?.some(([from, to]) => isShort(parsed[from], parsed[to])) === false) {
    throw new Refusal('exportTooLarge', { params: { days: String(exportMaxDays) } });
  }
  return parsed;
}

function parse(list: ExportList, filter: StoredFilter, locale: Locale): Record<string, unknown> {
  try {
    return parseInput(list.filter, { method: 'POST', params: {}, query: {}, body: filter }, locale);
  } catch (error) {
    if (!(error instanceof Refusal) || error.fields === undefined) throw error;
    const fields = Object.entries(error.fields).map(([name, words]) => [`filter.${name}`, words]);
    throw new Refusal('invalidFields', { fields: Object.fromEntries(fields) as Record<string, string[]> });
  }
}

function isShort(from: unknown, to: unknown): boolean {
  return typeof from === 'string' && typeof to === 'string' && Date.parse(to) - Date.parse(from) <= maxSpanMs;
}

/** Rows that come into being while the file is written are not in it: it shows the list as of the request. */
export function until(list: ExportList, filter: StoredFilter, asOf: Date): StoredFilter {
  const cut: Record<string, unknown> = { ...filter };
  for (const [, to] of exportedList(list.kind).spans ?? []) {
    const end = filter[to];
    if (typeof end === 'string' && Date.parse(end) > asOf.getTime()) cut[to] = asOf.toISOString();
  }
  return cut;
}
