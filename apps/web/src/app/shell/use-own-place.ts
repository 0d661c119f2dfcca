import { useEffect, useMemo } from 'react';
import { stringifyFlatSearch, type FlatSearch } from '../../lib/flat-search.ts';
import { textAt, withOpen } from '../../lib/list-paging.ts';
import { holdsPrivate, keepPrivate, usePrivateSearch, withoutPrivate } from '../../lib/private-search.ts';
import type { ScreenPlace } from '../../lib/screen-search.ts';

/** How an entry of the history is marked that was made by opening something. */
const opening = { opening: true };
const isOpening = (): boolean => (history.state as Partial<typeof opening> | null)?.opening === true;

/**
 * The place of a screen: its search stands in the address, but for the names and cards in it, which this page alone
 * remembers. A link that carries some is taken at its word and then loses them.
 */
export function useOwnPlace(name: string, title: string, address: FlatSearch): ScreenPlace {
  const remembered = usePrivateSearch(name, address);
  const place = useMemo<ScreenPlace>(() => {
    const search = holdsPrivate(address) ? address : { ...withoutPrivate(address), ...remembered };
    const setSearch: ScreenPlace['setSearch'] = (next, isStep) => {
      const href = `#/wrap/${name}${stringifyFlatSearch(keepPrivate(name, next))}`;
      if (isStep) return void (location.hash = href);
      const state: unknown = history.state;
      location.replace(href);
      // The entry is what it was made by, whatever it says now.
      history.replaceState(state, '');
    };
    return {
      name,
      title,
      search,
      setSearch,
      open: (id) => {
        if (id === null && isOpening()) return history.back();
        const isFirst = id !== null && textAt(search, 'open') === undefined;
        setSearch(withOpen(search, id), isFirst);
        if (isFirst) history.replaceState(opening, '');
      },
    };
  }, [name, title, address, remembered]);
  useEffect(() => {
    if (holdsPrivate(address)) place.setSearch(address);
  }, [address, place]);
  return place;
}
