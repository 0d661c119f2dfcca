import type { FlatSearch } from './flat-search.ts';
import { keepPreference, keptPreference } from './preferences.ts';
import type { ScreenPlace } from './screen-search.ts';

export interface Pager {
  readonly page: number;
  readonly paginate: number;
  /** Null where counting exactly would be slow. */
  readonly total: number | null;
  readonly estimate?: number;
  readonly hasNext: boolean;
  readonly onPage: (page: number) => void;
  readonly onPaginate: (rows: number) => void;
}

/** What stands open beside the list, and whose list it is: the rows do not depend on them. */
const besideKeys = ['open', 'tab', 'self', 'view'];
/** The keys of the address that are no filters. */
const placeKeys = ['page', 'rows', 'sort', 'part', ...besideKeys];
const rowsKey = 'list.rows';
const pageSizes = [20, 50, 100, 200];

export function textAt(search: FlatSearch, key: string): string | undefined {
  const value = search[key];
  return (typeof value === 'string' ? value : value?.[0]) || undefined;
}

export function listAt(search: FlatSearch, key: string): string[] | undefined {
  const value = search[key];
  if (value === undefined) return undefined;
  return typeof value === 'string' ? [value] : value;
}

/** `page` and `paginate` of a list call; nonsense in the address falls to the first page. */
export function pagingOf(search: FlatSearch): { page: number; paginate: number } {
  // Not money: a page number.
  const page = Number(textAt(search, 'page') ?? 1);
  const rows = Number(textAt(search, 'rows') ?? keptPreference(rowsKey) ?? 50);
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    paginate: pageSizes.includes(rows) ? rows : 50,
  };
}

export function filtersOf(search: FlatSearch): FlatSearch {
  return pick(search, (key) => !placeKeys.includes(key));
}

/** What the rows depend on: opening one of them is no new question. */
export function questionOf(search: FlatSearch): FlatSearch {
  return pick(search, (key) => !besideKeys.includes(key));
}

/** New filters start at the first page with nothing open; order, page size, owner and part of the screen stay. */
export function withFilters(search: FlatSearch, filters: FlatSearch): FlatSearch {
  return { ...filters, ...pick(search, (key) => ['rows', 'sort', 'self', 'part'].includes(key)) };
}

/** The address with this open beside the list, or nothing. */
export function withOpen(search: FlatSearch, open: string | null): FlatSearch {
  return { ...pick(search, (key) => key !== 'open' && key !== 'tab'), ...(open !== null && { open }) };
}

function pick(search: FlatSearch, isWanted: (key: string) => boolean): FlatSearch {
  return Object.fromEntries(Object.entries(search).filter(([key]) => isWanted(key)));
}

interface ListAnswer {
  readonly page: number;
  readonly paginate: number;
  readonly total: number | null;
  readonly total_estimate?: number | undefined;
  readonly next_cursor: string | null;
  readonly items: readonly unknown[];
}

/** The pager of a list, writing into the address. */
export function pagerOf({ search, setSearch }: ScreenPlace, data: ListAnswer | undefined): Pager | null {
  if (!data) return null;
  const { page, paginate } = pagingOf(search);
  return {
    page,
    paginate,
    total: data.total,
    ...(data.total_estimate === undefined ? {} : { estimate: data.total_estimate }),
    hasNext: data.next_cursor !== null || data.items.length === paginate,
    onPage: (next) => setSearch({ ...search, page: String(next) }, true),
    onPaginate: (rows) => {
      keepPreference(rowsKey, rows);
      setSearch({ ...withFilters(search, filtersOf(search)), rows: String(rows) });
    },
  };
}
