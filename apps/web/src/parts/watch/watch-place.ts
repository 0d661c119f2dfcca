import type { WatchKind } from '@suanpan/domain/exports/watch-kinds';
import { stringifyFlatSearch, type FlatSearch } from '../../lib/flat-search.ts';

/** The search of a list that is watched, over the days in which all that it counts lies; below `#/wrap/`. */
export function watchPlace(kind: WatchKind, search: FlatSearch): { route: WatchKind; query: string } {
  return { route: kind, query: stringifyFlatSearch({ ...search, range: 'last7' }) };
}
